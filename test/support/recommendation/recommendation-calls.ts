/** The operations of merge recommendations without a gateway. */
import { pairId } from "../../../functions/merge-recommendations/declined-pairs.ts";
import { routeGroup } from "../../../functions/merge-recommendations/group.ts";
import {
  type RecommendationParts,
  recommendationOperations,
} from "../../../functions/merge-recommendations/operations.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { noPictures } from "../contact/pictures.ts";
import { operationCalls } from "../process/operation-calls.ts";

/** The operations for one account, in a process that has nothing of it in memory. */
export function recommendationCalls(store: Store, accountId: string, parts: Partial<RecommendationParts> = {}) {
  const now = () => new Date();
  const indexes = createContactIndexes({ store, now, log: () => undefined });
  const operations = recommendationOperations({ ...noPictures, store, indexes, now, ...parts });
  const call = operationCalls(routeGroup.rows, operations, accountId);
  const decision = (leftPersonId: string, rightPersonId: string, id = pairId(leftPersonId, rightPersonId)) => ({
    params: { id },
    body: { leftPersonId, rightPersonId },
  });
  return {
    list: async (query: object = {}) => {
      const { body, txid } = await call("listMergeRecommendations", { query });
      return { ...body, txid, sides: body.recommendations.map(({ left, right }) => [left.id, right.id]) };
    },
    decline: async (left: string, right: string, id?: string) =>
      call("declineMergeRecommendation", decision(left, right, id)),
    restore: async (left: string, right: string, id?: string) =>
      call("restoreMergeRecommendation", decision(left, right, id)),
  };
}
