/** The operations of the group and tag routes. Both kinds have the same operations and differ in the names of fields. */

import { getAccountHead } from "../../shared/account/store/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import { chosenView } from "../../shared/contact/answer/view.ts";
import { findFiltered } from "../../shared/contact-list/contact-filter.ts";
import { readPage } from "../../shared/contact-list/read-page.ts";
import type { ImportFiles } from "../../shared/import/store/import-files.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { changeMembers, type MemberChange } from "../../shared/label/change-members.ts";
import { changedLabels } from "../../shared/label/changed-labels.ts";
import type { MembershipReader } from "../../shared/label/membership-reader.ts";
import {
  type LabelFields,
  type LabelKind,
  labelNotFound,
  listLabels,
  planLabelChange,
  planLabelCreation,
  requireLabel,
} from "../../shared/label/store/label.ts";
import {
  groupView,
  type LabelView,
  newLabelView,
  type PreviewQuery,
  readLabelIds,
  tagView,
  viewLabel,
  viewLabels,
} from "../../shared/label/view.ts";
import type { AvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { fitAnswer, maxAnswerBytes } from "../../shared/platform/http/answer/answer-size.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { requireReached } from "../../shared/platform/http/input/page-query.ts";
import type { Caller, Operations } from "../../shared/platform/http/route/route.ts";
import type { ContactIndexes } from "../../shared/search/contact-indexes.ts";
import { deleteLabels } from "./delete-labels.ts";
import type { groupRoutes } from "./routes.ts";
import type { MembersBody, MembersQuery } from "./schemas.ts";

export interface GroupParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
  importFiles: ImportFiles;
  avatarUrls: AvatarUrls;
  now: () => Date;
  newId: () => string;
  retry?: RetryPolicy;
}

export function groupOperations(parts: GroupParts): Operations<typeof groupRoutes> {
  const groups = labelOperations(parts, "group", {
    one: (view) => ({ group: groupView(view) }),
    list: (views) => ({ groups: views.map(groupView), totalCount: views.length }),
    change: (groupId, view) => ({ groupId, group: view && groupView(view) }),
    named: (group) => ({ group }),
  });
  const tags = labelOperations(parts, "tag", {
    one: (view) => ({ tag: tagView(view) }),
    list: (views) => ({ tags: views.map(tagView), totalCount: views.length }),
    change: (tagId, view) => ({ tagId, tag: view && tagView(view) }),
    named: (tag) => ({ tag }),
  });
  return {
    listGroups: groups.list,
    listGroupChanges: groups.changes,
    createGroup: groups.create,
    deleteGroups: groups.deleteMany,
    getGroup: groups.get,
    patchGroup: groups.patch,
    deleteGroup: groups.deleteOne,
    listGroupContacts: groups.listContacts,
    addGroupContacts: groups.addContacts,
    removeGroupContacts: groups.removeContacts,
    listTags: tags.list,
    listTagChanges: tags.changes,
    createTag: tags.create,
    deleteTags: tags.deleteMany,
    getTag: tags.get,
    patchTag: tags.patch,
    deleteTag: tags.deleteOne,
    listTagContacts: tags.listContacts,
    addTagContacts: tags.addContacts,
    removeTagContacts: tags.removeContacts,
  };
}

/** The bodies of answers, in which the fields have the name of the kind. */
interface Bodies<One, List, Change, Named> {
  one: (view: LabelView) => One;
  list: (views: LabelView[]) => List;
  change: (id: string, view: LabelView | null) => Change;
  named: (label: { id: string; label: string }) => Named;
}

interface AccountInput {
  caller: Caller;
}

interface LabelInput extends AccountInput {
  params: { id: string };
}

type Patch = { [Name in keyof LabelFields]?: LabelFields[Name] | undefined };

function labelOperations<One, List, Change, Named>(
  parts: GroupParts,
  kind: LabelKind,
  bodies: Bodies<One, List, Change, Named>,
) {
  const { store, avatarUrls, now, newId, retry } = parts;

  /** The change of the contacts that a body lists, or that its filter includes. */
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
    async list({ caller: { accountId }, query }: AccountInput & { query: PreviewQuery }) {
      const head = await getAccountHead(store, accountId);
      const views = await viewLabels(parts, head, await listLabels(store, head, kind), query);
      return { status: 200 as const, txid: String(head.txid), body: bodies.list(views) };
    },

    async changes({ caller: { accountId }, query }: AccountInput & { query: PreviewQuery & { since: number } }) {
      const head = await getAccountHead(store, accountId);
      requireReached(query.since, head.txid);
      const changed = await changedLabels(parts, head, kind, query);
      const changes = changed.map(({ id, view, txid }) => {
        return { ...bodies.change(id, view), txid: String(txid), deleted: view === null };
      });
      const txid = String(head.txid);
      return { status: 200 as const, txid, body: { changes, txid } };
    },

    async create({
      caller: { accountId },
      body,
      baseUrl,
    }: AccountInput & { body: Omit<LabelFields, "emoji"> & { emoji?: string }; baseUrl: string }) {
      const fields = { emoji: null, ...body };
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head) => planLabelCreation(store, head, { kind, id: newId(), fields, now: now() }),
        retry,
      );
      const headers = { location: `${baseUrl}/${kind}s/${result.id}` };
      return { status: 201 as const, txid, headers, body: bodies.one(newLabelView(result)) };
    },

    async get({ caller: { accountId }, params: { id }, query }: LabelInput & { query: PreviewQuery }) {
      const head = await getAccountHead(store, accountId);
      const label = await requireLabel(store, accountId, kind, id);
      return {
        status: 200 as const,
        txid: String(head.txid),
        body: bodies.one(await viewLabel(parts, head, label, query)),
      };
    },

    async patch({ caller: { accountId }, params: { id }, body }: LabelInput & { body: Patch }) {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head) => planLabelChange(store, head, { kind, id, patch: body, now: now() }),
        retry,
      );
      const head = await getAccountHead(store, accountId);
      return { status: 200 as const, txid, body: bodies.one(await viewLabel(parts, head, result)) };
    },

    /** Throws `group_not_found` or `tag_not_found`. */
    async deleteOne({ caller: { accountId }, params: { id } }: LabelInput) {
      const { deletedCount, txid } = await deleteLabels(parts, accountId, kind, [id]);
      if (deletedCount === 0) throw labelNotFound(kind);
      return { status: 200 as const, txid, body: { message: `The ${kind} was deleted.` } };
    },

    async deleteMany({ caller: { accountId }, body: { ids } }: AccountInput & { body: { ids: string[] } }) {
      const { deletedCount, txid } = await deleteLabels(parts, accountId, kind, ids);
      const message = deletedCount === 1 ? `1 ${kind} was deleted.` : `${deletedCount} ${kind}s were deleted.`;
      return { status: 200 as const, txid, body: { deletedCount, message } };
    },

    async listContacts({ caller: { accountId }, params: { id }, query }: LabelInput & { query: MembersQuery }) {
      const head = await applyPendingWork(parts, accountId);
      const { number, label } = await requireLabel(store, accountId, kind, id);
      const page = await readPage(parts, head, query, { maxNotes: maxAnswerBytes, labelNumber: number });
      const time = now();
      const avatarUrl = await avatarUrls(accountId, query, time);
      const context = { defaults: head, now: time, avatarUrl, labelIds: await readLabelIds(parts, head, query.fields) };
      const contacts = fitAnswer(page.contacts.map((contact) => chosenView(contact, context, query.fields)));
      const pagination = paginate(page, contacts.length, page.totalCount);
      const body = { ...bodies.named({ id, label }), contacts, pagination };
      return { status: 200 as const, txid: String(head.txid), body };
    },

    async addContacts({ caller: { accountId }, params: { id }, body }: LabelInput & { body: MembersBody }) {
      const change = await memberChange(accountId, id, body);
      const { changed, txid } = await changeMembers(parts, accountId, "add", change);
      const skippedCount = change.contactIds.length - changed;
      return { status: 200 as const, txid, body: { addedCount: changed, skippedCount } };
    },

    async removeContacts({ caller: { accountId }, params: { id }, body }: LabelInput & { body: MembersBody }) {
      const change = await memberChange(accountId, id, body);
      const { changed, txid } = await changeMembers(parts, accountId, "remove", change);
      return { status: 200 as const, txid, body: { removedCount: changed } };
    },
  };
}
