/** The operations of merge recommendations without a gateway. Queries are parsed as in the pipeline. */
import { pairId } from "../../../functions/merge-recommendations/declined-pairs.ts";
import {
  type RecommendationParts,
  recommendationOperations,
} from "../../../functions/merge-recommendations/operations.ts";
import { recommendationQuery } from "../../../functions/merge-recommendations/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { noPictures } from "../contact/pictures.ts";
import { sessionInput } from "../process/operation-input.ts";

/** The operations for one account, in a process that has nothing of it in memory. */
export function recommendationCalls(store: Store, accountId: string, parts: Partial<RecommendationParts> = {}) {
  const now = () => new Date();
  const indexes = createContactIndexes({ store, now, log: () => undefined });
  const operations = recommendationOperations({ ...noPictures, store, indexes, now, ...parts });
  const input = sessionInput(accountId);
  const decision = (left: string, right: string, id = pairId(left, right)) => ({
    ...input,
    params: { id },
    body: { leftPersonId: left, rightPersonId: right },
  });
  return {
    list: async (query: object = {}) => {
      const { body, txid } = await operations.listMergeRecommendations({
        ...input,
        query: recommendationQuery().parse(query),
      });
      return { ...body, txid, sides: body.recommendations.map(({ left, right }) => [left.id, right.id]) };
    },
    decline: async (left: string, right: string, id?: string) =>
      operations.declineMergeRecommendation(decision(left, right, id)),
    restore: async (left: string, right: string, id?: string) =>
      operations.restoreMergeRecommendation(decision(left, right, id)),
  };
}
