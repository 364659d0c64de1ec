/** Merges and undos as far as storage needs them: the contacts, the log of aliases and what a merged contact leaves. */
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { interactionFields, interactionState, isLater } from "../../../shared/contact/change/last-interaction.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { deleteAbsorbedContact, putAbsorbedContact } from "../../../shared/contact/store/absorbed-contacts.ts";
import { aliasAction, loadAliases } from "../../../shared/contact/store/aliases.ts";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import { latestParticipation } from "../../../shared/interaction/store/interaction-list.ts";
import { afterPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import type { Store, WriteAction } from "../../../shared/platform/dynamodb/store.ts";

export interface MergedPair {
  absorbed: ContactRecord;
  /** Before and after the merge. */
  survivor: { before: ContactRecord; after: ContactRecord };
}

/** The absorbed contact becomes a part of the survivor, whose fields stay, except the last interaction. */
export async function mergeInto(
  store: Store,
  accountId: string,
  ids: { absorbed: string; survivor: string },
  now: () => Date = () => new Date(),
): Promise<MergedPair> {
  const { result } = await writeAccount(
    store,
    accountId,
    afterPendingWork({ store, now }, async (head, txid) => {
      const [absorbed, before] = await getContacts(store, accountId, [ids.absorbed, ids.survivor]);
      if (!absorbed || !before) throw new Error("a contact is missing");
      const [given, own] = [interactionState(absorbed), interactionState(before)];
      const latest = given.latest && isLater(given.latest, own.latest) ? given.latest : own.latest;
      const byHand =
        [given.byHand, own.byHand]
          .filter((value) => value !== null)
          .toSorted()
          .at(-1) ?? null;
      const after = { ...before, ...interactionFields({ byHand, latest }), version: txid };
      const changes = [
        { before: absorbed, after: null },
        { before, after },
      ];
      const planned = planContacts(store, head, changes, { txid, now: now() });
      const keys = planned.actions.map(keyOfDeletion).filter((sk) => /^[LETR]#/.test(sk));
      const actions = planned.actions.filter((action) => !keys.includes(keyOfDeletion(action)));
      return {
        actions: [
          ...actions,
          aliasAction(store, accountId, { txid, ...ids }),
          putAbsorbedContact(store, accountId, { contactId: absorbed.id, keys, pictures: [] }),
        ],
        head: { ...planned.head, mergeCount: head.mergeCount + 1, mergeTxid: txid },
        result: { absorbed, survivor: { before, after } },
      };
    }),
  );
  return result;
}

/** Restores the absorbed contact. The survivor keeps a last interaction that was set by hand since. */
export async function undoMerge(
  store: Store,
  accountId: string,
  { absorbed, survivor }: MergedPair,
  now: () => Date = () => new Date(),
): Promise<void> {
  await writeAccount(
    store,
    accountId,
    afterPendingWork({ store, now }, async (head, txid) => {
      const [current] = await getContacts(store, accountId, [survivor.after.id]);
      if (!current) throw new Error("the survivor is missing");
      const aliases = await loadAliases(store, head);
      const restored = [absorbed.id, ...aliases.aliasesOf(absorbed.id)];
      const left = [current.id, ...aliases.aliasesOf(current.id)].filter((id) => !restored.includes(id));
      const fieldsOf = async (byHand: string | null, contactIds: readonly string[]) => {
        const latest = await latestParticipation(store, accountId, { contactIds, to: now().toISOString() });
        return interactionFields({ byHand, latest: latest && { id: latest.id, date: latest.date } });
      };
      const byHand = interactionState(current).byHand;
      const isSame = byHand === interactionState(survivor.after).byHand;
      const ownByHand = isSame ? interactionState(survivor.before).byHand : byHand;
      const changes = [
        {
          before: null,
          after: { ...absorbed, ...(await fieldsOf(interactionState(absorbed).byHand, restored)), version: txid },
        },
        { before: current, after: { ...current, ...(await fieldsOf(ownByHand, left)), version: txid } },
      ];
      const planned = planContacts(store, head, changes, { txid, now: now() });
      return {
        actions: [
          ...planned.actions,
          aliasAction(store, accountId, { txid, absorbed: absorbed.id, survivor: null }),
          deleteAbsorbedContact(store, accountId, absorbed.id),
        ],
        head: { ...planned.head, mergeCount: head.mergeCount + 1, mergeTxid: txid },
        result: null,
      };
    }),
  );
}

function keyOfDeletion({ Delete }: WriteAction): string {
  return String(Delete?.Key?.sk ?? "");
}
