/** The operations of the interaction routes. */
import { isDeepStrictEqual } from "node:util";
import type { AccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { type Aliases, loadAliases } from "../../shared/contact/store/aliases.ts";
import { getContact } from "../../shared/contact/store/contact.ts";
import { contactNotFound } from "../../shared/contact/store/missing-contacts.ts";
import { referenceStates, withStates } from "../../shared/contact-deletion/deleted-contacts.ts";
import { headWithoutReferences } from "../../shared/contact-deletion/remove-references.ts";
import {
  type InteractionRecord,
  isVisible,
  requireInteraction,
  visibleIds,
} from "../../shared/interaction/store/interaction.ts";
import { readInteractions } from "../../shared/interaction/store/interaction-list.ts";
import {
  type InteractionChange,
  planInteraction,
  storedParticipants,
} from "../../shared/interaction/store/interaction-write.ts";
import { shownParticipants } from "../../shared/interaction/store/participant-steps.ts";
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

/** The participants of an interaction before its creation. */
const nobody = { participantIds: [], hiddenIds: [] };

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
        const changed = change.after ?? change.before;
        if (!changed) throw new Error("a change of no interaction");
        const result = { interaction: viewOf(changed, await loadAliases(store, head)), isPending: false };
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
    async listInteractions({ caller: { accountId }, query: { limit, offset, contactId, ...dates }, remainingTime }) {
      const head = await headWithoutReferences(parts, accountId, () => remainingTime() - listMargin);
      const aliases = await loadAliases(store, head);
      const { interactionCount } = head;
      const isAll = contactId === undefined && dates.from === undefined && dates.to === undefined;
      const range = {
        ...dates,
        ...(contactId !== undefined && { contactIds: [contactId, ...aliases.aliasesOf(contactId)] }),
      };
      const size = { offset, limit, maxBytes: maxAnswerBytes };
      const knownCount = isAll || interactionCount === 0 ? interactionCount : undefined;
      const found = await readInteractions(store, accountId, range, size, knownCount);
      if (contactId !== undefined) await requireParticipant(store, head, contactId, aliases, found.totalCount);
      const interactions = fitAnswer(found.interactions.map((interaction) => viewOf(interaction, aliases)));
      const page = { limit, offset, sort: "dateDesc" };
      const pagination = paginate(page, interactions.length, found.totalCount);
      return { status: 200, txid: String(head.txid), body: { interactions, pagination } };
    },

    async createInteraction({ caller: { accountId }, body, baseUrl }) {
      const { interaction, txid } = await write(accountId, async (head, time) => {
        const timestamp = time.toISOString();
        const participantIds = await storedParticipants(store, head, body.participantIds, nobody);
        const { date = timestamp, ...fields } = body;
        const own = { id: newId(), accountId, hiddenIds: [], createdAt: timestamp, updatedAt: timestamp };
        const after = { ...fields, date, participantIds, ...own };
        return { before: null, after };
      });
      const headers = { location: `${baseUrl}/interactions/${interaction.id}` };
      return { status: 201, txid, headers, body: { interaction } };
    },

    async getInteraction({ caller: { accountId }, params: { id } }) {
      const head = await applyPendingWork(parts, accountId);
      const aliases = await loadAliases(store, head);
      const interaction = viewOf((await requireVisible(store, head, id)).before, aliases);
      return { status: 200, txid: String(head.txid), body: { interaction } };
    },

    async patchInteraction({ caller: { accountId }, params: { id }, body }) {
      const { interaction, txid } = await write(accountId, async (head, time) => {
        const { before, stored } = await requireVisible(store, head, id);
        const patch = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const requested = body.participantIds;
        const merged: InteractionRecord = {
          ...before,
          ...patch,
          ...(requested && { participantIds: await storedParticipants(store, head, requested, before) }),
        };
        const after = isDeepStrictEqual(merged, before) ? before : { ...merged, updatedAt: time.toISOString() };
        return { before, after, stored };
      });
      return { status: 200, txid, body: { interaction } };
    },

    async deleteInteraction({ caller: { accountId }, params: { id } }) {
      const choose = async (head: AccountHead) => ({ ...(await requireVisible(store, head, id)), after: null });
      const { txid } = await write(accountId, choose);
      return { status: 200, txid, body: { message: "The interaction was deleted." } };
    },
  };
}

/**
 * The interaction as it is after the deletions and restores whose work is left. One whose participants are all deleted
 * doesn't exist. Throws `interaction_not_found`.
 */
async function requireVisible(store: Store, head: AccountHead, id: string) {
  // These are read before the interaction, because an item is removed once the interactions of its contacts are rewritten.
  const states = await referenceStates(store, head);
  const stored = await requireInteraction(store, head.accountId, id);
  const before = withStates(stored, states);
  if (!before || !isVisible(before)) throw new AppError("interaction_not_found");
  return { before, stored };
}

/** Throws `contact_not_found` if the contact does not exist. `count` is the number of its interactions that were found. */
async function requireParticipant(
  store: Store,
  head: AccountHead,
  contactId: string,
  aliases: Aliases,
  count: number,
): Promise<void> {
  // Merged contacts have entries, contacts in the trash, too, and deleted contacts may still have some.
  const isThere = head.deletedContactItems === 0 && head.trashCount === 0;
  const isKnown = count > 0 && isThere && aliases.survivorOf(contactId) === contactId;
  if (isKnown || (await getContact(store, head.accountId, contactId))) return;
  throw await contactNotFound(store, head, [{ id: contactId, path: "query.contactId" }]);
}

function viewOf(stored: InteractionRecord, aliases: Aliases): InteractionAnswer {
  const { accountId, participantIds: _all, hiddenIds: _hidden, ...interaction } = stored;
  return { ...interaction, userId: accountId, participantIds: shownParticipants(visibleIds(stored), aliases) };
}
