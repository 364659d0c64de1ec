/**
 * Properties and parameters of our own (RFC 6350, section 6.10), for what no other has a place: other programs pass them
 * over, the importer reads them back.
 */

export const ownProperties = {
  headline: "X-HEADLINE",
  location: "X-LOCATION",
  keepFrequencyDays: "X-KEEP-FREQUENCY-DAYS",
  /** RFC 3339. */
  lastInteraction: "X-LAST-INTERACTION",
  /** Of the group of an ADR; its parts are those of address-fields.ts. */
  addressFields: "X-ADDRESS-FIELDS",
} as const;

export const ownParameters = {
  /** Of TITLE: `NO`, the contact has no headline. Without it the importer makes one of TITLE and ORG. */
  headline: "X-HEADLINE",
  /** Of TEL: the country code with its plus sign, which begins the value; the rest is kept as it is written. */
  prefix: "X-PREFIX",
  /**
   * Of URL: `website`, also where the address leads to a profile on one of the networks. Of TITLE: `headline`, a part
   * of X-HEADLINE that other programs show as the title, and no position.
   */
  field: "X-FIELD",
  /** Of X-ABDATE: the type of the date, whatever its label says. */
  dateType: "X-DATE-TYPE",
  /** Of dates: how many days before somebody is reminded. */
  notifyDays: "X-NOTIFY-DAYS",
  /** Of X-ABLabel: `1`, the text is meant as it stands, though it looks like one of Apple's built-in words. */
  verbatim: "X-VERBATIM",
} as const;
