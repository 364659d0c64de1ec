/** The types of the API. Generated from the route table by `npm run client`. */
import type { Call, CallOptions, ChangeOptions, Clearable, NoInput, ReadOptions } from "./call.ts";

/** A contact by its name and picture. */
export interface ContactSummary {
  /** The id of the contact, given by the service. Ids sort in the order of creation. */
  id: string;
  /** The given name, or the only name that is known, such as that of an organisation. It can't be cleared. */
  firstName: string;
  /** The family name. It is empty when there is none. */
  lastName: string;
  /** A signed address of the picture, which needs no credentials and is valid for at least an hour; null without a picture. `POST /contacts/{id}/photo` sets the picture. */
  avatar: string | null;
}

/** The fields of a contact that requests may write. */
export interface ContactFields {
  /** The given name, or the only name that is known, such as that of an organisation. It can't be cleared. */
  firstName: string;
  /** The family name. It is empty when there is none. */
  lastName: string;
  /** Names between the first and the last one. */
  middleName: string | null;
  /** What the person does, in one line. Imports make it from job title and organisation. */
  headline: string | null;
  /** The job title. */
  position: string | null;
  /** Where the person is, in words. If no coordinates are given, the service takes those of the town that it names. */
  location: string | null;
  /** Degrees north of the equator (WGS 84). It is sent and cleared together with `longitude`; null when neither somebody gave it nor `location` names a known town. */
  latitude: number | null;
  /** Degrees east of Greenwich (WGS 84), together with `latitude`. */
  longitude: number | null;
  /** The person's time zone, by its name in the IANA database. While it is not set, it is that of the coordinates, otherwise the account's; null unsets it. */
  timezone: string;
  /** The person's language, as a BCP 47 tag. While it is not set, it is the account's; null unsets it. */
  language: string;
  /** E-mail addresses, each once, in the order in which they were sent; at most one is preferred. */
  emails: Email[];
  /** Phone numbers, each once, in the order in which they were sent; at most one is preferred. */
  phones: Phone[];
  /** Postal addresses. A request replaces the whole list; an address that is sent with its `id` keeps it. */
  addresses: Address[];
  /** Yearly dates, such as a birthday; the year 1904 stands for an unknown one. A request replaces the whole list; a date that is sent with its `id` keeps it. */
  importantDates: ImportantDate[];
  /** The profile on the professional network, stored as its URL. A handle alone is accepted, too. */
  network_a: string | null;
  /** The handle on the photo-sharing network. A profile URL or a leading `@` is accepted and removed. */
  network_b: string | null;
  /** The handle on the general social network. A profile URL or a leading `@` is accepted and removed. */
  network_c: string | null;
  /** The phone number of the person on the first messenger, stored in E.164. */
  network_d: string | null;
  /** The phone number of the person on the second messenger, stored in E.164. */
  network_e: string | null;
  /** The person's own website. `https://` is added when the scheme is missing. */
  website: string | null;
  /** What the owner of the account wants to remember. Imports add values that no other field takes as lines at its end. */
  notes: string | null;
  /** The days after the last interaction in which to be in touch again. Null: the contact is not tracked. */
  keepFrequencyDays: number | null;
  /** The later of the time that was set by hand and that of the contact's latest interaction that is not in the future; null without both. Null in a request takes back only what was set by hand. */
  lastInteraction: string | null;
  /** What friends call the person. It counts as a first name when imports compare names. Answered only where `fields` names it, and by the write that sends it. */
  nickname?: string | null;
  /** The company, or whatever else the person belongs to. Answered only where `fields` names it, and by the write that sends it. */
  organisation?: string | null;
  /** The person's id in another system, unique in the account. Answered only where `fields` names it, and by the write that sends it. */
  externalId?: string | null;
}

export interface ContactId {
  /** The contact. The owner's own has the id of the account. */
  id: string;
  /** `true`: past the trash, so that nothing can bring the contacts back. Only sessions may do that: with a key it is 403. Default: false. */
  permanent?: boolean;
}

export interface LabelId {
  /** The group or tag of the path. */
  id: string;
}

export interface PageChoice {
  /** How many entries are answered at most. Default: 50. */
  limit?: number;
  /** How many entries of the list are skipped. Beyond its end the page is empty. Default: 0. */
  offset?: number;
}

export interface PictureChoice {
  /** How exact the pictures are that `avatar` leads to: a higher quality is a larger file. Default: "medium". */
  avatarQuality?: AvatarQuality;
  /** The side of the pictures that `avatar` leads to: 64, 256 or 512 pixels. Default: "medium". */
  avatarSize?: AvatarSize;
}

export interface InteractionId {
  /** The interaction. */
  id: string;
}

export interface WebhookId {
  /** The webhook. */
  id: string;
}

/** A fault, and where it is. */
export interface Fault {
  /** Where the fault is. It starts with `body`, `query`, `params` or `headers`. */
  path: string;
  /** What is wrong, in a sentence for people. */
  message: string;
}

/** Counts of the whole account, whatever the filter of the list. */
export interface Stats {
  /** Contacts that were created in this year (UTC). */
  newContactsThisYear: number;
  /** Interactions whose date is in this month (UTC), including those that are still to come. */
  thisMonthInteractions: number;
  /** All contacts of the account except its owner. */
  totalContacts: number;
}

/** Which part of a list an answer contains. */
export interface Pagination {
  /** Whether there are entries after this page. */
  hasMore: boolean;
  /** The requested limit, or less if the page would be too large for an answer. */
  limit: number;
  /** The requested offset. */
  offset: number;
  /** The requested search without outer spaces; null without one. */
  search: string | null;
  /** The order of the entries; null for a search by best match, and for lists with a fixed order. */
  sort: string | null;
  /** The number of entries on all pages. */
  totalCount: number;
}

/** A yearly date of a contact, such as a birthday. */
export interface ImportantDate {
  /** Given by the service. A date that is sent with it is changed; without it, or with null, it is a new one. */
  id: string;
  /** The contact that the date belongs to. */
  personId: string;
  /** The account. It is also the id of the contact of its owner. */
  userId: string;
  /** What is remembered on the day. A contact has at most one birthday and one nameday. */
  type: "birthday" | "anniversary" | "nameday" | "graduation" | "other";
  /** The first day of the yearly date; the year 1904 means that the year is unknown. */
  date: string;
  /** What the owner wants to remember about it; empty without one. */
  note: string;
  /** The days before the date on which a mail reminds the owner. Null: no reminder. */
  notifyDaysBefore: number | null;
  /** The day of the next reminder, in the account's time zone; null without `notifyDaysBefore`. */
  notifyOn: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

/** A postal address of a contact. */
export interface Address {
  /** Given by the service. An address that is sent with it is changed; without it, or with null, it is a new one. */
  id: string;
  /** Whose address it is. */
  type: "home" | "work" | "other";
  /** A name of the owner's own for it. */
  label: string | null;
  /** The address as free text, where it is not known in parts. */
  value: string | null;
  /** Street and number. */
  addressLine1: string | null;
  /** Floor, flat, or what else the first line lacks. */
  addressLine2: string | null;
  /** The town. */
  addressCity: string | null;
  /** The region or state. */
  addressState: string | null;
  /** The code of the region, as in ISO 3166-2 after the hyphen. */
  addressStateCode: string | null;
  /** The postal code. */
  addressPostalCode: string | null;
  /** The name of the country. It has priority over a code of another country. */
  addressCountry: string | null;
  /** The code of the country, as in ISO 3166-1 alpha-2. */
  addressCountryCode: string | null;
  /** The whole address. It is made of the other lines when it is not sent. */
  addressFormatted: string | null;
  /** Degrees north (WGS 84). It is sent together with `longitude`; when both are null, the service takes those of the town in the text. */
  latitude: number | null;
  /** Degrees east (WGS 84), together with `latitude`. */
  longitude: number | null;
  /** `city`: the coordinates are those of the middle of the town in the text. Null: a caller gave them, or there are none. */
  granularity: "city" | null;
  /** The time zone there, by its name in the IANA database; null when it is not known. */
  timezone: string | null;
}

/** A phone number of a contact. */
export interface Phone {
  /** Whether it is the one to use first. */
  preferred: boolean;
  /** `+` and the country code; empty when the country is not known. */
  prefix: string;
  /** What the owner uses it for: usually `mobile`, `home` or `work`, or any other word. */
  type: string;
  /** The number without `prefix`. A whole international number is accepted and divided. */
  value: string;
}

/** An e-mail address of a contact. */
export interface Email {
  /** Whether it is the one to use first. */
  preferred: boolean;
  /** What the owner uses it for: usually `home` or `work`, or any other word. */
  type: string;
  /** The address. Its domain is stored in lower case. */
  value: string;
}

/** A person, or an organisation, whom the owner of the account knows; or the owner. Every field is always present. */
export interface Contact extends ContactFields {
  /** The id of the contact, given by the service. Ids sort in the order of creation. */
  id: string;
  /** The account. It is also the id of the contact of its owner. */
  userId: string;
  /** A signed address of the picture, which needs no credentials and is valid for at least an hour; null without a picture. `POST /contacts/{id}/photo` sets the picture. */
  avatar: string | null;
  /** `city`: the coordinates are those of the middle of the town in the text. Null: a caller gave them, or there are none. */
  granularity: "city" | null;
  /** The coordinates as a point of GeoJSON (RFC 7946); null without coordinates. */
  gisPoint: {
    /** The kind of geometry. */
    type: "Point";
    /** Longitude, then latitude. */
    coordinates: number[];
  } | null;
  /** When `notes` were last changed; null if they never were. */
  notesUpdatedAt: string | null;
  /** The interaction that `lastInteraction` comes from; null if it was set by hand, or there is none. */
  lastInteractionActivityId: string | null;
  /** Whether this is the contact of the account's owner. No list contains it. */
  myself: boolean;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** The ids of its groups, in the order of their labels. Answered only where `fields` names it. */
  groups?: string[];
  /** The ids of its tags, in the order of their labels. Answered only where `fields` names it. */
  tags?: string[];
}

/** A contact in a list to choose from. */
export interface ContactChoice extends ContactSummary {
  /** Names between the first and the last one. */
  middleName: string | null;
  /** What the person does, in one line. Imports make it from job title and organisation. */
  headline: string | null;
  /** Where the person is, in words. If no coordinates are given, the service takes those of the town that it names. */
  location: string | null;
  /** Whether this is the contact of the account's owner. No list contains it. */
  myself: boolean;
}

/** A contact on the map, at its own coordinates or those of its first address that has some. */
export interface ContactPin extends Omit<ContactChoice, "middleName" | "myself"> {
  /** The later of the time that was set by hand and that of the contact's latest interaction that is not in the future; null without both. Null in a request takes back only what was set by hand. */
  lastInteraction: string | null;
  /** Degrees north (WGS 84) at which it is shown. */
  latitude: number;
  /** Degrees east (WGS 84) at which it is shown. */
  longitude: number;
}

/** An address of a contact on the map. */
export interface AddressPin extends Omit<ContactSummary, "id"> {
  /** The address, one of `addresses` of the contact. */
  addressId: string;
  /** Whose address it is. */
  addressType: "home" | "work" | "other";
  /** The town; empty when it is not known. */
  addressCity: string;
  /** The country; empty when it is not known. */
  addressCountry: string;
  /** The whole address on one line; empty when there is no text. */
  addressFormatted: string;
  /** The contact whose address it is. */
  personId: string;
  /** Degrees north (WGS 84) at which it is shown. */
  latitude: number;
  /** Degrees east (WGS 84) at which it is shown. */
  longitude: number;
}

/** The next occurrence of an important date, about which a mail reminds the owner. */
export interface Reminder {
  importantDate: ImportantDate;
  /** Whether the mail about this occurrence was accepted. */
  notificationSent: boolean;
  /** When the mail was accepted; null while it was not. */
  notificationSentAt: string | null;
  person: ContactSummary;
}

export interface ContactInput
  extends Omit<
    Clearable<ContactFields>,
    "firstName" | "emails" | "phones" | "addresses" | "importantDates" | "nickname" | "organisation" | "externalId"
  > {
  /** The given name, or the only name that is known, such as that of an organisation. It can't be cleared. */
  firstName: string;
  /** What friends call the person. It counts as a first name when imports compare names. */
  nickname?: string | null;
  /** The company, or whatever else the person belongs to. */
  organisation?: string | null;
  /** E-mail addresses, each once, in the order in which they were sent; at most one is preferred. */
  emails?: EmailInput[] | null;
  /** Phone numbers, each once, in the order in which they were sent; at most one is preferred. */
  phones?: PhoneInput[] | null;
  /** Postal addresses. A request replaces the whole list; an address that is sent with its `id` keeps it. */
  addresses?: AddressInput[] | null;
  /** Yearly dates, such as a birthday; the year 1904 stands for an unknown one. A request replaces the whole list; a date that is sent with its `id` keeps it. */
  importantDates?: ImportantDateInput[] | null;
  /** The person's id in another system, unique in the account. */
  externalId?: string | null;
}

export interface ImportantDateInput {
  /** Given by the service. A date that is sent with it is changed; without it, or with null, it is a new one. */
  id?: string | null;
  /** What is remembered on the day. A contact has at most one birthday and one nameday. */
  type: "birthday" | "anniversary" | "nameday" | "graduation" | "other";
  /** The first day of the yearly date; the year 1904 means that the year is unknown. */
  date: string;
  /** What the owner wants to remember about it; empty without one. Default: `""`. */
  note?: string | null;
  /** The days before the date on which a mail reminds the owner. Null: no reminder. */
  notifyDaysBefore?: number | null;
}

export interface AddressInput extends Omit<Clearable<Address>, "type" | "granularity"> {
  /** Whose address it is. */
  type: "home" | "work" | "other";
  /** The value that was read. In an address without `id` it says that the coordinates come from a text, so that they follow the text. */
  granularity?: "city" | null;
}

export interface PhoneInput {
  /** Whether it is the one to use first. Default: `false`. */
  preferred?: boolean;
  /** `+` and the country code; empty when the country is not known. Default: `""`. */
  prefix?: string;
  /** What the owner uses it for: usually `mobile`, `home` or `work`, or any other word. Default: `"other"`. */
  type?: string;
  /** The number without `prefix`. A whole international number is accepted and divided. */
  value: string;
}

export interface EmailInput {
  /** Whether it is the one to use first. Default: `false`. */
  preferred?: boolean;
  /** What the owner uses it for: usually `home` or `work`, or any other word. Default: `"other"`. */
  type?: string;
  /** The address. Its domain is stored in lower case. */
  value: string;
}

export interface WrittenContact {
  contact: Contact;
  /** The number of the write that made this change. An answer whose `x-txid` is this number or a greater one includes the change. */
  txid: string;
}

export interface ContactFilter {
  /** As of GET /contacts; refused when blank. */
  search?: string;
  /** Only contacts with `keepFrequencyDays`; `false` is refused. */
  keepInTouch?: true;
  /** Only contacts of this group. */
  groupId?: string;
  /** Only contacts with this tag. */
  tagId?: string;
  /** Only contacts that this import created; an import is known for a day, then it is 404 `import_not_found`. */
  importId?: string;
}

export interface ContactDeletion {
  /** Contacts that were deleted (200), or that this request added to those that are deleted in the background (202). The latter stay listed until they are deleted, contacts that are created later stay, and the request need not be repeated. */
  deletedCount: number;
  /** Of a dry run: up to 20 of the contacts that would be deleted. */
  sample?: ContactSummary[];
  /** What was done, in a sentence for people. Programs should use the status. */
  message: string;
}

export interface OneContact {
  contact: Contact;
}

export type ContactPatch = Partial<ContactInput>;

export interface Message {
  /** What was done, in a sentence for people. Programs should use the status. */
  message: string;
}

export interface ImportantDates {
  /** All important dates of the contact. */
  dates: ImportantDate[];
}

/** A group of contacts, such as a club or a team. */
export interface Group {
  /** Given by the service. */
  id: string;
  /** The account. It is also the id of the contact of its owner. */
  userId: string;
  /** The name that the owner gave it. */
  label: string;
  /** A sign that shows the group in lists. */
  emoji: string;
  /** The colour that shows it in lists, as `#rrggbb`. */
  color: string;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** The number of its contacts. */
  contactCount: number;
  /** Some of its contacts: those that were created first, the oldest first. */
  previewContacts: ContactSummary[];
}

/** A word that marks contacts. */
export type Tag = Omit<Group, "emoji">;

/** What the related person is to the contact in the path. The other contact shows the inverse, such as `child` for `parent`. */
export type RelationshipType =
  | "parent"
  | "child"
  | "spouse"
  | "partner"
  | "sibling"
  | "friend"
  | "colleague"
  | "neighbor"
  | "guardian"
  | "dependent"
  | "manager"
  | "report"
  | "other";

/** What two contacts are to each other, seen from the contact in the path. */
export interface Relationship {
  /** The same from both contacts. */
  id: string;
  /** The account. It is also the id of the contact of its owner. */
  userId: string;
  /** The contact in the path. */
  personId: string;
  /** The other contact. */
  relatedPersonId: string;
  relationshipType: RelationshipType;
  person: ContactSummary;
  relatedPerson: ContactSummary;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface RelationshipInput {
  /** A contact, which may be the account's own. */
  relatedPersonId: string;
  relationshipType: RelationshipType;
}

export interface OneRelationship {
  relationship: Relationship;
}

export interface RelationshipPatch {
  relationshipType?: RelationshipType;
}

export interface TrackedContact extends ContactSummary {
  /** The later of the time that was set by hand and that of the contact's latest interaction that is not in the future; null without both. Null in a request takes back only what was set by hand. */
  lastInteraction: string | null;
  /** The days in which to be in touch again. */
  keepFrequencyDays: number;
  /** The day on which to be in touch again, in the account's time zone: `keepFrequencyDays` after the last interaction, or after the creation without one. */
  dueOn: string;
  /** Days since `dueOn`; 0 when it is today or still to come. */
  overdueDays: number;
}

export interface HistoryPage {
  /** The changes of the last 30 days, newest first. */
  changes: HistoryChange[];
  /** Where the list goes on; null at its end. */
  next: string | null;
}

/** A value as it is stored, up to 2,000 characters. Null for none, and where the field is only named. */
export type ChangedValue = unknown;

export interface ChangedField {
  /** The name of the field; `avatar` is the picture. */
  field: string;
  /** A value as it is stored, up to 2,000 characters. Null for none, and where the field is only named. */
  before: ChangedValue;
  /** A value as it is stored, up to 2,000 characters. Null for none, and where the field is only named. */
  after: ChangedValue;
  /** Of `members`, the number of contacts that joined. */
  added?: number;
  /** Of `members`, the number of contacts that left. */
  removed?: number;
  /** Only there if `before` or `after` shows less than the whole value. */
  truncated?: true;
}

export interface ChangeVia {
  /** An import, a merge, the deletion or restore of many contacts, or an undo. */
  kind: "import" | "merge" | "bulk" | "undo";
  /** The id of the receipt, of the merge, of the deletion or restore, or of the undo. */
  id: string;
}

export interface ChangeAuthor {
  /** A session of the owner, an API key, or the service itself. */
  kind: "session" | "key" | "service";
  /** The id of the key, `session` or `service`. */
  id: string;
  /** The label that the key had then; null without a key. */
  label: string | null;
}

/** A change of one contact, group, interaction or something else, in one write. It is kept for 30 days. */
export interface HistoryChange {
  /** The id of the change, which has no order. */
  id: string;
  /** What was changed; `members` are those of a group or tag. */
  subject: "contact" | "interaction" | "relationship" | "group" | "tag" | "members" | "share" | "account";
  /** The id of the subject; of `members`, that of the label. */
  subjectId: string;
  /** The contact of the change, or the first one of an interaction; null if there is no single one. */
  contactId: string | null;
  /** The write that made the change. */
  txid: string;
  /** When it was made; with `count`, when it began. */
  at: string;
  /** What happened to the subject. */
  kind:
    | "created"
    | "updated"
    | "deleted"
    | "restored"
    | "merged"
    | "unmerged"
    | "imported"
    | "import_undone"
    | "undone";
  /** Who asked for the change. */
  by: ChangeAuthor;
  /** What the change is a part of; null for nothing. */
  via: ChangeVia | null;
  /** Whether the call came through `/mcp`. */
  agent: boolean;
  /** The number of contacts, only of jobs that change many. */
  count?: number;
  /** The fields that changed. New subjects, deleted contacts and settings are only named. */
  fields: ChangedField[];
  /** Only in the activity: the contact as it is now, also in the trash; null if there is none. */
  contact?: ContactSummary | null;
}

export interface TrashedContact extends ContactSummary {
  /** When the deletion was requested. A bulk deletion has one moment for all. */
  deletedAt: string;
  /** When the contact goes for good: 30 days after its deletion. */
  restorableUntil: string;
  /** Who asked for the deletion. */
  deletedBy: ChangeAuthor;
  /** Why a restore in the background left the contact here; null otherwise. */
  refusedCode: string | null;
}

export interface ContactRestore {
  /** Contacts that were restored (200), or that are being restored in the background (202). */
  restoredCount: number;
  /** One for each contact (200); none while they are restored in the background. */
  results: RestoreResult[];
}

export interface RestoreResult {
  /** The contact, as the request names it. */
  id: string;
  /** What became of the contact; a refused one stays in the trash. */
  status: "restored" | "refused";
  /** Why the contact was refused: it is not in the trash, or the account has no room for it. */
  code?: "contact_not_found" | "contact_limit_reached";
  /** What a newer contact has taken since, so that the restored one comes back without it. */
  lost?: ("externalId" | "importMarks")[];
}

export interface TrashRemoval extends Message {
  /** Contacts that are no longer in the trash. */
  deletedCount: number;
}

export interface PhotoUpload {
  /** Send it to `photo` after the upload, in a text field of this name and without a file. */
  uploadId: string;
  upload: UploadForm;
}

/** The request that sends the file directly to the storage, once. */
export interface UploadForm {
  /** Where the form is sent to. */
  url: string;
  /** How the form is sent. */
  method: "POST";
  /** Sent as `multipart/form-data` before the file, which comes last, in a field named `file`. */
  fields: Record<string, string>;
  /** The upload must begin before. */
  expiresAt: string;
  /** The storage accepts a file of exactly this size. */
  maxBytes: number;
}

export interface GroupInput {
  /** The name that it gets. */
  label: string;
  /** One emoji that Unicode recommends for interchange; stored in its fully qualified spelling. Default: `"👥"`. */
  emoji?: string;
  /** `#rrggbb`; upper case is accepted and stored in lower case. Default: `"#2f6fed"`. */
  color?: string;
}

export interface LabelDeletion {
  /** Unknown ids are ignored. */
  ids: string[];
}

export interface DeletedLabels extends Message {
  /** How many were deleted; unknown ids do not count. */
  deletedCount: number;
}

export interface GroupPatch {
  /** The name that it gets. */
  label?: string;
  /** One emoji that Unicode recommends for interchange; stored in its fully qualified spelling. */
  emoji?: string;
  /** `#rrggbb`; upper case is accepted and stored in lower case. */
  color?: string;
}

/** The group or tag of the path. */
export interface LabelReference {
  /** Given by the service. */
  id: string;
  /** The name that the owner gave it. */
  label: string;
}

export interface MemberChoice {
  /** The contacts. Send either this or `filter`. */
  contactIds?: string[];
  /** All contacts that meet every condition; `{}` means all contacts of the account except its own. */
  filter?: ContactFilter;
  /** Contacts that the `filter` does not include. */
  excludeIds?: string[];
}

export interface AddedMembers {
  /** Contacts that became members. */
  addedCount: number;
  /** Contacts that were already members, and repeated ids. */
  skippedCount: number;
}

export interface RemovedMembers {
  /** Contacts that are no members any more. */
  removedCount: number;
}

export interface TagInput {
  /** The name that it gets. */
  label: string;
  /** `#rrggbb`; upper case is accepted and stored in lower case. Default: `"#64748b"`. */
  color?: string;
}

export type TagPatch = Omit<GroupPatch, "emoji">;

export interface ImportResult {
  /** The import. It is kept for a day. */
  importId: string;
  /** The rows of this page, in the order of the files. */
  contacts: ParsedContact[];
  /** Rows about people, both valid and invalid. */
  totalCount: number;
  /** Rows that a commit can write. */
  validCount: number;
  /** Rows with an issue of the severity `error`. */
  invalidCount: number;
  /** Rows about a contact of the account, or about the same person as another row. */
  duplicateCount: number;
  /** Rows that are not about a person. */
  skippedCount: number;
  /** The share of the values in the file that a field of a contact takes. */
  coverage: number;
  pagination: Pagination;
}

export type ParsedAddress = Omit<Address, "id" | "granularity">;

/** Something that a reader of a row should know. */
export interface ImportIssue {
  /** What happened, for programs. `/docs/import-issues` says what to do about each code. */
  code:
    | "name_missing"
    | "name_parts_differ"
    | "name_is_handle"
    | "name_signs_removed"
    | "name_case_changed"
    | "characters_removed"
    | "value_cut"
    | "value_unreadable"
    | "notes_full"
    | "email_invalid"
    | "emails_left_out"
    | "phone_invalid"
    | "phone_changed"
    | "phones_left_out"
    | "addresses_left_out"
    | "layout_country_unused"
    | "type_left_out"
    | "words_left_out"
    | "handle_invalid"
    | "groups_left_out"
    | "timezone_unknown"
    | "language_unknown"
    | "date_unreadable"
    | "date_ambiguous"
    | "important_date_further"
    | "important_dates_left_out"
    | "photo_link"
    | "photo_too_large"
    | "photo_format"
    | "photo_broken"
    | "photo_further"
    | "picture_left_out"
    | "line_unreadable"
    | "card_not_ended"
    | "card_too_long"
    | "lines_outside"
    | "lines_joined"
    | "charset_guessed"
    | "property_without_place"
    | "relation_without_place"
    | "group_values_without_place"
    | "group_members_missing"
    | "quote_unclosed"
    | "line_cut"
    | "column_without_place"
    | "cells_beyond_header"
    | "handle_missing"
    | "likely_no_person"
    | "connected_at_close_friends"
    | "list_missing"
    | "list_not_read"
    | "file_passed_over"
    | "duplicate_name_differs"
    | "duplicate_values_differ"
    | "duplicate_profile_differs"
    | "duplicate_reach_differs"
    | "issues_left_out";
  /** `error`: the row is invalid. `warning`: something was changed or lost. `info`: no field takes a value. */
  severity: "error" | "warning" | "info";
  /** What happened, in a sentence for people. */
  message: string;
  /** The field of the contact. */
  field?: string;
  /** The property or column of the file, as the file names it. */
  property?: string;
  /** The first line of it in the file, counted from 1. */
  line?: number;
}

/** A person of an imported file, with the fields that the contact would get. */
export interface ParsedContact
  extends Omit<
    ContactFields,
    "timezone" | "language" | "addresses" | "importantDates" | "nickname" | "organisation" | "externalId"
  > {
  /** A hash of the normalised row and its picture. Equal rows are one person: the second has `.1` at the end, and so on, and only one of them is imported. Different people with the same name and the same day of connecting are numbered in the order of the file: the second has `~1` at the end, and so on. */
  tempId: string;
  /** Whether a commit can write the row. */
  isValid: boolean;
  /** What was changed, lost or not understood. */
  issues: ImportIssue[];
  /** Whether a commit updates a contact: `duplicateOf` is not null. */
  alreadyExists: boolean;
  /** The contact that a commit of the row updates, and the value by which it was found: `handle` (a profile or the website), `email`, `phone` (also network_d and network_e), or `import` (the same row was committed before, or one with the same UID, or with the same name and day of connecting to network_a). A profile finds the contact unless the names disagree and, besides, another profile, the e-mail addresses or the birthdays differ. Any other value finds it only if the names agree and the birthdays don't differ. A contact with the same e-mail address or number and another name is not a duplicate: the issue `duplicate_name_differs` names it. The issues `duplicate_values_differ`, one for each field, and `duplicate_profile_differs` name the values of the row that the contact doesn't take. */
  duplicateOf: {
    /** The contact. */
    contactId: string;
    /** By what it was found. */
    matchedOn: "handle" | "email" | "phone" | "import";
  } | null;
  /** The tempId of another row about the same person, by the same rules. It is an earlier row, or a later one with a name if this row has none. */
  duplicateInFile: string | null;
  /** Rows (`tempId`) and contacts that share a value with the row, but are other people: a short name fits several. */
  notSameAs: string[];
  /** Labels of the groups that the contact joins; missing groups are made. */
  groups: string[];
  /** Whether the row has a picture. */
  photo: boolean;
  /** When the people connected on the network; null when the file does not say it. */
  connectedAt: string | null;
  /** The UID of a vCard if it is a UUID, otherwise a hash of the UID. */
  uid?: string;
  /** Only of `network_b`: false if the account looks like a company or a club. */
  likelyPerson?: boolean;
  /** Only of `network_b`: the lists that have the account, `followers` or `following`. */
  sources?: string[];
  /** What friends call the person. It counts as a first name when imports compare names. */
  nickname: string | null;
  /** The company, or whatever else the person belongs to. */
  organisation: string | null;
  /** The person's time zone, by its name in the IANA database. While it is not set, it is that of the coordinates, otherwise the account's; null unsets it. */
  timezone: string | null;
  /** The person's language, as a BCP 47 tag. While it is not set, it is the account's; null unsets it. */
  language: string | null;
  /** Postal addresses. A request replaces the whole list; an address that is sent with its `id` keeps it. */
  addresses: ParsedAddress[];
  /** Yearly dates, such as a birthday; the year 1904 stands for an unknown one. A request replaces the whole list; a date that is sent with its `id` keeps it. */
  importantDates: {
    /** What is remembered on the day. A contact has at most one birthday and one nameday. */
    type: "birthday" | "anniversary" | "nameday" | "graduation" | "other";
    /** The first day of the yearly date; the year 1904 means that the year is unknown. */
    date: string;
    /** What the owner wants to remember about it; empty without one. */
    note: string;
    /** The days before the date on which a mail reminds the owner. Null: no reminder. */
    notifyDaysBefore: number | null;
  }[];
}

export interface PendingImport {
  /** The import. It is kept for a day. */
  importId: string;
  /** How far the parse is. It is over when the status is `parsed` or `failed`. */
  status: Status;
}

export interface ImportUpload {
  /** The import. It is kept for a day. */
  importId: string;
  upload: UploadForm;
}

export interface Import extends PendingImport {
  /** The rows of this page, in the order of the files. */
  contacts: ParsedContact[];
  /** Rows about people, both valid and invalid; null until the status is `parsed`. */
  totalCount: number | null;
  /** Rows that a commit can write; null until the status is `parsed`. */
  validCount: number | null;
  /** Rows with an issue of the severity `error`; null until the status is `parsed`. */
  invalidCount: number | null;
  /** Rows about a contact of the account, or about the same person as another row; null until the status is `parsed`. */
  duplicateCount: number | null;
  /** Rows that are not about a person; null until the status is `parsed`. */
  skippedCount: number | null;
  /** The share of the values in the file that a field of a contact takes; null until the status is `parsed`. */
  coverage: number | null;
  pagination: Pagination;
  /** Rows found so far, which grows while the file is parsed. */
  rowsRead: number;
  /** Bytes of the files that have become rows so far, for a progress bar: `bytesTotal` when the status is `parsed`. Of an archive, the files in it that are read stand for the whole. A parse that is tried again after a fault of the service begins again at 0. */
  bytesRead: number;
  /** Bytes of all files of the import. */
  bytesTotal: number;
  /** Why the status is `failed`. */
  error: {
    /** A code of the error envelope. */
    code: string;
    /** What happened, in a sentence for people. */
    message: string;
    /** The faults of the files. */
    details: Fault[];
  } | null;
}

export interface ComparedContact extends Omit<ContactFields, "nickname" | "organisation" | "externalId"> {
  /** The contact. */
  id: string;
  /** What friends call the person. It counts as a first name when imports compare names. */
  nickname: string | null;
  /** The company, or whatever else the person belongs to. */
  organisation: string | null;
}

/** As the parse answered it, or as a person changed it. */
export type CommitRowValue = unknown;

/** A row of a commit: the fields of a contact, which are checked for each row by itself, and those that `ParsedContact` explains. It joins the contact that has its `externalId`. With `photo: false`, the contact does not take the picture of the row; with `true`, the result says if the picture is gone. Without `notSameAs`, the commit decides by the rows that it knows. `connectedAt` and the name identify people of `network_a` without a profile in the file, and later imports find the contact by `uid`. These three are ignored when they have another form than the parse answers. Of the other fields that no contact has, the commit reads only `groups`. */
export interface CommitRow extends Omit<Partial<Record<keyof ParsedContact, CommitRowValue>>, "tempId"> {
  /** The id of the row, as the parse answered it. */
  tempId: string;
  externalId?: CommitRowValue;
}

export interface CommitResult {
  /** Rows of which contacts were created. */
  importedCount: number;
  /** Rows that added values to contacts. */
  updatedCount: number;
  /** Rows that were not written; their results say why. */
  skippedCount: number;
  /** What was done with each row, in the order of the request. */
  results: CommitRowResult[];
  /** The number of the write that made this change. An answer whose `x-txid` is this number or a greater one includes the change. */
  txid: string;
}

/** What a commit did with a row. */
export interface CommitRowResult {
  /** The id of the row, as the parse answered it. */
  tempId: string;
  /** `imported`: a contact was created. `updated`: a contact got values. `skipped`: nothing was written. */
  status: "imported" | "updated" | "skipped";
  /** The contact that the row became or was added to; absent for a row that became none. */
  contactId?: string;
  /** Why the row was skipped: `already_imported`, `unchanged` or an error code; after an undo, `changed_since` for a row that is kept. A row of any status may have `limits_reached`: the lists of the contact had no room for all values of the row. Such a row that matched an existing contact can be sent again: its values are added if there is room by then, otherwise the code is `limits_reached` again. */
  code?: string;
  /** The first 20 faults of a row that is not valid, as a `validation_error` lists them. */
  details?: Fault[];
  /** Fields in which the row differs from the contact that it was merged into; the contact keeps its values. */
  differing?: string[];
  /** For a row with a picture. `taken`: it is the avatar now. `kept`: the contact kept its own. `unreadable`: the picture can't be read. `gone`: the row has `photo: true`, but none of the account's imports of the last day contains its picture. */
  avatar?: "taken" | "kept" | "unreadable" | "gone";
  /** After an undo. `removed`: the contact is gone. `restored`: it has its earlier values again. `kept`: it was changed since, which is the code `changed_since`. */
  undo?: "removed" | "restored" | "kept";
  /** Fields that a contact keeps which the row updated, because they were changed since. A contact that the row created is kept with all that it has. */
  fields?: string[];
}

export interface OneImportReceipt {
  receipt: ImportReceipt;
}

/** What became of the rows of an import. */
export interface ImportReceipt {
  /** Given by the service. */
  id: string;
  /** The import whose rows were committed. */
  importId: string;
  /** `vcard`: vCards of any program. `network_a`: the export of the professional network. `network_b`: the export of the photo-sharing network. */
  source: Source;
  /** The names of the files, as they were sent. */
  fileNames: string[];
  /** Rows that a client commits itself share a receipt, which is `running` until an hour passes without such a commit, or until it is undone, after which commits have another one. `failed`: the commit, or the undo, stopped for good; what it did until then is in the results. */
  status: "running" | "done" | "undoing" | "undone" | "failed";
  /** The rows that were chosen; of a client's commits, those that it has sent. All are done when this is the sum of `imported`, `updated`, `skipped` and `failed`. */
  total: number;
  /** Rows of which contacts were created. */
  imported: number;
  /** Rows that added values to contacts. */
  updated: number;
  /** Rows that were committed before, or that bring nothing (`already_imported`, `unchanged`). */
  skipped: number;
  /** All other rows that were not written; their results say why. */
  failed: number;
  /** When the first row was committed, or the commit on the server was requested. */
  startedAt: string;
  /** When the commit ended; null while it runs. */
  endedAt: string | null;
  /** The import can be undone before this time. */
  undoableUntil: string;
}

export interface Export {
  /** The signed address of the file, which needs no credentials. */
  url: string;
  /** The end of the file's life, an hour after it was made. */
  expiresAt: string;
  /** The addresses of all files of an export that is too large for one archive; `url` is the first. */
  urls?: string[];
}

export interface PendingExport {
  /** The export, whose address is in `Location`. */
  exportId: string;
  /** The file is being made. */
  status: "making";
}

/** How they met or wrote; `Note` for what is only to be remembered. */
export type InteractionType =
  | "Call"
  | "Coffee"
  | "Email"
  | "Meal"
  | "Meeting"
  | "Networking event"
  | "Note"
  | "Other"
  | "Party/Social"
  | "Text/Messaging"
  | "Competition/Hackathon"
  | "Custom";

/** A meeting, call or message with one or more contacts, in the past or planned. */
export interface Interaction {
  /** Given by the service. */
  id: string;
  /** The account. It is also the id of the contact of its owner. */
  userId: string;
  type: InteractionType;
  /** When it takes place. It may be in the future: contacts show the interaction once its time has come. */
  date: string;
  /** What it was about, in one line; null without a title. */
  title: string | null;
  /** What was said or decided; null without a description. */
  description: string | null;
  /** Contacts that took part, which may include the owner. */
  participantIds: string[];
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface InteractionInput {
  type: InteractionType;
  /** When it takes place. It may be in the future: contacts show the interaction once its time has come. */
  date?: string;
  /** Contacts that took part, which may include the account's own. */
  participantIds: string[];
  /** What it was about, in one line; null without a title. */
  title?: string | null;
  /** What was said or decided; null without a description. */
  description?: string | null;
}

export type InteractionPatch = Partial<InteractionInput>;

export interface MergeInput {
  /** The contact that survives and keeps its id. */
  leftPersonId: string;
  /** The contact that becomes a part of it. */
  rightPersonId: string;
  /** The contact whose value is taken for a field that differs. `left` or `right` for a list or the notes takes that value alone, without the other. Fields that do not differ, and `lastInteraction`, which is always the later one, are not affected. Default: `{}`. */
  conflictResolutions?: ConflictResolution;
  /** Answers what a merge would do, and writes nothing. Default: `false`. */
  dryRun?: boolean;
}

/** The contact whose value is taken for the field. */
export type MergeSide = "left" | "right";

export interface MergeResult {
  contact: Contact;
  /** The right contact, whose id is not found any more. */
  mergedFromPersonId: string;
  /** By which the merge can be undone; null for a dry run. */
  mergeId: string | null;
  /** Every field in which both contacts have a value, and not the same. */
  conflicts: MergeConflict[];
  /** The merge can be undone before this time. */
  undoableUntil: string | null;
  /** The number of the write that made this change. An answer whose `x-txid` is this number or a greater one includes the change. */
  txid: string | null;
}

/** A field in which both contacts have a value, and not the same. */
export interface MergeConflict {
  /** The field of both contacts. */
  field: FieldInput;
  /** The value of the left contact, as its answers show it. */
  left: unknown;
  /** The value of the right contact, as its answers show it. */
  right: unknown;
  /** `both`: the values were united, the left one first. */
  taken: "left" | "right" | "both";
  /** What the united value lacks: entries without room or that can't stand twice, or the end of the notes. */
  leftOut?: unknown[];
}

/** Two contacts that were united. */
export interface Merge {
  /** Given by the service. */
  id: string;
  /** The contact that survived. */
  leftPersonId: string;
  /** The contact that became a part of it. */
  rightPersonId: string;
  /** The contact that survived; as it was then, if it was deleted or merged since. */
  contact: ContactSummary;
  /** The other contact as it was then; as it is, if the merge was undone. */
  mergedFrom: ContactSummary;
  /** When it was created. */
  createdAt: string;
  /** The merge can be undone before this time. */
  undoableUntil: string;
  /** When the merge was undone; null if it was not. */
  undoneAt: string | null;
}

/** Two contacts that may be one person. */
export interface MergeRecommendation {
  /** The id of the pair: the UUID of version 5 of both ids. */
  id: string;
  /** The contact that was created first. */
  left: ContactSummary;
  /** The other contact. */
  right: ContactSummary;
  /** How probable it is that they are one person. */
  score: number;
  /** Why they may be one person, the strongest reason first. */
  reasons: {
    /** What the contacts have in common. */
    kind: "network_a" | "network_b" | "network_c" | "email" | "phone" | "birthday" | "name";
    /** The value that both have; for `name`, how the names agree: `same`, `spelling`, `nickname`, …. */
    value: string;
  }[];
}

export interface ContactPair {
  /** One of the two contacts. */
  leftPersonId: string;
  /** The other contact. */
  rightPersonId: string;
}

export interface OneMergeRecommendation {
  recommendation: MergeRecommendation;
}

export interface Account {
  /** The id of the account, and of the contact of its owner. */
  id: string;
  /** The address that mails are sent to; null until the issuer has verified one. */
  email: string | null;
  /** The name that mails use for the owner. */
  name: string;
  /** When it was created. */
  createdAt: string;
}

export interface AccountPatch {
  /** The name that mails use for the owner. */
  name?: string;
}

export interface UndoSelection {
  /** Only changes with this id in `by` or in `via`. */
  by?: string;
  /** Only changes that came through `/mcp`, or only others. */
  agent?: boolean;
  /** The changes from this time on. Sent with `to`. */
  from?: string;
  /** The changes before this time, which must not be in the future. */
  to?: string;
  /** The changes with these ids, and no others. */
  changeIds?: string[];
  /** True answers what an undo would do, and writes nothing. Default: `false`. */
  dryRun?: boolean;
}

export interface Undo {
  /** The id of the undo; null for a dry run. Its changes have it in `via`. */
  id: string | null;
  /** Whether it still runs, in the background. */
  status: "running" | "done";
  /** The number of selected changes. */
  total: number;
  /** The changes that were undone, also in part. */
  undone: number;
  /** What was not undone, the first 200. */
  kept: KeptChange[];
  /** When it was asked for. */
  startedAt: string;
  /** When it ended; null while it runs. */
  endedAt: string | null;
}

/** What of a change was not undone. */
export interface KeptChange {
  /** The id of a change. */
  changeId: string;
  /** The contact of the change; null if there is no single one. */
  contactId: string | null;
  /** `changed_since`: the value is another one now. `permanent`: it was deleted for good. `not_undoable`: of settings, a replaced picture, members beyond 10,000 in one call, or what a full account has no room for. */
  reason: "changed_since" | "mail_sent" | "permanent" | "expired" | "not_undoable";
  /** The fields that stay; absent if nothing of the change was undone, or if it is of many contacts. */
  fields?: string[];
}

export interface Settings {
  /** A time zone of the IANA database, such as `Europe/Prague`. The days and times of reminders are in this zone. */
  timezone: string;
  /** A BCP 47 language tag, such as `cs-CZ`. Mails, the calendar feed and pages are in English if they don't support the language. */
  language: string;
  /** The local time, `HH:MM`, from which the reminders of a day are sent. */
  reminderSendTime: string;
  /** The day on which a date of 29 February is observed in common years: 28 February or 1 March. */
  leapDay: "feb28" | "mar1";
  /** Whether reminders are sent. */
  remindersEnabled: boolean;
  /** The address that reminders are sent to; null if none was verified. */
  email: string | null;
  /** The status of mails to the address. Mails are sent only while it is `ok`. It becomes `ok` with another address, or when the owner asks to try again: see `remindersEnabled` of the change. */
  mailStatus: "ok" | "unverified" | "refused" | "bounced" | "complained";
  /** When the address of the calendar feed was created; null if there is none. */
  calendarTokenCreatedAt: string | null;
}

export interface SettingsPatch {
  /** A time zone of the IANA database, such as `Europe/Prague`. The days and times of reminders are in this zone. */
  timezone?: string;
  /** A BCP 47 language tag, such as `cs-CZ`. Mails, the calendar feed and pages are in English if they don't support the language. */
  language?: string;
  /** The local time, `HH:MM`, from which the reminders of a day are sent. */
  reminderSendTime?: string;
  /** The day on which a date of 29 February is observed in common years: 28 February or 1 March. */
  leapDay?: "feb28" | "mar1";
  /** Whether reminders are sent. After `refused`, `bounced` or `complained`, mails are tried again when this is turned off and on, or sent as `true` without any other setting. Together with other settings, an unchanged `true` does not try again. */
  remindersEnabled?: boolean;
}

export type NextReminder = NextReminderMail | ReminderMails;

/** A mail that will go if nothing changes until then. */
export interface ReminderMail {
  /** When it is due. It is sent within the hour. */
  sendAt: string;
  /** The dates in the mail, the earliest first. */
  dates: Reminder[];
  /** The number of dates in the mail. */
  dateCount: number;
  /** The contacts to be in touch with that the mail names, at most five. */
  due: TrackedContact[];
  /** The contacts to be in touch with that it names or counts. */
  dueCount: number;
}

/** The mails between two times. */
export interface ReminderMails {
  /** The mails between `from` and `to`, the earliest first. */
  mails: ReminderMail[];
  /** The `from` that lists the mails for which this answer has no room or no time; null without such mails. */
  next: string | null;
}

/** The next mail of the reminder sender. */
export interface NextReminderMail extends Omit<ReminderMail, "sendAt"> {
  /** When it is due; null if no mail will go. */
  sendAt: string | null;
  /** The subject of the mail; null without one. */
  subject: string | null;
  /** The text of the mail, of which the first two megabytes are answered; null without one. */
  text: string | null;
  /** Null, or why no mail will go: `not_configured` if the service sends no mail, `reminders_off` if `remindersEnabled` is false, `unverified` if the account has no verified address, `refused` if mail can't be sent to the address, `bounced` if a mail to the address came back, `complained` if a mail was reported as spam, `nothing_due` if no date has `notifyDaysBefore`, and no contact is left to be in touch with. */
  reason:
    | "not_configured"
    | "reminders_off"
    | "unverified"
    | "refused"
    | "bounced"
    | "complained"
    | "nothing_due"
    | null;
}

export interface CalendarAddress {
  /** The address of the feed. It is shown only once: an answer that is repeated for an `Idempotency-Key` does not contain it. */
  url: string;
}

/** A key by which a program calls the API for the account. */
export interface ApiKey {
  /** The id of the key, which is a part of it. */
  id: string;
  /** The name that the owner gives the key. */
  label: string;
  /** `read`: only GET and HEAD. `full`: every route that accepts keys. It can't be changed later. */
  permission: "read" | "full";
  /** The key with its secret masked, to recognise it by. */
  keyPrefix: string;
  /** When it was created. */
  createdAt: string;
  /** When a request last used the key, within a minute; null if none did. */
  lastUsedAt: string | null;
}

export interface ApiKeyInput {
  /** The name that the owner gives the key. */
  label: string;
  /** `read`: only GET and HEAD. `full`: every route that accepts keys. It can't be changed later. Default: `"read"`. */
  permission?: "read" | "full";
}

export interface CreatedApiKey extends ApiKey {
  /** The whole key. It is shown only once: an answer that is repeated for an `Idempotency-Key` does not contain it. */
  secret: string;
}

export interface ApiKeyPatch {
  /** The name that the owner gives the key. */
  label: string;
}

/** `contact.created`: A contact was created, or came back from the trash or by the undo of a merge. `contact.updated`: A contact was changed, or a planned interaction with it has come due. `contact.deleted`: A contact was deleted. `contact.merged`: Two contacts were merged into `contactId`. No other event of a contact tells of the merge. `group.changed`: A group was created, changed or deleted, or its members changed, also by an import, a merge, or a contact that is deleted or restored. `tag.changed`: A tag was created, changed or deleted, or its members changed, also by a merge, or a contact that is deleted or restored. `import.done`: An import has ended: its commit on the server, or, of rows that a client commits itself, an hour after the last. `reminder.due`: The reminder of an important date is due, once for each of its occurrences. */
export type WebhookEvent =
  | "contact.created"
  | "contact.updated"
  | "contact.deleted"
  | "contact.merged"
  | "group.changed"
  | "tag.changed"
  | "import.done"
  | "reminder.due";

/** A URL that is called when something happens in the account. */
export interface Webhook {
  /** The id of the webhook. */
  id: string;
  /** The URL to which events are sent by POST. */
  url: string;
  /** The types of events that are sent. */
  events: WebhookEvent[];
  /** What the webhook is for; null for nothing. */
  description: string | null;
  /** Whether events are sent. */
  enabled: boolean;
  /** Why the service switched it off. `gone`: its URL answered 410. `failing`: every delivery failed for three days. Null if the service did not. */
  disabledReason: "gone" | "failing" | null;
  /** When the service switched it off; null if it did not. */
  disabledAt: string | null;
  /** Until when the secret before the last rotation signs, too; null when only one secret signs. */
  previousSecretEndsAt: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface WebhookInput {
  /** The https URL to which events are sent by POST. It must lead to an address of the public internet, and redirects are not followed. */
  url: string;
  /** The types of events that are sent. */
  events: WebhookEvent[];
  /** What the webhook is for; null for nothing. */
  description?: string | null;
  /** Whether events are sent. Those of the time without are not sent later. Default: `true`. */
  enabled?: boolean;
}

export interface WebhookWithSecret {
  webhook: Webhook;
  /** `whsec_` and the key of the signatures in base64, as the libraries of Standard Webhooks take it. It is shown only once: an answer that is repeated for an `Idempotency-Key` does not contain it. */
  secret: string;
}

export interface WebhookPatch extends Omit<Partial<WebhookInput>, "enabled"> {
  /** Whether events are sent. Those of the time without are not sent later. */
  enabled?: boolean;
}

/** One event for one webhook, with what became of it. */
export interface WebhookDelivery {
  /** The id of the delivery. */
  id: string;
  /** The webhook. */
  webhookId: string;
  /** The header `webhook-id`, which all attempts and repetitions of an event share. */
  messageId: string;
  /** The `type` in the body. */
  event:
    | "contact.created"
    | "contact.updated"
    | "contact.deleted"
    | "contact.merged"
    | "group.changed"
    | "tag.changed"
    | "import.done"
    | "reminder.due"
    | "webhook.test";
  /** The `data` in the body of a delivery: ids, and no other personal data. */
  data: {
    /** The contact. Read it with `GET /contacts/{id}`. */
    contactId?: string;
    /** The contact that became a part of `contactId`, and whose id is no contact any more. */
    mergedFromContactId?: string;
    /** The group. After its deletion, it is in no answer any more. */
    groupId?: string;
    /** The tag. After its deletion, it is in no answer any more. */
    tagId?: string;
    /** The import, as the answer of its parsing names it. */
    importId?: string;
    /** The receipt of the import, see `GET /contacts/import-receipts/{id}`. */
    receiptId?: string;
    /** The important date of the contact. */
    importantDateId?: string;
    /** The number of the write that made this change. An answer whose `x-txid` is this number or a greater one includes the change. */
    txid: string;
  };
  /** When the event happened, which is the `timestamp` in the body. */
  timestamp: string;
  /** `pending`: not tried yet. `retrying`: failed, and is tried again at `nextAttemptAt`. `failed`: given up. */
  status: "pending" | "succeeded" | "retrying" | "failed";
  /** The number of attempts so far. */
  attempts: number;
  /** When the last attempt began; null before the first. */
  attemptedAt: string | null;
  /** How many milliseconds the last attempt took. */
  durationMs: number | null;
  /** The HTTP status of the last answer; null without an answer. */
  responseStatus: number | null;
  /** The first 256 bytes of the last answer. */
  responseBody: string | null;
  /** Why the last attempt failed without an answer; null with one. */
  error: string | null;
  /** When the next attempt is due; null for none. */
  nextAttemptAt: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface AddressSuggestion {
  /** Street and number. */
  addressLine1: string | null;
  /** The town. */
  addressCity: string | null;
  /** The region or state. */
  addressState: string | null;
  /** The code of the region, as in ISO 3166-2 after the hyphen. */
  addressStateCode: string | null;
  /** The postal code. */
  addressPostalCode: string | null;
  /** The name of the country. It has priority over a code of another country. */
  addressCountry: string | null;
  /** The code of the country, as in ISO 3166-1 alpha-2. */
  addressCountryCode: string | null;
  /** The suggestion on one line. */
  addressFormatted: string;
  /** Degrees north (WGS 84). */
  latitude: number;
  /** Degrees east (WGS 84). */
  longitude: number;
  /** The time zone there, by its name in the IANA database. */
  timezone: string;
  /** How exact the coordinates are: those of the middle of the town. */
  granularity: "city";
}

export type BrowserSession =
  | {
      /** Somebody is signed in. */
      signedIn: true;
      /** The account of the session. */
      accountId: string;
      /** The e-mail address of its owner; null if the issuer has none. */
      email: string | null;
      /** The name of its owner. */
      name: string;
      /** When the session token expires. */
      expiresAt: string;
    }
  | {
      /** Nobody is signed in. */
      signedIn: false;
    };

export interface Liveness {
  /** The function runs; nothing else was checked. */
  status: "ok";
  /** The time of the answer. */
  timestamp: string;
  /** The version of the service. */
  version: string;
  /** The commit that the service was built from. */
  gitSha: string;
}

export interface Readiness {
  /** `unhealthy`: database, storage or cache fails. `degraded`: another configured service fails. */
  status: "ok" | "degraded" | "unhealthy";
  /** When the services were checked. */
  timestamp: string;
  /** Whether this is the result of an earlier request. */
  cached: boolean;
  /** When the services are checked again. */
  cacheExpiresAt: string;
  /** The result for each service. */
  services: {
    database: NeededService;
    storage: NeededService;
    cache: NeededService;
    smtp: OptionalService;
    ai_provider: OptionalService;
    maps_provider: OptionalService;
    payments_provider: OptionalService;
    analytics_provider: OptionalService;
  };
}

/** A service without which most requests are answered. */
export interface OptionalService {
  /** Whether it works. Also true when it is not configured. */
  ok: boolean;
  /** Whether this stage uses it. */
  configured: boolean;
}

/** A service without which no request is answered. */
export interface NeededService {
  /** Whether it answered as it should. */
  ok: boolean;
  /** The milliseconds until it answered. */
  latencyMs: number;
}

export type Status = "waiting" | "parsing" | "parsed" | "failed";

export type AvatarQuality = "low" | "medium" | "high";

export type AvatarSize = "small" | "medium" | "large";

export type Sort =
  | "nameAsc"
  | "nameDesc"
  | "surnameAsc"
  | "surnameDesc"
  | "interactionAsc"
  | "interactionDesc"
  | "createdAtAsc"
  | "createdAtDesc";

export type Field =
  | "id"
  | "userId"
  | "firstName"
  | "lastName"
  | "middleName"
  | "headline"
  | "position"
  | "location"
  | "latitude"
  | "longitude"
  | "timezone"
  | "language"
  | "emails"
  | "phones"
  | "addresses"
  | "importantDates"
  | "network_a"
  | "network_b"
  | "network_c"
  | "network_d"
  | "network_e"
  | "website"
  | "notes"
  | "keepFrequencyDays"
  | "lastInteraction"
  | "nickname"
  | "organisation"
  | "externalId"
  | "avatar"
  | "granularity"
  | "gisPoint"
  | "notesUpdatedAt"
  | "lastInteractionActivityId"
  | "myself"
  | "createdAt"
  | "updatedAt"
  | "groups"
  | "tags";

export type Source = "vcard" | "network_a" | "network_b";

export type Strategy = "following" | "followers" | "following_and_followers" | "mutual_following" | "close_friends";

export interface ConflictResolution extends Partial<Record<keyof ContactFields, MergeSide>> {
  avatar?: MergeSide;
}

export type FieldInput =
  | "firstName"
  | "lastName"
  | "middleName"
  | "nickname"
  | "headline"
  | "position"
  | "organisation"
  | "location"
  | "latitude"
  | "longitude"
  | "timezone"
  | "language"
  | "emails"
  | "phones"
  | "addresses"
  | "importantDates"
  | "network_a"
  | "network_b"
  | "network_c"
  | "network_d"
  | "network_e"
  | "website"
  | "notes"
  | "keepFrequencyDays"
  | "lastInteraction"
  | "externalId"
  | "avatar";

export interface ListContactsInput extends PageChoice, PictureChoice {
  /** `true`: only contacts with `keepFrequencyDays`. Default: false. */
  keepInTouch?: boolean;
  /** Only contacts of this group. */
  groupId?: string;
  /** Only contacts with this tag. */
  tagId?: string;
  /** Words that must all match, in any order, at the start or inside of a word of names, nickname, headline, position, organisation, location, e-mail addresses, phone digits, addresses, handles, website or notes; one wrong letter is forgiven in names. */
  search?: string;
  /** `nameAsc` when absent; of a search, the best match first. */
  sort?: Sort;
  /** The fields that answers have besides `id`, separated by commas, even if the schema requires more. */
  fields?: Field[];
  /** Only contacts with these ids: up to 200, separated by commas. Ids without a contact are skipped. */
  ids?: string[];
}

export interface ListContactsAnswer {
  /** The contacts of this page. */
  contacts: Contact[];
  pagination: Pagination;
  stats: Stats;
}

export interface DeleteContactsInput {
  /** The contacts to delete; unknown ids are ignored. Send either this or `filter`. */
  ids?: string[];
  /** All contacts that meet every condition: `{}` means all contacts of the account. Its own contact is never deleted. */
  filter?: ContactFilter;
  /** Contacts that the `filter` does not include. */
  excludeIds?: string[];
  /** `true`: past the trash, so that nothing can bring the contacts back. Only sessions may do that: with a key it is 403. Default: false. */
  permanent?: boolean;
  /** `true`: only says what would be deleted, and writes nothing. Default: false. */
  dryRun?: boolean;
}

export type ListContactChoicesInput = Omit<ListContactsInput, "fields" | "ids">;

export interface ListContactChoicesAnswer {
  /** The contacts of this page. */
  contacts: ContactChoice[];
  pagination: Pagination;
}

export interface FindContactBySocialInput extends PictureChoice {
  /** The field of the contact in which the handle is looked for. */
  platform: "network_a" | "network_b" | "network_c" | "network_d" | "network_e" | "website";
  /** The handle, profile URL, phone number or website, in any spelling that writing a contact accepts. */
  handle: string;
}

export interface FindContactBySocialAnswer {
  /** The contact, of several the one that was updated last; null if there is none. */
  contact: ContactSummary | null;
  /** Whether there is such a contact. */
  exists: boolean;
}

export interface FindContactsByChannelInput extends PictureChoice {
  /** An e-mail address, in any case. */
  email?: string;
  /** A phone number in any spelling, also of a messenger, and with or without its country. */
  phone?: string;
  /** The id of the person in another system. */
  externalId?: string;
}

export interface FindContactsByChannelAnswer {
  /** Contacts with this value, or into which such contacts were merged, the oldest first; at most 200. */
  contacts: ContactSummary[];
}

export interface ListMapPinsInput extends PictureChoice {
  /** The southern side of the box, in degrees. */
  minLat: number;
  /** The northern side of the box, in degrees. */
  maxLat: number;
  /** The western side of the box, in degrees. A value greater than `maxLon` means a box across the antimeridian. */
  minLon: number;
  /** The eastern side of the box, in degrees. */
  maxLon: number;
  /** How many entries are answered at most. Default: 500. */
  limit?: number;
}

export interface ListMapPinsAnswer {
  /** The contacts in the box, in a stable order. */
  pins: ContactPin[];
  /** Present when the box contains more pins than the answer. */
  truncated?: true;
}

export interface ListMapAddressPinsAnswer {
  /** The addresses in the box, in a stable order. */
  pins: AddressPin[];
  /** Present when the box contains more pins than the answer. */
  truncated?: true;
}

export interface ListUpcomingDatesInput extends PictureChoice {
  /** How many entries are answered at most. Default: 500. */
  limit?: number;
  /** Whether dates without a reminder are answered, too, from 31 days before. Default: false. */
  all?: boolean;
}

export interface ListUpcomingDatesAnswer {
  /** Sorted by `notifyOn`, or the day itself without a reminder, then date, then id. */
  reminders: Reminder[];
}

export interface GetContactInput extends PictureChoice {
  /** The contact. The owner's own has the id of the account. */
  id: string;
  /** The fields that answers have besides `id`, separated by commas, even if the schema requires more. */
  fields?: Field[];
}

export interface PatchContactInput extends Partial<ContactInput> {
  /** The contact. The owner's own has the id of the account. */
  id: string;
}

export type DeleteContactInput = ContactId;

export interface ListImportantDatesInput {
  /** The contact. The owner's own has the id of the account. */
  id: string;
}

export interface ReplaceImportantDatesInput extends ListImportantDatesInput {
  /** All dates of the contact: a stored date that is missing here is deleted, and `[]` deletes all of them. */
  dates: ImportantDateInput[];
}

export type ListContactGroupsInput = Omit<GetContactInput, "fields">;

export interface ListContactGroupsAnswer {
  /** The groups, by label. */
  groups: Group[];
}

export interface ListContactTagsAnswer {
  /** The tags, by label. */
  tags: Tag[];
}

export interface TagContactInput extends ListImportantDatesInput {
  /** The tag that the contact gets. */
  tagId: string;
}

export interface UntagContactInput extends ListImportantDatesInput {
  /** The tag. */
  tagId: string;
}

export interface ListRelationshipsAnswer {
  /** Oldest first. */
  relationships: Relationship[];
}

export type CreateRelationshipInput = RelationshipInput & ListImportantDatesInput;

export interface PatchRelationshipInput {
  /** One of the two contacts. */
  id: string;
  /** The relationship, whose id is the same from both contacts. */
  relationshipId: string;
  relationshipType?: RelationshipType;
}

export type DeleteRelationshipInput = Omit<PatchRelationshipInput, "relationshipType">;

export interface ListContactsToKeepInTouchInput extends PageChoice, PictureChoice {
  /** `true`: only contacts that are due today or earlier. Default: false. */
  due?: boolean;
}

export interface ListContactsToKeepInTouchAnswer {
  /** Most overdue first. */
  contacts: TrackedContact[];
  pagination: Pagination;
}

export interface ListContactChangesInput extends Omit<GetContactInput, "id"> {
  /** The `txid` that the mirror has reached. Without it, or with 0, all contacts are answered. Default: "0". */
  since?: string;
  /** The `next` of the answer before, to go on with the same reading. `since` is not used then. */
  next?: string;
  /** How many entries are answered at most. Default: 50. */
  limit?: number;
}

export interface ListContactChangesAnswer {
  /** Oldest first, each contact once with its latest state. */
  changes: {
    /** The id of the contact. */
    contactId: string;
    /** The write that changed or deleted the contact last. */
    txid: string;
    /** Whether the contact was deleted, or became a part of another one by a merge. */
    deleted: boolean;
    /** The contact as it is now; null if it was deleted. */
    contact: Contact | null;
  }[];
  /** The next `since`: the mirror has every change up to this write. With `hasMore`, others follow. */
  txid: string;
  /** Where to go on while `hasMore` is true; null at the end. */
  next: string | null;
  /** Whether there are more changes. At the end the mirror equals the account at `txid`. */
  hasMore: boolean;
}

export interface ListContactHistoryInput extends ListImportantDatesInput {
  /** How many entries are answered at most. Default: 50. */
  limit?: number;
  /** The `next` of the answer before, which is valid for the same query only. */
  next?: string;
}

export interface ListTrashInput extends Omit<ListContactsToKeepInTouchInput, "due"> {
  /** Words that must all be in the names, in any order and at any position. */
  search?: string;
}

export interface ListTrashAnswer {
  /** The contacts of this page, the latest deletion first. */
  contacts: TrashedContact[];
  pagination: Pagination;
}

export interface EmptyTrashInput {
  /** The contacts to remove; without it, all contacts in the trash. */
  ids?: string[];
}

export interface RestoreContactsInput {
  /** The contacts to restore. Send either this or `deletedSince`. */
  ids?: string[];
  /** All contacts whose deletion was requested at this time or later. */
  deletedSince?: string;
}

export interface GetContactVcardInput extends ListImportantDatesInput {
  /** `3.0` for programs that do not read 4.0. Default: "4.0". */
  version?: "4.0" | "3.0";
}

export interface UploadPhotoInput extends ListImportantDatesInput {
  /** A file of up to 4 MB, under any field name. */
  file?: Blob;
  /** Instead of a file: the `uploadId` of a picture that was uploaded to the storage. */
  uploadId?: string;
}

export interface UploadPhotoAnswer {
  /** The picture was stored, or removed. */
  success: true;
  /** A signed address of the picture in the medium size and quality, valid for at least an hour; null when the contact has none now. */
  avatarUrl: string | null;
}

export interface PreparePhotoUploadInput extends ListImportantDatesInput {
  /** Bytes of the picture, exactly; at most 5 MB. */
  size: number;
}

export interface ListGroupsInput extends PictureChoice {
  /** How many contacts of each are shown. Default: 3. */
  previewLimit?: number;
}

export interface ListGroupsAnswer {
  /** All groups of the account, by label. */
  groups: Group[];
  /** The number of all of them. */
  totalCount: number;
}

export type DeleteGroupsInput = LabelDeletion;

export interface ListGroupChangesInput extends ListGroupsInput {
  /** The `txid` that the mirror has reached. Without it, or with 0, all of them are answered. Default: "0". */
  since?: string;
}

export interface ListGroupChangesAnswer {
  /** Oldest first, each once with its latest state. */
  changes: {
    /** The id of the group. */
    groupId: string;
    /** The group as it is now; null if it was deleted. */
    group: Group | null;
    /** The write that changed it last; if that is too long ago to be known, a number before all others. */
    txid: string;
    /** Whether it was deleted. */
    deleted: boolean;
  }[];
  /** The next `since`. */
  txid: string;
}

export type GetGroupInput = ListGroupsInput & LabelId;

export type PatchGroupInput = GroupPatch & LabelId;

export type DeleteGroupInput = LabelId;

export type ListGroupContactsInput = Omit<ListContactsInput, "ids"> & LabelId;

export interface ListGroupContactsAnswer extends Omit<ListContactsAnswer, "stats"> {
  group: LabelReference;
}

export type AddGroupContactsInput = MemberChoice & LabelId;

export interface ListTagsAnswer {
  /** All tags of the account, by label. */
  tags: Tag[];
  /** The number of all of them. */
  totalCount: number;
}

export type CreateTagInput = TagInput;

export interface ListTagChangesAnswer {
  /** Oldest first, each once with its latest state. */
  changes: {
    /** The id of the tag. */
    tagId: string;
    /** The tag as it is now; null if it was deleted. */
    tag: Tag | null;
    /** The write that changed it last; if that is too long ago to be known, a number before all others. */
    txid: string;
    /** Whether it was deleted. */
    deleted: boolean;
  }[];
  /** The next `since`. */
  txid: string;
}

export type PatchTagInput = Omit<PatchGroupInput, "emoji">;

export interface ListTagContactsAnswer extends Omit<ListContactsAnswer, "stats"> {
  tag: LabelReference;
}

export interface ParseImportInput {
  /** `vcard`: vCards of any program. `network_a`: the export of the professional network. `network_b`: the export of the photo-sharing network. */
  source: Source;
  /** Up to 500 files, 4 MB together, under any field name. */
  file: Blob[];
  /** Only for `network_b`: which lists are read; `following_and_followers` when absent. */
  strategy?: Strategy;
}

export interface PrepareImportUploadInput extends Omit<ParseImportInput, "file"> {
  /** The name of the file, which is only displayed and may be blank. */
  fileName: string;
  /** Bytes of the file, exactly; at most 5 GB. */
  size: number;
}

export interface GetImportInput {
  /** `vcard`: vCards of any program. `network_a`: the export of the professional network. `network_b`: the export of the photo-sharing network. */
  source: Source;
  /** The import, as the parse or the upload answered it. */
  importId: string;
  /** How many entries are answered at most. Default: 200. */
  limit?: number;
  /** How many entries of the list are skipped. Beyond its end the page is empty. Default: 0. */
  offset?: number;
}

export interface GetImportRowInput {
  /** `vcard`: vCards of any program. `network_a`: the export of the professional network. `network_b`: the export of the photo-sharing network. */
  source: Source;
  /** The import, as the parse or the upload answered it. */
  importId: string;
  /** The id of the row, as the parse answered it. */
  tempId: string;
}

export interface GetImportRowAnswer {
  row: ParsedContact;
  /** null if the row is not valid, or matched no contact, or that contact was deleted since. */
  comparison: {
    /** The contact as it is now. */
    contact: ComparedContact;
    /** The contact as a commit of the row would leave it. */
    merged: ComparedContact;
    /** Fields in which the row differs from `merged`; the contact keeps its values. */
    differing: string[];
    /** The lists of the contact have no room for all values of the row. */
    limitsReached: boolean;
  } | null;
}

export interface CommitImportRowsInput {
  /** `vcard`: vCards of any program. `network_a`: the export of the professional network. `network_b`: the export of the photo-sharing network. */
  source: Source;
  /** The rows to write, as the parse answered them or changed by a person. */
  contacts: CommitRow[];
  /** The import whose receipt lists the rows. When absent, each row is listed by the newest parsed import of the source that has it, if there is one. */
  importId?: string;
}

export interface StartImportCommitInput extends Omit<GetImportRowInput, "tempId"> {
  /** The rows to commit, also those that are invalid, which fail. */
  include?: string[];
  /** The rows to leave out, besides invalid rows, which are always left out. */
  exclude?: string[];
  /** Labels of groups that every contact joins besides those of its row. Missing groups are made. Default: []. */
  groups?: string[];
}

export type ListImportReceiptsInput = PageChoice;

export interface ListImportReceiptsAnswer {
  /** The receipts of this page, the newest first. */
  receipts: ImportReceipt[];
  pagination: Pagination;
}

export interface GetImportReceiptInput {
  /** The receipt. */
  id: string;
  /** How many entries are answered at most. Default: 200. */
  limit?: number;
  /** How many entries of the list are skipped. Beyond its end the page is empty. Default: 0. */
  offset?: number;
}

export interface GetImportReceiptAnswer {
  receipt: ImportReceipt;
  /** In the order in which the rows were committed. */
  results: CommitRowResult[];
  pagination: Pagination;
}

export interface UndoImportInput {
  /** The receipt. */
  id: string;
}

export interface ExportContactsInput extends Omit<ListContactsInput, "limit" | "offset" | "fields"> {
  /** `vcard` with pictures; `csv` with the columns of Google Contacts; `json`: `{contacts: [Contact]}`. Default: "vcard". */
  format?: "vcard" | "csv" | "json";
  /** Of vCards: `4.0` when absent, or `3.0` for older programs. */
  version?: "4.0" | "3.0";
}

export interface GetContactExportInput extends PictureChoice {
  /** The export. */
  id: string;
}

export type ExportAccountInput = PictureChoice;

export interface ListInteractionsInput extends PageChoice {
  /** Only interactions in which this contact took part. */
  contactId?: string;
  /** Only interactions at this time or later; the `+` of its offset may be sent as `%2B`, or as the space that an unescaped `+` becomes. */
  from?: string;
  /** Only interactions at this time or earlier; the `+` of its offset may be sent as `%2B`, or as the space that an unescaped `+` becomes. */
  to?: string;
}

export interface ListInteractionsAnswer {
  /** The interactions of this page, the latest first. */
  interactions: Interaction[];
  pagination: Pagination;
}

export type GetInteractionInput = InteractionId;

export type PatchInteractionInput = Partial<InteractionInput> & InteractionId;

export type ListMergesInput = Omit<ListContactsToKeepInTouchInput, "due">;

export interface ListMergesAnswer {
  /** The merges of this page, the latest first. */
  merges: Merge[];
  pagination: Pagination;
}

export interface GetMergeInput extends PictureChoice {
  /** The merge. */
  mergeId: string;
}

export interface UndoMergeInput {
  /** The merge. */
  mergeId: string;
}

export interface UndoMergeAnswer extends WrittenContact {
  /** The contact that is there again, under its earlier id. */
  restoredContact: Contact;
  /** Fields that were changed since the merge, and keep their values. */
  kept: FieldInput[];
}

export interface ListMergeRecommendationsInput extends ListMergesInput {
  /** `true`: only declined pairs, as far as they would still be recommended; otherwise only the others. Default: false. */
  declined?: boolean;
}

export interface ListMergeRecommendationsAnswer {
  /** The pairs of this page, the most probable first. */
  recommendations: MergeRecommendation[];
  pagination: Pagination;
}

export interface DeclineMergeRecommendationInput extends ContactPair {
  /** The recommendation. */
  id: string;
}

export interface ShareContactInput {
  /** The contact to share. */
  personId: string;
  /** Each gets a mail of its own. An address that stands twice gets one. */
  recipientEmails: string[];
  /** Stands in every mail, as plain text. */
  message?: string | null;
  /** What the card has besides `name`, `avatar` and `headline`, which it always has. All if absent. */
  selectedFields?: (
    | "name"
    | "avatar"
    | "headline"
    | "phones"
    | "emails"
    | "location"
    | "network_a"
    | "network_b"
    | "network_c"
    | "network_d"
    | "network_e"
    | "website"
    | "addresses"
    | "notes"
    | "importantDates"
  )[];
  /** Whether the account gets a copy, unless it is a recipient. Default: false. */
  sendCopy?: boolean;
}

export interface ShareContactAnswer {
  /** Every mail was accepted by the mail service. */
  success: true;
}

export type PatchAccountInput = AccountPatch;

export interface DeleteAccountInput {
  /** The e-mail address of the account, as `GET /me` shows it, in any case of letters. An account without an address is confirmed by its `id`. */
  confirm: string;
}

export interface ListActivityInput extends Omit<ListMergesInput, "offset"> {
  /** Only changes with this id in `by` or in `via`. */
  by?: string;
  /** Only changes that came through `/mcp`, or only others. */
  agent?: boolean;
  /** Only changes from this time on. */
  from?: string;
  /** Only changes before this time. */
  to?: string;
  /** The `next` of the answer before, which is valid for the same query only. */
  next?: string;
}

export interface UndoActivityAnswer {
  /** How far it is, and what it kept. */
  undo: Undo;
}

export interface GetUndoInput {
  /** The undo. */
  id: string;
}

export interface GetNextReminderInput extends PictureChoice {
  /** List the mails from this time on. Send it with `to`; the `+` of its offset may be sent as `%2B`. */
  from?: string;
  /** List the mails before this time, at most five years after `from` and from now; the `+` of its offset may be sent as `%2B`. */
  to?: string;
}

export interface GetCalendarInput {
  /** The secret of the feed. */
  token: string;
}

export interface ListApiKeysAnswer {
  /** All keys of the account, the newest first. */
  apiKeys: ApiKey[];
  /** The number of all of them. */
  totalCount: number;
}

export type CreateApiKeyInput = ApiKeyInput;

export interface PatchApiKeyInput extends ApiKeyPatch {
  /** The id of the key, which is a part of it. */
  id: string;
}

export interface DeleteApiKeyInput {
  /** The id of the key, which is a part of it. */
  id: string;
}

export interface ListWebhooksAnswer {
  /** The oldest first, at most 5. */
  webhooks: Webhook[];
}

export type GetWebhookInput = WebhookId;

export type PatchWebhookInput = WebhookPatch & WebhookId;

export type ListWebhookDeliveriesInput = PageChoice & WebhookId;

export interface ListWebhookDeliveriesAnswer {
  /** Of the last 100, the newest first. */
  deliveries: WebhookDelivery[];
  pagination: Pagination;
}

export interface RedeliverWebhookEventInput extends WebhookId {
  /** The delivery, as the list of deliveries names it. */
  deliveryId: string;
}

export interface SuggestAddressesInput {
  /** What was typed so far, in any language. */
  search: string;
  /** `place`: a town, then perhaps its region and country; `address`: a street before it, which is kept as it is. Default: "place". */
  mode?: "place" | "address";
  /** How many entries are answered at most. Default: 10. */
  limit?: number;
}

export interface SuggestAddressesAnswer {
  /** The suggestions, the best one first. */
  addresses: AddressSuggestion[];
}

export interface GetTimezoneInput {
  /** Degrees north (WGS 84). */
  lat: number;
  /** Degrees east (WGS 84). */
  lon: number;
}

export interface GetTimezoneAnswer {
  /** The name in the IANA database; at sea a zone by the hour. */
  timezone: string;
}

export interface ShowSessionTokenAnswer {
  /** The session token. Programs send it as `Authorization: Bearer`. */
  token: string;
  /** When the session token expires. */
  expiresAt: string;
}

/** The codes of errors. The API has a page about each at `/docs/errors/{code}`. */
export type ErrorCode =
  | "validation_error"
  | "contact_location_incomplete"
  | "sign_in_failed"
  | "contact_ids_only_myself"
  | "contact_merge_same_contact"
  | "relationship_self_forbidden"
  | "invalid_api_key"
  | "auth_required"
  | "api_key_route_forbidden"
  | "api_key_method_forbidden"
  | "contact_delete_self_forbidden"
  | "origin_not_allowed"
  | "address_not_verified"
  | "not_found"
  | "contact_not_found"
  | "group_not_found"
  | "tag_not_found"
  | "interaction_not_found"
  | "merge_recommendation_not_found"
  | "relationship_not_found"
  | "merge_not_found"
  | "api_key_not_found"
  | "import_not_found"
  | "webhook_not_found"
  | "receipt_not_found"
  | "change_not_found"
  | "undo_not_found"
  | "export_not_found"
  | "method_not_allowed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "api_key_limit_exceeded"
  | "important_date_duplicate"
  | "relationship_already_exists"
  | "conflict"
  | "merge_not_undoable"
  | "contact_limit_reached"
  | "storage_limit_reached"
  | "idempotency_conflict"
  | "changes_expired"
  | "precondition_failed"
  | "rate_limit_exceeded"
  | "internal_server_error"
  | "service_unavailable"
  | "timeout";

/** A method for each operation. */
export interface Operations {
  /** List contacts, a page at a time. */
  listContacts(input?: ListContactsInput, options?: CallOptions): Call<ListContactsAnswer>;
  /** Create a contact. */
  createContact(input: ContactInput, options?: CallOptions): Call<WrittenContact>;
  /** Delete many contacts; more than 1,000 are deleted in the background. */
  deleteContacts(input?: DeleteContactsInput, options?: CallOptions): Call<ContactDeletion>;
  /** List contacts in a short form, for pickers. */
  listContactChoices(input?: ListContactChoicesInput, options?: CallOptions): Call<ListContactChoicesAnswer>;
  /** Find a contact by a profile, handle, messenger number or website. */
  findContactBySocial(input: FindContactBySocialInput, options?: CallOptions): Call<FindContactBySocialAnswer>;
  /** Find the contacts with an e-mail address, a phone number or an external id. */
  findContactsByChannel(input?: FindContactsByChannelInput, options?: CallOptions): Call<FindContactsByChannelAnswer>;
  /** List the contacts in a box of the map. */
  listMapPins(input: ListMapPinsInput, options?: CallOptions): Call<ListMapPinsAnswer>;
  /** List the addresses of contacts in a box of the map. */
  listMapAddressPins(input: ListMapPinsInput, options?: CallOptions): Call<ListMapAddressPinsAnswer>;
  /** List the reminders of important dates that are running, and those of the next 31 days. */
  listUpcomingDates(input?: ListUpcomingDatesInput, options?: CallOptions): Call<ListUpcomingDatesAnswer>;
  /** Read a contact. */
  getContact(input: GetContactInput, options: ReadOptions): Call<OneContact | undefined>;
  getContact(input: GetContactInput, options?: CallOptions): Call<OneContact>;
  /** Change fields of a contact. */
  patchContact(input: PatchContactInput, options?: ChangeOptions): Call<WrittenContact>;
  /** Delete a contact: it moves to the trash with everything that belongs to it. */
  deleteContact(input: DeleteContactInput, options?: ChangeOptions): Call<Message>;
  /** Read a contact's important dates. */
  listImportantDates(input: ListImportantDatesInput, options: ReadOptions): Call<ImportantDates | undefined>;
  listImportantDates(input: ListImportantDatesInput, options?: CallOptions): Call<ImportantDates>;
  /** Replace all important dates of a contact; a date that is sent with its id keeps it. */
  replaceImportantDates(input: ReplaceImportantDatesInput, options?: ChangeOptions): Call<ImportantDates>;
  /** List the groups that a contact is in, by label. */
  listContactGroups(input: ListContactGroupsInput, options?: CallOptions): Call<ListContactGroupsAnswer>;
  /** List the tags of a contact, by label. */
  listContactTags(input: ListContactGroupsInput, options?: CallOptions): Call<ListContactTagsAnswer>;
  /** Tag a contact. */
  tagContact(input: TagContactInput, options?: CallOptions): Call<{ tag: Tag }>;
  /** Remove a tag from a contact. */
  untagContact(input: UntagContactInput, options?: CallOptions): Call<Message>;
  /** List the relationships of a contact, oldest first. */
  listRelationships(input: ListContactGroupsInput, options?: CallOptions): Call<ListRelationshipsAnswer>;
  /** Relate a contact to another one. */
  createRelationship(input: CreateRelationshipInput, options?: CallOptions): Call<OneRelationship>;
  /** Change the type of a relationship. */
  patchRelationship(input: PatchRelationshipInput, options?: CallOptions): Call<OneRelationship>;
  /** Delete a relationship, from either of its contacts. */
  deleteRelationship(input: DeleteRelationshipInput, options?: CallOptions): Call<Message>;
  /** List the contacts with `keepFrequencyDays` by the day on which they are due. */
  listContactsToKeepInTouch(
    input?: ListContactsToKeepInTouchInput,
    options?: CallOptions,
  ): Call<ListContactsToKeepInTouchAnswer>;
  /** List what changed since a `txid`, with deletions, to keep a mirror of all contacts. */
  listContactChanges(input?: ListContactChangesInput, options?: CallOptions): Call<ListContactChangesAnswer>;
  /** List what was changed in a contact, by whom and when. */
  listContactHistory(input: ListContactHistoryInput, options?: CallOptions): Call<HistoryPage>;
  /** List the contacts in the trash, the latest deletion first. */
  listTrash(input?: ListTrashInput, options?: CallOptions): Call<ListTrashAnswer>;
  /** Remove contacts from the trash for good: some, or all with an empty body. */
  emptyTrash(input?: EmptyTrashInput, options?: CallOptions): Call<TrashRemoval>;
  /** Restore contacts from the trash; more than 1,000 are restored in the background. */
  restoreContacts(input?: RestoreContactsInput, options?: CallOptions): Call<ContactRestore>;
  /** Read a contact as a vCard, from which an import makes the same contact. */
  getContactVcard(input: GetContactVcardInput, options: ReadOptions): Call<string | undefined>;
  getContactVcard(input: GetContactVcardInput, options?: CallOptions): Call<string>;
  /** Set the picture of a contact; its middle square is kept, without metadata. */
  uploadPhoto(input: UploadPhotoInput, options?: ChangeOptions): Call<UploadPhotoAnswer>;
  /** Remove the picture of a contact. */
  deletePhoto(input: ListImportantDatesInput, options?: ChangeOptions): Call<UploadPhotoAnswer>;
  /** Prepare the upload of a large picture straight to the storage. */
  preparePhotoUpload(input: PreparePhotoUploadInput, options?: CallOptions): Call<PhotoUpload>;
  /** List the groups, sorted by label. */
  listGroups(input?: ListGroupsInput, options?: CallOptions): Call<ListGroupsAnswer>;
  /** Create a group. */
  createGroup(input: GroupInput, options?: CallOptions): Call<{ group: Group }>;
  /** Delete many groups; their contacts stay. */
  deleteGroups(input: DeleteGroupsInput, options?: CallOptions): Call<DeletedLabels>;
  /** List the groups that changed since a `txid`, with deletions, to keep a mirror. */
  listGroupChanges(input?: ListGroupChangesInput, options?: CallOptions): Call<ListGroupChangesAnswer>;
  /** Read a group. */
  getGroup(input: GetGroupInput, options?: CallOptions): Call<{ group: Group }>;
  /** Change fields of a group. */
  patchGroup(input: PatchGroupInput, options?: CallOptions): Call<{ group: Group }>;
  /** Delete a group; its contacts stay. */
  deleteGroup(input: DeleteGroupInput, options?: CallOptions): Call<Message>;
  /** List the contacts of a group, a page at a time. */
  listGroupContacts(input: ListGroupContactsInput, options?: CallOptions): Call<ListGroupContactsAnswer>;
  /** Add contacts to a group. */
  addGroupContacts(input: AddGroupContactsInput, options?: CallOptions): Call<AddedMembers>;
  /** Remove contacts from a group. */
  removeGroupContacts(input: AddGroupContactsInput, options?: CallOptions): Call<RemovedMembers>;
  /** List the tags, sorted by label. */
  listTags(input?: ListGroupsInput, options?: CallOptions): Call<ListTagsAnswer>;
  /** Create a tag. */
  createTag(input: CreateTagInput, options?: CallOptions): Call<{ tag: Tag }>;
  /** Delete many tags; their contacts stay. */
  deleteTags(input: DeleteGroupsInput, options?: CallOptions): Call<DeletedLabels>;
  /** List the tags that changed since a `txid`, with deletions, to keep a mirror. */
  listTagChanges(input?: ListGroupChangesInput, options?: CallOptions): Call<ListTagChangesAnswer>;
  /** Read a tag. */
  getTag(input: GetGroupInput, options?: CallOptions): Call<{ tag: Tag }>;
  /** Change fields of a tag. */
  patchTag(input: PatchTagInput, options?: CallOptions): Call<{ tag: Tag }>;
  /** Delete a tag; its contacts stay. */
  deleteTag(input: DeleteGroupInput, options?: CallOptions): Call<Message>;
  /** List the contacts of a tag, a page at a time. */
  listTagContacts(input: ListGroupContactsInput, options?: CallOptions): Call<ListTagContactsAnswer>;
  /** Tag contacts. */
  addTagContacts(input: AddGroupContactsInput, options?: CallOptions): Call<AddedMembers>;
  /** Remove a tag from contacts. */
  removeTagContacts(input: AddGroupContactsInput, options?: CallOptions): Call<RemovedMembers>;
  /** Parse files into contacts, without writing any. */
  parseImport(input: ParseImportInput, options?: CallOptions): Call<ImportResult | PendingImport>;
  /** Prepare the upload of a large file straight to the storage. */
  prepareImportUpload(input: PrepareImportUploadInput, options?: CallOptions): Call<ImportUpload>;
  /** Read the status and the rows of an import, a page at a time. */
  getImport(input: GetImportInput, options?: CallOptions): Call<Import>;
  /** Read a row, and what a commit of it would change in the contact that it matched. */
  getImportRow(input: GetImportRowInput, options?: CallOptions): Call<GetImportRowAnswer>;
  /** Write chosen rows of an import as contacts. */
  commitImportRows(input: CommitImportRowsInput, options?: CallOptions): Call<CommitResult>;
  /** Write the rows of an import as contacts, in the background. */
  startImportCommit(input: StartImportCommitInput, options?: CallOptions): Call<OneImportReceipt>;
  /** List the receipts of imports, newest first. */
  listImportReceipts(input?: ListImportReceiptsInput, options?: CallOptions): Call<ListImportReceiptsAnswer>;
  /** Read the receipt of an import, with a page of its results. */
  getImportReceipt(input: GetImportReceiptInput, options?: CallOptions): Call<GetImportReceiptAnswer>;
  /** Undo an import, in the background. */
  undoImport(input: UndoImportInput, options?: CallOptions): Call<OneImportReceipt>;
  /** Export contacts as vCards, CSV or JSON. */
  exportContacts(input?: ExportContactsInput, options?: CallOptions): Call<Export | PendingExport>;
  /** Read an export of contacts. */
  getContactExport(input: GetContactExportInput, options?: CallOptions): Call<Export | PendingExport>;
  /** Export the whole account as a ZIP archive. */
  exportAccount(input?: ExportAccountInput, options?: CallOptions): Call<Export | PendingExport>;
  /** Read an export of the account. */
  getAccountExport(input: GetContactExportInput, options?: CallOptions): Call<Export | PendingExport>;
  /** List interactions, newest first, a page at a time. */
  listInteractions(input?: ListInteractionsInput, options?: CallOptions): Call<ListInteractionsAnswer>;
  /** Create an interaction with contacts. */
  createInteraction(input: InteractionInput, options?: CallOptions): Call<{ interaction: Interaction }>;
  /** Read an interaction. */
  getInteraction(input: GetInteractionInput, options?: CallOptions): Call<{ interaction: Interaction }>;
  /** Change fields of an interaction. */
  patchInteraction(input: PatchInteractionInput, options?: CallOptions): Call<{ interaction: Interaction }>;
  /** Delete an interaction. */
  deleteInteraction(input: GetInteractionInput, options?: CallOptions): Call<Message>;
  /** Merge a contact into another, or see what that would do. */
  mergeContacts(input: MergeInput, options?: CallOptions): Call<MergeResult>;
  /** List the merges of the last 30 days, newest first. */
  listMerges(input?: ListMergesInput, options?: CallOptions): Call<ListMergesAnswer>;
  /** Read a merge. */
  getMerge(input: GetMergeInput, options?: CallOptions): Call<{ merge: Merge }>;
  /** Undo a merge. */
  undoMerge(input: UndoMergeInput, options?: CallOptions): Call<UndoMergeAnswer>;
  /** List pairs of contacts that may be one person, best first, a page at a time. */
  listMergeRecommendations(
    input?: ListMergeRecommendationsInput,
    options?: CallOptions,
  ): Call<ListMergeRecommendationsAnswer>;
  /** Decline a pair, so that it is not recommended again. */
  declineMergeRecommendation(
    input: DeclineMergeRecommendationInput,
    options?: CallOptions,
  ): Call<OneMergeRecommendation>;
  /** Recommend a declined pair again. */
  restoreMergeRecommendation(
    input: DeclineMergeRecommendationInput,
    options?: CallOptions,
  ): Call<OneMergeRecommendation>;
  /** Send a contact to others by mail, as a vCard with the selected fields. */
  shareContact(input: ShareContactInput, options?: CallOptions): Call<ShareContactAnswer>;
  /** Read the owner of the account. */
  getAccount(input?: NoInput, options?: CallOptions): Call<Account>;
  /** Change the name that mails use for the owner. */
  patchAccount(input?: PatchAccountInput, options?: CallOptions): Call<Account>;
  /** Delete the account and everything in it. */
  deleteAccount(input: DeleteAccountInput, options?: CallOptions): Call<Message>;
  /** Read the contact of the owner. */
  getOwnContact(input: ExportAccountInput, options: ReadOptions): Call<{ contact: Contact } | undefined>;
  getOwnContact(input?: ExportAccountInput, options?: CallOptions): Call<{ contact: Contact }>;
  /** List all changes of the account, with who made them. */
  listActivity(input?: ListActivityInput, options?: CallOptions): Call<HistoryPage>;
  /** Undo what somebody did between two times, or chosen changes. */
  undoActivity(input?: UndoSelection, options?: CallOptions): Call<UndoActivityAnswer>;
  /** Read how far an undo is, and what it kept. */
  getUndo(input: GetUndoInput, options?: CallOptions): Call<UndoActivityAnswer>;
  /** Read the settings and the status of mails. */
  getSettings(input?: NoInput, options?: CallOptions): Call<Settings>;
  /** Change settings; reminders follow them at once. */
  patchSettings(input?: SettingsPatch, options?: CallOptions): Call<Settings>;
  /** Read what the next reminder mail will say, or which mails will go between two times. */
  getNextReminder(input?: GetNextReminderInput, options?: CallOptions): Call<NextReminder>;
  /** Create a new address for the calendar feed; the old one stops working. */
  createCalendarToken(input?: NoInput, options?: CallOptions): Call<CalendarAddress>;
  /** Turn the calendar feed off. */
  deleteCalendarToken(input?: NoInput, options?: CallOptions): Call<undefined>;
  /** Read the important dates as a calendar to subscribe to. */
  getCalendar(input: GetCalendarInput, options: ReadOptions): Call<string | undefined>;
  getCalendar(input: GetCalendarInput, options?: CallOptions): Call<string>;
  /** List the API keys of the account, newest first. */
  listApiKeys(input?: NoInput, options?: CallOptions): Call<ListApiKeysAnswer>;
  /** Create an API key. */
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Call<CreatedApiKey>;
  /** Rename an API key. */
  patchApiKey(input: PatchApiKeyInput, options?: CallOptions): Call<ApiKey>;
  /** Delete an API key, which stops working at once. */
  deleteApiKey(input: DeleteApiKeyInput, options?: CallOptions): Call<undefined>;
  /** List the webhooks of the account. */
  listWebhooks(input?: NoInput, options?: CallOptions): Call<ListWebhooksAnswer>;
  /** Create a webhook, and get its secret. */
  createWebhook(input: WebhookInput, options?: CallOptions): Call<WebhookWithSecret>;
  /** Read a webhook. */
  getWebhook(input: GetWebhookInput, options?: CallOptions): Call<{ webhook: Webhook }>;
  /** Change a webhook, or switch it on or off. */
  patchWebhook(input: PatchWebhookInput, options?: CallOptions): Call<{ webhook: Webhook }>;
  /** Delete a webhook, which stops its deliveries. */
  deleteWebhook(input: GetWebhookInput, options?: CallOptions): Call<Message>;
  /** Replace the secret of a webhook; the old one signs, too, for 24 hours. */
  rotateWebhookSecret(input: GetWebhookInput, options?: CallOptions): Call<WebhookWithSecret>;
  /** Send a delivery of the type `webhook.test`, also when the webhook is switched off. */
  testWebhook(input: GetWebhookInput, options?: CallOptions): Call<{ delivery: WebhookDelivery }>;
  /** List the last 100 deliveries of a webhook, newest first. */
  listWebhookDeliveries(input: ListWebhookDeliveriesInput, options?: CallOptions): Call<ListWebhookDeliveriesAnswer>;
  /** Send an event again, under the same `webhook-id`. */
  redeliverWebhookEvent(input: RedeliverWebhookEventInput, options?: CallOptions): Call<{ delivery: WebhookDelivery }>;
  /** Suggest addresses for what was typed so far, the largest towns first. */
  suggestAddresses(input: SuggestAddressesInput, options?: CallOptions): Call<SuggestAddressesAnswer>;
  /** The time zone at a place of the earth. */
  getTimezone(input: GetTimezoneInput, options?: CallOptions): Call<GetTimezoneAnswer>;
  /** Refresh the session of a browser with its refresh cookie. */
  refreshSession(input?: NoInput, options?: CallOptions): Call<undefined>;
  /** Read who is signed in with the session cookie. */
  getSession(input?: NoInput, options?: CallOptions): Call<BrowserSession>;
  /** Exchange the session token of the header for a cookie that expires with the token. */
  startSession(input?: NoInput, options?: CallOptions): Call<undefined>;
  /** Delete the session cookie. */
  endSession(input?: NoInput, options?: CallOptions): Call<undefined>;
  /** Show the session token of the cookie, for command-line tools. */
  showSessionToken(input?: NoInput, options?: CallOptions): Call<ShowSessionTokenAnswer>;
  /** Check that the service runs, and read its version. */
  checkLiveness(input?: NoInput, options?: CallOptions): Call<Liveness>;
  /** Check whether the services behind the API answer. */
  checkReadiness(input?: NoInput, options?: CallOptions): Call<Readiness>;
}
