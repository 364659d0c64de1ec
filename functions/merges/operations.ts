/** The operations of the merge routes. */
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { type CurrentContact, currentContact, viewOf } from "../../shared/contact/answer/current.ts";
import { chosenView, summaryView } from "../../shared/contact/answer/view.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { getSummarisedContacts } from "../../shared/contact/store/contact-list.ts";
import {
  afterPendingWork,
  applyPendingWork,
  type PendingWorkParts,
} from "../../shared/interaction/store/pending-work.ts";
import { getMerge, listMerges, type MergeRecord } from "../../shared/merge/merge-items.ts";
import { mergedFields } from "../../shared/merge/merged-contact.ts";
import { planUnmerge } from "../../shared/merge/plan-unmerge.ts";
import { type AvatarVariant, usualVariant } from "../../shared/picture/avatar-variants.ts";
import type { AvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";
import { type PlannedMerge, planMerge } from "./plan-merge.ts";
import type { ConflictAnswer, MergeAnswer } from "./schemas.ts";

export interface MergeParts extends PendingWorkParts {
  newId: () => string;
  avatarUrls: AvatarUrls;
}

export function mergeOperations(parts: MergeParts): Operations<typeof routeGroup.rows> {
  const { store, now, newId, avatarUrls, retry } = parts;

  const viewMerges = async (accountId: string, merges: readonly MergeRecord[], variant: AvatarVariant) => {
    const avatarUrl = await avatarUrls(accountId, variant, now());
    const ids = merges.flatMap(({ left, right, undoneAt }) => (undoneAt === null ? [left.id] : [left.id, right.id]));
    const existing = await getSummarisedContacts(store, accountId, [...new Set(ids)]);
    return merges.map(({ left, right, ...merge }): MergeAnswer => {
      // The pictures of a deleted contact are removed. The pictures of an undone merge may be removed, too.
      const hasPictures = existing.has(left.id) && merge.undoneAt === null;
      const view = (then: typeof left) =>
        summaryView(existing.get(then.id) ?? (hasPictures ? then : { ...then, photoVersion: null }), avatarUrl);
      return { ...merge, leftPersonId: left.id, rightPersonId: right.id, contact: view(left), mergedFrom: view(right) };
    });
  };

  const viewConflicts = async ({ left, right, conflicts }: PlannedMerge, { head, time }: CurrentContact) => {
    const context = { defaults: head, now: time, avatarUrl: await avatarUrls(left.accountId, usualVariant, time) };
    const view = (contact: ContactRecord) => chosenView(contact, context, mergedFields);
    const [leftView, rightView] = [view(left), view(right)];
    return conflicts.map(({ field, taken, leftOut }): ConflictAnswer => {
      const entries = [rightView[field]].flat() as unknown[];
      const shown = (entry: object | string) => {
        const id = typeof entry === "object" && "id" in entry ? entry.id : undefined;
        return id === undefined ? entry : entries.find((each) => (each as { id?: unknown }).id === id);
      };
      return {
        field,
        left: leftView[field],
        right: rightView[field],
        taken,
        ...(leftOut && { leftOut: leftOut.map(shown) }),
      };
    });
  };

  return {
    async mergeContacts({ caller: { accountId }, body }) {
      const request = {
        leftId: body.leftPersonId,
        rightId: body.rightPersonId,
        resolutions: body.conflictResolutions,
      };
      const { result, txid } = await writeAccount(
        store,
        accountId,
        afterPendingWork(parts, async (head, version) => {
          const time = now();
          const moment = { mergeId: newId(), txid: version, now: time };
          const { result, ...planned } = await planMerge(store, head, request, moment);
          // A dry run is refused for the same reasons as a merge.
          const written = body.dryRun ? { actions: [], head } : planned;
          return { ...written, result: { ...result, current: currentContact(result.merged, head, time) } };
        }),
        retry,
      );
      const { current, right, record } = result;
      const made = body.dryRun
        ? { mergeId: null, undoableUntil: null, txid: null }
        : { mergeId: record.id, undoableUntil: record.undoableUntil, txid };
      const contact = await viewOf(current, avatarUrls);
      const conflicts = await viewConflicts(result, current);
      return { status: 200, txid, body: { contact, mergedFromPersonId: right.id, conflicts, ...made } };
    },

    async listMerges({ caller: { accountId }, query }) {
      const head = await applyPendingWork(parts, accountId);
      const merges = await listMerges(store, accountId, now());
      const page = merges.slice(query.offset, query.offset + query.limit);
      const shown = await viewMerges(accountId, page, query);
      const pagination = paginate({ ...query, sort: "createdAtDesc" }, shown.length, merges.length);
      return { status: 200, txid: String(head.txid), body: { merges: shown, pagination } };
    },

    async getMerge({ caller: { accountId }, params: { mergeId }, query }) {
      const head = await applyPendingWork(parts, accountId);
      const record = await getMerge(store, accountId, mergeId, now());
      const [merge] = record ? await viewMerges(accountId, [record], query) : [];
      if (!merge) throw new AppError("merge_not_found");
      return { status: 200, txid: String(head.txid), body: { merge } };
    },

    async undoMerge({ caller: { accountId }, params: { mergeId } }) {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        afterPendingWork(parts, async (head, version) => {
          const time = now();
          const { result, ...planned } = await planUnmerge(store, head, mergeId, { txid: version, now: time });
          const [contact, restored] = [result.contact, result.restored].map((each) => currentContact(each, head, time));
          if (!contact || !restored) throw new Error("an undo of no contacts");
          return { ...planned, result: { contact, restored, kept: result.kept } };
        }),
        retry,
      );
      const { contact, restored, kept } = result;
      const restoredContact = await viewOf(restored, avatarUrls);
      return { status: 200, txid, body: { contact: await viewOf(contact, avatarUrls), restoredContact, kept, txid } };
    },
  };
}
