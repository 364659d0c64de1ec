/** A contact as one request sees it, with what its answer and its tag depend on. */

import { type AvatarUrls, avatarWindow } from "../files/avatar-urls.ts";
import { AppError } from "../http/errors.ts";
import { entityTag, versionMatches } from "../http/etag.ts";
import { type AvatarVariant, usualVariant } from "../pictures/avatar-variants.ts";
import type { AccountHead } from "../table/account.ts";
import { getContact } from "../table/contact.ts";
import type { Store } from "../table/store.ts";
import { localDay } from "../time/calendar.ts";
import type { ContactAnswer } from "./answer.ts";
import type { ContactRecord } from "./record.ts";
import { contactView } from "./view.ts";

/** A contact, and what its view depends on. */
export interface Current {
  contact: ContactRecord;
  head: Pick<AccountHead, "timezone" | "language" | "leapDay">;
  time: Date;
}

/** As answers show it. */
export async function viewOf(
  { contact, head, time }: Current,
  avatarUrls: AvatarUrls,
  variant: AvatarVariant = usualVariant,
): Promise<ContactAnswer> {
  const avatarUrl = await avatarUrls(contact.accountId, variant, time);
  return contactView(contact, { defaults: head, now: time, avatarUrl });
}

/**
 * The version of the contact, and what else its answer depends on: the account's defaults, the local day, the avatar
 * variant and the time for which its address is made. Without a variant, the tag of what a GET without avatar
 * parameters answers.
 */
export function contactTag({ contact, head, time }: Current, variant: AvatarVariant = usualVariant): string {
  const { timezone, language, leapDay } = head;
  const window = contact.photoVersion === null ? [] : [avatarWindow(time).toISOString()];
  const avatar = [variant.avatarSize, variant.avatarQuality, ...window];
  return entityTag(contact.version, [timezone, language, leapDay, localDay(time, timezone), ...avatar]);
}

/** Consistent. Throws `contact_not_found`. */
export async function requireContact(store: Store, accountId: string, id: string): Promise<ContactRecord> {
  const contact = await getContact(store, accountId, id);
  if (!contact) throw new AppError("contact_not_found");
  return contact;
}

/** Throws `precondition_failed` unless `ifMatch` is absent or means this version. */
export function requireVersion(ifMatch: string | undefined, current: Current, differing: readonly string[] = []): void {
  if (versionMatches(ifMatch, current.contact.version)) return;
  const details = differing.map((name) => ({ path: `body.${name}`, message: "Differs from what is stored now." }));
  const headers = { etag: contactTag(current) };
  throw new AppError("precondition_failed", { headers, ...(details.length > 0 && { details }) });
}
