/** The merge operations without a gateway. Bodies are parsed as in the pipeline. */
import { v7 as newUuid } from "uuid";
import { type MergeParts, mergeOperations } from "../../../functions/merges/operations.ts";
import { mergeBody, mergesQuery } from "../../../functions/merges/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { noPictures } from "../contact/pictures.ts";
import { sessionInput } from "../process/operation-input.ts";

/** `parts` replaces the clock, the ids or the retry policy. */
export function mergeCalls(store: Store, accountId: string, parts: Partial<MergeParts> = {}) {
  const { avatarUrls } = noPictures;
  const operations = mergeOperations({ avatarUrls, store, now: () => new Date(), newId: () => newUuid(), ...parts });
  const call = sessionInput(accountId);
  return {
    merge: async (leftPersonId: string, rightPersonId: string, more: object = {}) =>
      (await operations.mergeContacts({ ...call, body: mergeBody().parse({ leftPersonId, rightPersonId, ...more }) }))
        .body,
    undo: async (mergeId: string | null) =>
      (await operations.undoMerge({ ...call, params: { mergeId: mergeId ?? "" } })).body,
    get: async (mergeId: string | null) => {
      const query = { avatarQuality: "medium", avatarSize: "medium" } as const;
      return (await operations.getMerge({ ...call, params: { mergeId: mergeId ?? "" }, query })).body.merge;
    },
    list: async (query: Readonly<Record<string, string>> = {}) =>
      (await operations.listMerges({ ...call, query: mergesQuery().parse(query) })).body,
  };
}
