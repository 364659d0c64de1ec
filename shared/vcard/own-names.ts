/** The vCard versions, and the names of custom properties that the writer and the importer share. */

/** The versions that are written. The default version is first. */
export const cardVersions = ["4.0", "3.0"] as const;
export type CardVersion = (typeof cardVersions)[number];

/**
 * Custom properties (RFC 6350, section 6.10) for data that has no standard property. Other programs ignore them. The
 * table of contact fields (shared/contact/fields.ts) defines more.
 */
export const ownProperties = {
  headline: "X-HEADLINE",
  /** Version 3.0 has no LANG (RFC 2426). */
  language: "X-LANG",
  /** The property is in the group of an ADR. Its parts are those that writeAddressFields returns. */
  addressFields: "X-ADDRESS-FIELDS",
} as const;

export const ownParameters = {
  /** TITLE and ORG with `NO` mean that the contact has no headline. Otherwise the importer makes one of them. */
  headline: "X-HEADLINE",
  /** On TEL, it is the country code with its plus sign at the start of the value. The rest is kept as it is written. */
  prefix: "X-PREFIX",
  /**
   * URL with `website` is the website even if it links to a profile on one of the networks. TITLE with `headline` is a
   * part of the headline that other programs show as the title. It is not the position.
   */
  field: "X-FIELD",
  /** On X-ABDATE, it is the type of the date, which has priority over the label. */
  dateType: "X-DATE-TYPE",
  /** On dates, it is the number of days before the date at which the user is reminded. */
  notifyDays: "X-NOTIFY-DAYS",
  /** X-ABLabel with `1` is not one of Apple's built-in labels, even if it looks like one. */
  verbatim: "X-VERBATIM",
} as const;
