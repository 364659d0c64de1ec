/**
 * Bounds of a contact's fields; of texts in code points, as the API's schemas count them. Imports cut to them, the API
 * refuses beyond.
 */
export const contactLimits = {
  firstName: 100,
  lastName: 100,
  middleName: 100,
  headline: 300,
  position: 200,
  location: 200,
  emails: 10,
  emailValue: 254,
  phones: 10,
  phoneValue: 32,
  valueType: 30,
  addresses: 10,
  addressPart: 200,
  /** What is derived from the parts must fit, so that an address that was read can be sent back. */
  addressFormatted: 1_300,
  importantDates: 10,
  importantDateNote: 200,
  notifyDaysBefore: 365,
  /** As it is stored, with its scheme: also in UTF-16 code units. */
  website: 2048,
  notes: 20_000,
  keepFrequencyDays: 3650,
  groupLabels: 100,
  groupLabel: 100,
} as const;

/** The year that stands for "year unknown": a leap year, so that 29 February fits. */
export const unknownYear = 1904;
