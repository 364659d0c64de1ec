/** What groups and tags have in common, which is all but their names. */
import { contactView } from "../../shared/contact/view.ts";
import { paginate } from "../../shared/http/pagination.ts";
import type { Caller } from "../../shared/http/route.ts";
import { addMembers, type MemberChange, removeMembers } from "../../shared/labels/change-members.ts";
import { deleteLabels } from "../../shared/labels/delete-labels.ts";
import { type LabelView, newLabelView, type PreviewQuery, usualPreview, viewLabels } from "../../shared/labels/view.ts";
import { fitAnswer, maxAnswerBytes } from "../../shared/lists/answer-size.ts";
import { findFiltered } from "../../shared/lists/contact-filter.ts";
import type { ListQuery } from "../../shared/lists/list-query.ts";
import { readPage } from "../../shared/lists/read-page.ts";
import { usualVariant } from "../../shared/pictures/avatar-variants.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import {
  type LabelFields,
  type LabelKind,
  type LabelRecord,
  labelNotFound,
  listLabels,
  planLabelChange,
  planLabelCreation,
  requireLabel,
} from "../../shared/table/label.ts";
import { settledHead } from "../../shared/table/settle.ts";
import type { GroupParts } from "./parts.ts";
import type { MembersBody } from "./schemas.ts";

interface OfCaller {
  caller: Caller;
}

interface OfLabel extends OfCaller {
  params: { id: string };
}

/** One label as an answer shows it. */
interface One {
  txid: string;
  view: LabelView;
}

const usualQuery: PreviewQuery = { previewLimit: usualPreview, ...usualVariant };

/** The operations of one kind, as far as they do not name it. */
export function labelCalls(parts: GroupParts, kind: LabelKind) {
  const { store, avatarUrls, now, newId, retry } = parts;

  const viewOne = async (head: AccountHead, label: LabelRecord, query: PreviewQuery): Promise<LabelView> => {
    const [view] = await viewLabels(parts, head, [label], query);
    if (!view) throw new Error("a label has no view");
    return view;
  };

  /** The contacts that a body means. */
  const memberChange = async (accountId: string, labelId: string, body: MembersBody): Promise<MemberChange> => {
    if (body.contactIds) {
      const pathOf = (index: number) => `body.contactIds.${index}`;
      return { kind, labelId, contactIds: body.contactIds, pathOf, refuseUnknown: true };
    }
    const head = await getAccountHead(store, accountId);
    await requireLabel(store, accountId, kind, labelId);
    return { kind, labelId, contactIds: await findFiltered(parts, head, body), pathOf: () => "body.filter" };
  };

  return {
    async list({ caller: { accountId }, query }: OfCaller & { query: PreviewQuery }) {
      const head = await getAccountHead(store, accountId);
      const views = await viewLabels(parts, head, await listLabels(store, head, kind), query);
      return { txid: String(head.txid), views };
    },

    async create({ caller: { accountId }, fields }: OfCaller & { fields: LabelFields }): Promise<One> {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head) => planLabelCreation(store, head, { kind, id: newId(), fields, now: now() }),
        retry,
      );
      return { txid, view: newLabelView(result) };
    },

    async get({ caller: { accountId }, params: { id }, query }: OfLabel & { query: PreviewQuery }): Promise<One> {
      const head = await getAccountHead(store, accountId);
      const label = await requireLabel(store, accountId, kind, id);
      return { txid: String(head.txid), view: await viewOne(head, label, query) };
    },

    async patch({
      caller: { accountId },
      params: { id },
      body,
    }: OfLabel & { body: Partial<LabelFields> }): Promise<One> {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head) => planLabelChange(store, head, { kind, id, patch: body, now: now() }),
        retry,
      );
      const head = await getAccountHead(store, accountId);
      return { txid, view: await viewOne(head, result, usualQuery) };
    },

    /** Throws when there is no such label. */
    async removeOne({ caller: { accountId }, params: { id } }: OfLabel) {
      const { deletedCount, txid } = await deleteLabels(parts, accountId, kind, [id]);
      if (deletedCount === 0) throw labelNotFound(kind);
      return { txid, message: `The ${kind} was deleted.` };
    },

    async removeMany({ caller: { accountId }, body: { ids } }: OfCaller & { body: { ids: string[] } }) {
      const { deletedCount, txid } = await deleteLabels(parts, accountId, kind, ids);
      const message = deletedCount === 1 ? `1 ${kind} was deleted.` : `${deletedCount} ${kind}s were deleted.`;
      return { txid, body: { deletedCount, message } };
    },

    async listContacts({ caller: { accountId }, params: { id }, query }: OfLabel & { query: ListQuery }) {
      const head = await settledHead(parts, accountId);
      const label = await requireLabel(store, accountId, kind, id);
      const page = await readPage(parts, head, query, maxAnswerBytes, label);
      const time = now();
      const context = { defaults: head, now: time, avatarUrl: await avatarUrls(accountId, query, time) };
      const contacts = fitAnswer(page.contacts.map((contact) => contactView(contact, context)));
      const pagination = paginate(page, contacts.length, page.totalCount);
      return { txid: String(head.txid), named: { id, label: label.label }, page: { contacts, pagination } };
    },

    async add({ caller: { accountId }, params: { id }, body }: OfLabel & { body: MembersBody }) {
      const change = await memberChange(accountId, id, body);
      const { changed, txid } = await addMembers(parts, accountId, change);
      return { txid, body: { addedCount: changed, skippedCount: change.contactIds.length - changed } };
    },

    async remove({ caller: { accountId }, params: { id }, body }: OfLabel & { body: MembersBody }) {
      const { changed, txid } = await removeMembers(parts, accountId, await memberChange(accountId, id, body));
      return { txid, body: { removedCount: changed } };
    },
  };
}
