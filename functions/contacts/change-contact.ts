/** Changes one stored contact. */
import { type WritePlan, type Written, writeAccount } from "../../shared/account/store/account-write.ts";
import {
  type CurrentContact,
  currentContact,
  requireContact,
  requireVersion,
} from "../../shared/contact/answer/current.ts";
import type { AccountDefaults } from "../../shared/contact/change/defaults.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { requireOwnExternalId } from "../../shared/contact/store/external-ids.ts";
import { planContacts } from "../../shared/contact-change/contact-write.ts";
import { afterPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { picturesLeft } from "../../shared/picture/store/unshown-pictures.ts";
import type { ContactParts } from "./parts.ts";

export interface ContactTarget {
  accountId: string;
  id: string;
  ifMatch: string | undefined;
}

export interface ChangedContact extends CurrentContact {
  /** The pictures that the contact no longer shows. */
  unshown: string[];
}

/**
 * `change` returns the contact to store, or the same object if nothing changes, and the fields of the body that differ.
 * Each attempt reads the clock, so that `updatedAt` is never earlier than in a write that came in between. Throws
 * `contact_not_found`, `conflict` for the external id of another contact, and `precondition_failed` for a change that would otherwise succeed (RFC 9110, section 13.2.1).
 */
export function changeContact(
  { store, now, retry }: ContactParts,
  { accountId, id, ifMatch }: ContactTarget,
  change: (before: ContactRecord, context: { now: Date; defaults: AccountDefaults }) => [ContactRecord, string[]?],
): Promise<Written<ChangedContact>> {
  return writeAccount(
    store,
    accountId,
    afterPendingWork({ store, now }, async (head, version): Promise<WritePlan<ChangedContact>> => {
      const before = await requireContact(store, accountId, id);
      const time = now();
      const current = currentContact(before, head, time);
      const [after, changedFields] = change(before, { now: time, defaults: head });
      requireVersion(ifMatch, current, changedFields);
      if (after === before) return { actions: [], head, result: { ...current, unshown: [] } };
      await requireOwnExternalId(store, head, before, after);
      const contact = { ...after, version };
      const changes = [{ before, after: contact }];
      const planned = planContacts(store, head, changes, { txid: version, now: time });
      return { ...planned, result: { ...current, contact, unshown: picturesLeft(changes) } };
    }),
    retry,
  );
}
