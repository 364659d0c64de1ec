/** The operations of the interaction routes. */
import { isDeepStrictEqual } from "node:util";
import type { AccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { getContact } from "../../shared/contact/store/contact.ts";
import { allDeletedContacts } from "../../shared/contact-deletion/deleted-contacts.ts";
import { headWithoutReferences } from "../../shared/contact-deletion/remove-references.ts";
import { type InteractionRecord, requireInteraction } from "../../shared/interaction/store/interaction.ts";
import {
  countInteractions,
  type InteractionRange,
  listInteractions,
} from "../../shared/interaction/store/interaction-list.ts";
import { type InteractionChange, planInteraction } from "../../shared/interaction/store/interaction-write.ts";
import {
  afterPendingWork,
  applyPendingWork,
  type PendingWorkParts,
} from "../../shared/interaction/store/pending-work.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { fitAnswer, maxAnswerBytes } from "../../shared/platform/http/answer/answer-size.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";
import type { InteractionAnswer } from "./schemas.ts";

export interface InteractionParts extends PendingWorkParts {
  newId: () => string;
}

/** The milliseconds that a list and its answer may take. */
const listMargin = 5_000;

export function interactionOperations(parts: InteractionParts): Operations<typeof routeGroup.rows> {
  const { store, now, newId, retry } = parts;

  /**
   * `choose` returns the change of the stored interaction, with the same object twice if nothing changes. The result is the
   * interaction after the change, or the deleted one. All transactions of the change are done when this resolves.
   */
  const write = async (
    accountId: string,
    choose: (head: AccountHead, time: Date) => Promise<InteractionChange> | InteractionChange,
  ) => {
    const { result, txid } = await writeAccount(
      store,
      accountId,
      afterPendingWork(parts, async (head, version) => {
        const time = now();
        const change = await choose(head, time);
        const interaction = change.after ?? change.before;
        if (!interaction) throw new Error("a change of no interaction");
        const result = { interaction, isPending: false };
        if (change.after === change.before) return { actions: [], head, result };
        const { isPending, ...planned } = await planInteraction(store, head, change, { txid: version, now: time });
        return { ...planned, result: { ...result, isPending } };
      }),
      retry,
    );
    const finalTxid = result.isPending ? (await applyPendingWork(parts, accountId)).txid : txid;
    return { interaction: result.interaction, txid: String(finalTxid) };
  };

  return {
    async listInteractions({ caller: { accountId }, query: { limit, offset, ...range }, remainingTime }) {
      const head = await headWithoutReferences(parts, accountId, () => remainingTime() - listMargin);
      const totalCount = await countOf(parts, head, range);
      const size = { offset, limit, maxBytes: maxAnswerBytes };
      const found = offset < totalCount ? await listInteractions(store, accountId, range, size) : [];
      const interactions = fitAnswer(found.map(viewOf));
      const page = { limit, offset, sort: "dateDesc" };
      const pagination = paginate(page, interactions.length, totalCount);
      return { status: 200, txid: String(head.txid), body: { interactions, pagination } };
    },

    async createInteraction({ caller: { accountId }, body, baseUrl }) {
      const { interaction, txid } = await write(accountId, (_head, time) => {
        const timestamp = time.toISOString();
        const after = { ...body, id: newId(), accountId, createdAt: timestamp, updatedAt: timestamp };
        return { before: null, after };
      });
      const created = viewOf(interaction);
      const headers = { location: `${baseUrl}/interactions/${created.id}` };
      return { status: 201, txid, headers, body: { interaction: created } };
    },

    async getInteraction({ caller: { accountId }, params: { id } }) {
      const head = await applyPendingWork(parts, accountId);
      const interaction = await requireVisible(store, head, id);
      return { status: 200, txid: String(head.txid), body: { interaction: viewOf(interaction) } };
    },

    async patchInteraction({ caller: { accountId }, params: { id }, body }) {
      const { interaction, txid } = await write(accountId, async (head, time) => {
        const before = await requireVisible(store, head, id);
        const patch = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const merged: InteractionRecord = { ...before, ...patch };
        const after = isDeepStrictEqual(merged, before) ? before : { ...merged, updatedAt: time.toISOString() };
        return { before, after };
      });
      return { status: 200, txid, body: { interaction: viewOf(interaction) } };
    },

    async deleteInteraction({ caller: { accountId }, params: { id } }) {
      const choose = async (head: AccountHead) => ({ before: await requireVisible(store, head, id), after: null });
      const { txid } = await write(accountId, choose);
      return { status: 200, txid, body: { message: "The interaction was deleted." } };
    },
  };
}

/**
 * The interaction without deleted participants. An interaction whose participants are all deleted no longer exists. Throws
 * `interaction_not_found`.
 */
async function requireVisible(store: Store, head: AccountHead, id: string): Promise<InteractionRecord> {
  // This is read before the interaction, because an item is removed once no interaction names its contacts.
  const deleted = await allDeletedContacts(store, head);
  const stored = await requireInteraction(store, head.accountId, id);
  if (deleted.size === 0) return stored;
  const participantIds = stored.participantIds.filter((contactId) => !deleted.has(contactId));
  if (participantIds.length === 0) throw new AppError("interaction_not_found");
  return { ...stored, participantIds };
}

/** Throws `contact_not_found` when the range is that of a contact which does not exist. */
async function countOf(parts: InteractionParts, head: AccountHead, range: InteractionRange): Promise<number> {
  const { accountId, interactionCount, deletedContactItems } = head;
  const { contactId, from, to } = range;
  const isAll = contactId === undefined && from === undefined && to === undefined;
  if (isAll) return interactionCount;
  const count = interactionCount === 0 ? 0 : await countInteractions(parts.store, accountId, range);
  // A deleted contact may still have entries.
  if (
    (count === 0 || deletedContactItems > 0) &&
    contactId !== undefined &&
    !(await getContact(parts.store, accountId, contactId))
  ) {
    throw new AppError("contact_not_found", {
      details: [{ path: "query.contactId", message: "There is no such contact." }],
    });
  }
  return count;
}

function viewOf({ accountId, participantIds, ...interaction }: InteractionRecord): InteractionAnswer {
  return { ...interaction, userId: accountId, participantIds: [...participantIds] };
}
