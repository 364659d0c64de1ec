/** The resources of the specification: their keys, types and what may be null. */
import {
  color,
  day,
  decimal,
  each,
  integer,
  mayLack,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  texts,
  timestamp,
  truth,
  url,
  uuid,
} from "./shapes.ts";

type Keys = Readonly<Record<string, Shape>>;

const granularity = orNull(oneOf("city"));
const place = each(number, "latitude longitude");
const times = each(timestamp, "createdAt updatedAt");
const owned = each(uuid, "id userId");
const networks = "network_a network_b network_c network_d network_e website";

export const summary: Keys = { id: uuid, ...each(text, "firstName lastName"), avatar: orNull(url) };

const email: Keys = { preferred: truth, ...each(text, "type value") };
const phone: Keys = { preferred: truth, ...each(text, "prefix type value") };
const addressParts: Keys = {
  type: oneOf("home", "work", "other"),
  ...each(orNull(text), "label value addressLine1 addressLine2 addressCity addressState addressStateCode"),
  ...each(orNull(text), "addressPostalCode addressCountry addressCountryCode addressFormatted timezone"),
  ...each(orNull(number), "latitude longitude"),
};
const dateParts: Keys = {
  type: oneOf("birthday", "anniversary", "nameday", "graduation", "other"),
  date: day,
  note: text,
  notifyDaysBefore: orNull(integer),
};
export const importantDate: Keys = { ...owned, personId: uuid, ...dateParts, notifyOn: orNull(day), ...times };

export const contact: Keys = {
  ...summary,
  ...owned,
  ...times,
  ...each(text, "timezone language"),
  ...each(orNull(text), `middleName headline position location notes ${networks}`),
  ...each(orNull(number), "latitude longitude"),
  granularity,
  gisPoint: orNull({ type: oneOf("Point"), coordinates: [number] }),
  emails: [email],
  phones: [phone],
  addresses: [{ id: uuid, granularity, ...addressParts }],
  importantDates: [importantDate],
  ...each(orNull(timestamp), "notesUpdatedAt lastInteraction"),
  keepFrequencyDays: orNull(integer),
  lastInteractionActivityId: orNull(uuid),
  myself: truth,
};

export const selectItem: Keys = { ...summary, ...each(orNull(text), "middleName headline location"), myself: truth };

export const pagination: Keys = {
  hasMore: truth,
  ...each(integer, "limit offset totalCount"),
  ...each(orNull(text), "search sort"),
};

export const stats: Keys = each(integer, "newContactsThisYear thisMonthInteractions totalContacts");

const truncated = mayLack(oneOf(true));
export const contactPins: Keys = {
  pins: [{ ...summary, ...place, ...each(orNull(text), "headline location"), lastInteraction: orNull(timestamp) }],
  truncated,
};
export const addressPins: Keys = {
  pins: [
    {
      ...each(uuid, "addressId personId"),
      ...each(text, "addressType addressCity addressCountry addressFormatted firstName lastName"),
      ...place,
      avatar: orNull(url),
    },
  ],
  truncated,
};

export const reminder: Keys = {
  importantDate: { ...importantDate, notifyDaysBefore: integer, notifyOn: day },
  notificationSent: truth,
  notificationSentAt: orNull(timestamp),
  person: summary,
};

export const tag: Keys = { ...owned, label: text, color, ...times, contactCount: integer, previewContacts: [summary] };
export const group: Keys = { ...tag, emoji: text };
export const labelName: Keys = { id: uuid, label: text };

export const interactionTypes = [
  ...["Call", "Coffee", "Email", "Meal", "Meeting", "Networking event", "Note", "Other", "Party/Social"],
  ...["Text/Messaging", "Competition/Hackathon", "Custom"],
];
export const interaction: Keys = {
  ...owned,
  type: oneOf(...interactionTypes),
  date: timestamp,
  ...each(orNull(text), "title description"),
  participantIds: [uuid],
  ...times,
};

export const account: Keys = { id: uuid, email: orNull(text), name: text, createdAt: timestamp };

export const settings: Keys = {
  ...each(text, "timezone language reminderSendTime"),
  leapDay: oneOf("feb28", "mar1"),
  remindersEnabled: truth,
  email: orNull(text),
  mailStatus: oneOf("ok", "unverified", "refused", "bounced", "complained"),
  calendarTokenCreatedAt: orNull(timestamp),
};

export const apiKey: Keys = {
  ...each(text, "id label keyPrefix"),
  permission: oneOf("read", "full"),
  createdAt: timestamp,
  lastUsedAt: orNull(timestamp),
};

export const suggestion: Keys = {
  ...each(orNull(text), "addressLine1 addressCity addressState addressStateCode addressPostalCode"),
  ...each(orNull(text), "addressCountry addressCountryCode"),
  ...each(text, "addressFormatted timezone"),
  ...place,
  granularity: oneOf("city"),
};

export const upload: Keys = { url, method: oneOf("POST"), fields: texts, expiresAt: timestamp, maxBytes: integer };

const issue: Keys = {
  ...each(text, "code message"),
  severity: oneOf("error", "warning", "info"),
  ...each(mayLack(text), "field property"),
  line: mayLack(integer),
};

export const parsedContact: Keys = {
  tempId: text,
  issues: [issue],
  ...each(truth, "isValid alreadyExists photo"),
  duplicateOf: orNull({ contactId: uuid, matchedOn: oneOf("handle", "email", "phone", "import") }),
  duplicateInFile: orNull(text),
  groups: [text],
  ...each(orNull(timestamp), "connectedAt lastInteraction"),
  uid: mayLack(text),
  organisation: mayLack(text),
  likelyPerson: mayLack(truth),
  sources: mayLack([text]),
  ...each(text, "firstName lastName"),
  ...each(orNull(text), `middleName headline position location timezone language notes ${networks}`),
  ...each(orNull(number), "latitude longitude"),
  emails: [email],
  phones: [phone],
  addresses: [addressParts],
  importantDates: [dateParts],
  keepFrequencyDays: orNull(integer),
};

const counts = "totalCount validCount invalidCount duplicateCount skippedCount";
export const parseResult: Keys = {
  importId: uuid,
  contacts: [parsedContact],
  ...each(integer, counts),
  coverage: number,
  pagination,
};

const detail: Keys = each(text, "path message");

export const importStatus: Keys = {
  ...parseResult,
  ...each(orNull(integer), counts),
  coverage: orNull(number),
  status: oneOf("waiting", "parsing", "parsed", "failed"),
  rowsRead: integer,
  error: orNull({ ...each(text, "code message"), details: [detail] }),
};

export const commitResult: Keys = {
  ...each(integer, "importedCount updatedCount skippedCount"),
  results: [
    {
      tempId: text,
      status: oneOf("imported", "updated", "skipped"),
      contactId: mayLack(uuid),
      code: mayLack(text),
      details: mayLack([detail]),
      differing: mayLack([text]),
      avatar: mayLack(oneOf("taken", "kept", "unreadable", "gone")),
    },
  ],
  txid: decimal,
};

const critical: Keys = { ok: truth, latencyMs: integer };
const auxiliary: Keys = { ok: truth, configured: truth };
export const live: Keys = { status: oneOf("ok"), timestamp, ...each(text, "version gitSha") };
export const ready: Keys = {
  status: oneOf("ok", "degraded", "unhealthy"),
  ...each(timestamp, "timestamp cacheExpiresAt"),
  cached: truth,
  services: {
    ...each(critical, "database storage cache"),
    ...each(auxiliary, "smtp ai_provider maps_provider payments_provider analytics_provider"),
  },
};

export const refusal: Keys = {
  error: {
    ...each(text, "code type message request_id"),
    doc_url: url,
    param: mayLack(text),
    details: mayLack([detail]),
    retry_after: mayLack(integer),
  },
};
