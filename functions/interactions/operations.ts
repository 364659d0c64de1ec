/** What the interaction routes do. */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../shared/http/errors.ts";
import { paginate } from "../../shared/http/pagination.ts";
import type { Operations } from "../../shared/http/route.ts";
import { fitAnswer, maxAnswerBytes } from "../../shared/lists/answer-size.ts";
import type { AccountHead } from "../../shared/table/account.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import { getContact } from "../../shared/table/contact.ts";
import { departedContacts } from "../../shared/table/departures.ts";
import { forgottenHead } from "../../shared/table/forget-departed.ts";
import { type InteractionRecord, requireInteraction } from "../../shared/table/interaction.ts";
import { countInteractions, type InteractionRange, listInteractions } from "../../shared/table/interaction-list.ts";
import { type InteractionChange, planInteraction } from "../../shared/table/interaction-write.ts";
import { type SettleParts, settled, settledHead } from "../../shared/table/settle.ts";
import type { Store } from "../../shared/table/store.ts";
import type { interactionRoutes } from "./routes.ts";
import type { InteractionAnswer } from "./schemas.ts";

export interface InteractionParts extends SettleParts {
  newId: () => string;
}

/** A change, and what its answer shows; without one, `after` is `before`. */
interface Chosen extends InteractionChange {
  shown: InteractionRecord;
}

/** Milliseconds that a list and its answer may take. */
const listMargin = 5_000;

export function interactionOperations(parts: InteractionParts): Operations<typeof interactionRoutes> {
  const { store, now, newId, retry } = parts;

  /** `choose` makes the change from what there is. What one transaction does not take is done when this resolves. */
  const write = async (accountId: string, choose: (head: AccountHead, time: Date) => Promise<Chosen> | Chosen) => {
    const { result, txid } = await writeAccount(
      store,
      accountId,
      settled(parts, async (head, version) => {
        const time = now();
        const change = await choose(head, time);
        const result = { interaction: change.shown, isPending: false };
        if (change.after === change.before) return { actions: [], head, result };
        const { isPending, ...planned } = await planInteraction(store, head, change, { txid: version, now: time });
        return { ...planned, result: { ...result, isPending } };
      }),
      retry,
    );
    const settledAt = result.isPending ? (await settledHead(parts, accountId)).txid : txid;
    return { interaction: result.interaction, txid: String(settledAt) };
  };

  return {
    async listInteractions({ caller: { accountId }, query: { limit, offset, ...range }, remainingTime }) {
      const head = await forgottenHead(parts, accountId, () => remainingTime() - listMargin);
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
        return { before: null, after, shown: after };
      });
      const made = viewOf(interaction);
      const headers = { location: `${baseUrl}/interactions/${made.id}` };
      return { status: 201, txid, headers, body: { interaction: made } };
    },

    async getInteraction({ caller: { accountId }, params: { id } }) {
      const head = await settledHead(parts, accountId);
      const interaction = await requireNamed(store, head, id);
      return { status: 200, txid: String(head.txid), body: { interaction: viewOf(interaction) } };
    },

    async patchInteraction({ caller: { accountId }, params: { id }, body }) {
      const { interaction, txid } = await write(accountId, async (head, time) => {
        const before = await requireNamed(store, head, id);
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const merged: InteractionRecord = { ...before, ...given };
        const after = isDeepStrictEqual(merged, before) ? before : { ...merged, updatedAt: time.toISOString() };
        return { before, after, shown: after };
      });
      return { status: 200, txid, body: { interaction: viewOf(interaction) } };
    },

    async deleteInteraction({ caller: { accountId }, params: { id } }) {
      const { txid } = await write(accountId, async (head) => {
        const before = await requireNamed(store, head, id);
        return { before, after: null, shown: before };
      });
      return { status: 200, txid, body: { message: "The interaction was deleted." } };
    },
  };
}

/**
 * The interaction without participants who are gone: one that has no others is none any more. Throws
 * `interaction_not_found`.
 */
async function requireNamed(store: Store, head: AccountHead, id: string): Promise<InteractionRecord> {
  // Before the interaction: a journal goes when no interaction names its contacts any more.
  const departed = await departedContacts(store, head);
  const stored = await requireInteraction(store, head.accountId, id);
  if (departed.size === 0) return stored;
  const participantIds = stored.participantIds.filter((contactId) => !departed.has(contactId));
  if (participantIds.length === 0) throw new AppError("interaction_not_found");
  return { ...stored, participantIds };
}

/** Of a contact that has none it is looked whether it exists at all: throws `contact_not_found`. */
async function countOf(parts: InteractionParts, head: AccountHead, range: InteractionRange): Promise<number> {
  const { accountId, interactionCount, leftEntries } = head;
  const { contactId, from, to } = range;
  const isAll = contactId === undefined && from === undefined && to === undefined;
  if (isAll) return interactionCount;
  const count = interactionCount === 0 ? 0 : await countInteractions(parts.store, accountId, range);
  // Somebody who is gone may still have entries.
  if (
    (count === 0 || leftEntries > 0) &&
    contactId !== undefined &&
    !(await getContact(parts.store, accountId, contactId))
  ) {
    throw new AppError("contact_not_found", {
      details: [{ path: "query.contactId", message: "There is no such contact." }],
    });
  }
  return count;
}

function viewOf({ accountId, ...interaction }: InteractionRecord): InteractionAnswer {
  const { id, type, date, title, description, participantIds, createdAt, updatedAt } = interaction;
  return {
    id,
    userId: accountId,
    type,
    date,
    title,
    description,
    participantIds: [...participantIds],
    createdAt,
    updatedAt,
  };
}
