/** The merge operations without a gateway. */
import { v7 as newUuid } from "uuid";
import { routeGroup } from "../../../functions/merges/group.ts";
import { type MergeParts, mergeOperations } from "../../../functions/merges/operations.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { noPictures } from "../contact/pictures.ts";
import { operationCalls } from "../process/operation-calls.ts";

/** `parts` replaces the clock, the ids or the retry policy. */
export function mergeCalls(store: Store, accountId: string, parts: Partial<MergeParts> = {}) {
  const { avatarUrls } = noPictures;
  const operations = mergeOperations({ avatarUrls, store, now: () => new Date(), newId: () => newUuid(), ...parts });
  const call = operationCalls(routeGroup.rows, operations, accountId);
  const at = (mergeId: string | null) => ({ params: { mergeId: mergeId ?? "" } });
  return {
    merge: async (leftPersonId: string, rightPersonId: string, more: object = {}) =>
      (await call("mergeContacts", { body: { leftPersonId, rightPersonId, ...more } })).body,
    undo: async (mergeId: string | null) => (await call("undoMerge", at(mergeId))).body,
    get: async (mergeId: string | null) => (await call("getMerge", at(mergeId))).body.merge,
    list: async (query = {}) => (await call("listMerges", { query })).body,
  };
}
