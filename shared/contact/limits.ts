/**
 * The limits of a contact's fields; for texts, in code points, as the API's schemas count them. Imports cut longer values,
 * and the API refuses them.
 */
export const contactLimits = {
  firstName: 100,
  lastName: 100,
  middleName: 100,
  headline: 300,
  position: 200,
  organisation: 200,
  nickname: 100,
  location: 200,
  emails: 10,
  emailValue: 254,
  phones: 10,
  phoneValue: 32,
  valueType: 30,
  addresses: 10,
  addressPart: 200,
  /** The formatted address is derived from the parts and must fit, so that a client can send back an address that it read. */
  addressFormatted: 1_300,
  importantDates: 10,
  importantDateNote: 200,
  notifyDaysBefore: 365,
  /** The stored URL with its scheme; the limit also holds in UTF-16 code units. */
  website: 2048,
  notes: 20_000,
  externalId: 100,
  keepFrequencyDays: 3650,
  groupLabels: 100,
  groupLabel: 100,
} as const;

/** The year of dates whose year is unknown. It is a leap year, so that it has a 29 February. */
export const unknownYear = 1904;
