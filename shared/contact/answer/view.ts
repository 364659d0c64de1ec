/** Converts a stored contact to its forms in answers. */
import type { AvatarUrl } from "../../picture/store/avatar-urls.ts";
import { type LeapDay, localDay, notifyDay } from "../../platform/time/calendar.ts";
import { formatAddress } from "../address.ts";
import { type AccountDefaults, addressTimezone, contactTimezone } from "../change/defaults.ts";
import { requestedFields, type ShownField, shownFields } from "../fields.ts";
import type { ContactRecord, ImportantDate } from "../record.ts";
import type { SummarisedContact } from "../store/contact-list.ts";
import type { ContactAnswer, ContactKey, ContactSelection, ContactSummary } from "./answer.ts";

export interface ViewContext {
  defaults: AccountDefaults & { leapDay: LeapDay };
  now: Date;
  avatarUrl: AvatarUrl;
  /** The ids of the contact's groups and tags, as far as the caller chose them; it chose none without this function. */
  labelIds?: (contactId: string) => LabelIds;
}

export type LabelIds = Pick<ContactAnswer, "groups" | "tags">;

/**
 * The contact in an answer. The next reminders of its dates depend on `now`. `asked` are the names that the request has; the
 * fields that are answered only when asked are left out without them.
 */
export function contactView(
  contact: ContactRecord,
  { defaults, now, avatarUrl }: ViewContext,
  asked: readonly string[] = [],
): ContactAnswer {
  const { latitude, longitude } = contact;
  const today = localDay(now, defaults.timezone);
  return {
    ...writtenFields(contact, asked),
    id: contact.id,
    userId: contact.accountId,
    avatar: avatarUrl(contact.photoVersion),
    granularity: contact.granularity,
    gisPoint: latitude === null || longitude === null ? null : { type: "Point", coordinates: [longitude, latitude] },
    timezone: contactTimezone(contact, defaults),
    language: contact.language ?? defaults.language,
    addresses: contact.addresses.map((address) => ({
      ...address,
      addressFormatted: address.addressFormatted ?? formatAddress(address),
      timezone: addressTimezone(address),
    })),
    importantDates: contact.importantDates.map((date) => importantDateView(contact, date, today, defaults.leapDay)),
    notesUpdatedAt: contact.notesUpdatedAt,
    lastInteractionActivityId: contact.lastInteractionActivityId,
    myself: contact.id === contact.accountId,
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
  };
}

/** The contact with the fields that the caller chose; with all fields if it chose none. */
export function chosenView(
  contact: ContactRecord,
  context: ViewContext,
  fields: readonly ContactKey[] | undefined,
): ContactAnswer {
  const view = contactView(contact, context, fields);
  if (fields === undefined) return view;
  const whole = { ...view, ...context.labelIds?.(contact.id) };
  const chosen = ["id" as const, ...fields].map((field) => [field, whole[field]]);
  return Object.fromEntries(chosen) as ContactAnswer;
}

/** Views copy it and fill the copy, because adding field after field to an object takes three times as long. */
const blankView: Readonly<Record<string, unknown>> = Object.fromEntries(
  ["id", "userId", ...shownFields].map((field) => [field, null]),
);

function writtenFields(contact: ContactRecord, asked: readonly string[]) {
  const fields = { ...blankView };
  for (const field of shownFields) fields[field] = contact[field];
  for (const field of requestedFields) if (asked.includes(field)) fields[field] = contact[field];
  return fields as Pick<ContactRecord, ShownField>;
}

/** The contact in a list to choose from. */
export function selectView(contact: ContactRecord, avatarUrl: AvatarUrl): ContactSelection {
  const { id, accountId, firstName, lastName, middleName, headline, location } = contact;
  const avatar = avatarUrl(contact.photoVersion);
  return { id, firstName, lastName, middleName, avatar, headline, location, myself: id === accountId };
}

/** The contact in the answer about something else. */
export function summaryView(
  { id, firstName, lastName, photoVersion }: SummarisedContact,
  avatarUrl: AvatarUrl,
): ContactSummary {
  return { id, firstName, lastName, avatar: avatarUrl(photoVersion) };
}

/** `today` is the current day in the account's time zone. */
export function importantDateView(
  contact: Pick<ContactRecord, "id" | "accountId">,
  date: ImportantDate,
  today: string,
  leapDay: LeapDay,
): ContactAnswer["importantDates"][number] {
  const { notifyDaysBefore } = date;
  const notifyOn = notifyDaysBefore === null ? null : notifyDay({ ...date, notifyDaysBefore }, today, leapDay);
  return { ...date, personId: contact.id, userId: contact.accountId, notifyOn };
}
