/** A stored contact as an answer shows it. */
import type { AvatarUrl } from "../files/avatar-urls.ts";
import { type LeapDay, localDay, notifyDay } from "../time/calendar.ts";
import { formatAddress } from "./address.ts";
import type { ContactAnswer, ContactSummary } from "./answer.ts";
import { type AccountDefaults, addressTimezone, contactTimezone } from "./defaults.ts";
import type { ContactRecord, ImportantDate } from "./record.ts";

export interface ViewContext {
  defaults: AccountDefaults & { leapDay: LeapDay };
  now: Date;
  avatarUrl: AvatarUrl;
}

/** `now` decides in which year the next reminder of a date falls. */
export function contactView(contact: ContactRecord, { defaults, now, avatarUrl }: ViewContext): ContactAnswer {
  const { latitude, longitude } = contact;
  const today = localDay(now, defaults.timezone);
  return {
    id: contact.id,
    userId: contact.accountId,
    firstName: contact.firstName,
    lastName: contact.lastName,
    middleName: contact.middleName,
    avatar: avatarUrl(contact.photoVersion),
    headline: contact.headline,
    position: contact.position,
    location: contact.location,
    latitude,
    longitude,
    granularity: contact.granularity,
    gisPoint: latitude === null || longitude === null ? null : { type: "Point", coordinates: [longitude, latitude] },
    timezone: contactTimezone(contact, defaults),
    language: contact.language ?? defaults.language,
    emails: contact.emails,
    phones: contact.phones,
    addresses: contact.addresses.map((address) => ({
      ...address,
      addressFormatted: address.addressFormatted ?? formatAddress(address),
      timezone: addressTimezone(address),
    })),
    importantDates: contact.importantDates.map((date) => importantDateView(contact, date, today, defaults.leapDay)),
    network_a: contact.network_a,
    network_b: contact.network_b,
    network_c: contact.network_c,
    network_d: contact.network_d,
    network_e: contact.network_e,
    website: contact.website,
    notes: contact.notes,
    notesUpdatedAt: contact.notesUpdatedAt,
    keepFrequencyDays: contact.keepFrequencyDays,
    lastInteraction: contact.lastInteraction,
    lastInteractionActivityId: contact.lastInteractionActivityId,
    myself: contact.id === contact.accountId,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
  };
}

export type SelectItem = Pick<
  ContactAnswer,
  "id" | "firstName" | "lastName" | "middleName" | "avatar" | "headline" | "location" | "myself"
>;

/** What a contact is chosen by. */
export function selectView(contact: ContactRecord, avatarUrl: AvatarUrl): SelectItem {
  const { id, accountId, firstName, lastName, middleName, headline, location } = contact;
  const avatar = avatarUrl(contact.photoVersion);
  return { id, firstName, lastName, middleName, avatar, headline, location, myself: id === accountId };
}

/** Who a contact is. */
export function summaryView(
  { id, firstName, lastName, photoVersion }: Pick<ContactRecord, "id" | "firstName" | "lastName" | "photoVersion">,
  avatarUrl: AvatarUrl,
): ContactSummary {
  return { id, firstName, lastName, avatar: avatarUrl(photoVersion) };
}

/** `today` is the account's day. */
export function importantDateView(
  contact: Pick<ContactRecord, "id" | "accountId">,
  date: ImportantDate,
  today: string,
  leapDay: LeapDay,
): ContactAnswer["importantDates"][number] {
  const { notifyDaysBefore } = date;
  return {
    id: date.id,
    personId: contact.id,
    userId: contact.accountId,
    type: date.type,
    date: date.date,
    note: date.note,
    notifyDaysBefore,
    notifyOn: notifyDaysBefore === null ? null : notifyDay({ ...date, notifyDaysBefore }, today, leapDay),
    createdAt: date.createdAt,
    updatedAt: date.updatedAt,
  };
}
