/** A contact during one request: its answer, its entity tag and its preconditions. */
import { type AccountHead, getAccountHead } from "../../account/store/account.ts";
import { type AvatarVariant, usualVariant } from "../../picture/avatar-variants.ts";
import { type AvatarUrls, avatarWindow } from "../../picture/store/avatar-urls.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { entityTag, versionMatches } from "../../platform/http/answer/etag.ts";
import { AppError } from "../../platform/http/errors.ts";
import { localDay } from "../../platform/time/calendar.ts";
import type { ContactRecord } from "../record.ts";
import { getContact } from "../store/contact.ts";
import { contactNotFound } from "../store/missing-contacts.ts";
import type { ContactAnswer, ContactKey } from "./answer.ts";
import { chosenView, contactView, type LabelIds, type ViewContext } from "./view.ts";

/** A contact with the values that its answer depends on. */
export interface CurrentContact {
  contact: ContactRecord;
  head: Pick<AccountHead, "timezone" | "language" | "leapDay">;
  time: Date;
  /** The ids of its groups and tags, if the request chooses them. */
  labelIds?: LabelIds;
}

/** With an idempotency key it is stored with its write, so it has only the values that answers need. */
export function currentContact(contact: ContactRecord, head: AccountHead, time: Date): CurrentContact {
  const { timezone, language, leapDay } = head;
  return { contact, head: { timezone, language, leapDay }, time };
}

export async function viewOf(
  current: CurrentContact,
  avatarUrls: AvatarUrls,
  variant: AvatarVariant = usualVariant,
): Promise<ContactAnswer> {
  return contactView(current.contact, await viewContext(current, avatarUrls, variant));
}

/** The contact in the answer to a write, with all fields that the body of the request has. */
export async function writtenViewOf(current: CurrentContact, avatarUrls: AvatarUrls, body: object) {
  return contactView(current.contact, await viewContext(current, avatarUrls, usualVariant), Object.keys(body));
}

/** The contact in the form that the query of the request chooses. */
export async function chosenViewOf(
  current: CurrentContact,
  avatarUrls: AvatarUrls,
  { fields, ...variant }: ChosenForm,
): Promise<ContactAnswer> {
  const context = await viewContext(current, avatarUrls, variant);
  return chosenView(current.contact, { ...context, labelIds: () => current.labelIds ?? {} }, fields);
}

export interface ChosenForm extends AvatarVariant {
  fields?: readonly ContactKey[] | undefined;
}

async function viewContext(
  { contact, head, time }: CurrentContact,
  avatarUrls: AvatarUrls,
  variant: AvatarVariant,
): Promise<ViewContext> {
  return { defaults: head, now: time, avatarUrl: await avatarUrls(contact.accountId, variant, time) };
}

/**
 * The entity tag: the version of the contact and all other values that its answer depends on (the account's defaults, the
 * local day, the chosen fields with the groups and tags among them, the avatar variant and the period for which the avatar's URL
 * is valid). The default form is that of a GET without parameters.
 */
export function contactTag({ contact, head, time, labelIds = {} }: CurrentContact, form: ChosenForm = usualVariant) {
  const { timezone, language, leapDay } = head;
  const window = contact.photoVersion === null ? [] : [avatarWindow(time).toISOString()];
  const avatar = [form.avatarSize, form.avatarQuality, ...window];
  const fields = form.fields === undefined ? [] : ["fields", ...form.fields, ...Object.values(labelIds).flat()];
  return entityTag(contact.version, [timezone, language, leapDay, localDay(time, timezone), ...avatar, ...fields]);
}

/** Reads a contact consistently, whose id is at `path` of the request. Throws `contact_not_found`. */
export async function requireContact(
  store: Store,
  accountId: string,
  id: string,
  path = "params.id",
): Promise<ContactRecord> {
  const contact = await getContact(store, accountId, id);
  if (!contact) throw await contactNotFound(store, await getAccountHead(store, accountId), [{ id, path }]);
  return contact;
}

/** Throws `precondition_failed` unless `ifMatch` is missing or matches the version. */
export function requireVersion(
  ifMatch: string | undefined,
  current: CurrentContact,
  changed: readonly string[] = [],
): void {
  if (versionMatches(ifMatch, current.contact.version)) return;
  const details = changed.map((name) => ({ path: `body.${name}`, message: "Differs from the stored value." }));
  const headers = { etag: contactTag(current) };
  throw new AppError("precondition_failed", { headers, ...(details.length > 0 && { details }) });
}

/** The head comes from an inconsistent read, so it may be older than the contact, which was read consistently after it. */
export function txidOf(head: AccountHead, contact: ContactRecord | undefined): string {
  return String(Math.max(head.txid, contact?.version ?? 0));
}
