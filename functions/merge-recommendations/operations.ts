/** The operations of the routes of merge recommendations. */
import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import { summaryView } from "../../shared/contact/answer/view.ts";
import { getContacts } from "../../shared/contact/store/contact-list.ts";
import { type AvatarVariant, usualVariant } from "../../shared/picture/avatar-variants.ts";
import type { AvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { AppError, invalid } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { ContactIndexes } from "../../shared/search/contact-indexes.ts";
import { createDeclinedPairs, isDeclined, pairId, planDecision } from "./declined-pairs.ts";
import type { routeGroup } from "./group.ts";
import type { Pair } from "./pairs/pair-index.ts";
import { createRecommendedPairs } from "./pairs/recommended-pairs.ts";
import type { RecommendationAnswer } from "./schemas.ts";

export interface RecommendationParts {
  store: Store;
  indexes: ContactIndexes;
  avatarUrls: AvatarUrls;
  now: () => Date;
  retry?: RetryPolicy;
}

interface Decision {
  caller: { accountId: string };
  params: { id: string };
  body: { leftPersonId: string; rightPersonId: string };
}

export function recommendationOperations(parts: RecommendationParts): Operations<typeof routeGroup.rows> {
  const { store, avatarUrls, now, retry } = parts;
  const recommended = createRecommendedPairs(parts);
  const declined = createDeclinedPairs(store);

  /** Hashing an id for each of many pairs takes longer than the rest of a request. */
  const ids = new WeakMap<Pair, string>();
  const idOf = (pair: Pair) => {
    const id = ids.get(pair) ?? pairId(pair.left, pair.right);
    ids.set(pair, id);
    return id;
  };

  /** Leaves out pairs with a contact that was deleted meanwhile. */
  const viewsOf = async (
    accountId: string,
    pairs: readonly Pair[],
    variant: AvatarVariant,
  ): Promise<RecommendationAnswer[]> => {
    const avatarUrl = await avatarUrls(accountId, variant, now());
    const contacts = await getContacts(store, accountId, [
      ...new Set(pairs.flatMap(({ left, right }) => [left, right])),
    ]);
    const summaries = new Map(contacts.map((contact) => [contact.id, summaryView(contact, avatarUrl)]));
    return pairs.flatMap((pair) => {
      const [left, right] = [summaries.get(pair.left), summaries.get(pair.right)];
      return left && right ? [{ id: idOf(pair), left, right, score: pair.score, reasons: pair.reasons }] : [];
    });
  };

  const decide = async ({ caller: { accountId }, params: { id }, body }: Decision, decline: boolean) => {
    const { leftPersonId, rightPersonId } = body;
    if (pairId(leftPersonId, rightPersonId) !== id.toLowerCase()) {
      throw invalid("body", "The id of the recommendation is not that of these two contacts");
    }
    const plan = async (head: AccountHead, txid: number) => {
      const declinedIds = await declined.load(head);
      const result = (await recommended.load(head)).find(leftPersonId, rightPersonId);
      if (!result) throw new AppError("merge_recommendation_not_found");
      if (isDeclined(declinedIds, id) === decline) return { actions: [], head, result };
      return { ...planDecision(store, head, { id, decline, txid }), result };
    };
    const { result, txid } = await writeAccount(store, accountId, plan, retry);
    const [recommendation] = await viewsOf(accountId, [result], usualVariant);
    if (!recommendation) throw new AppError("merge_recommendation_not_found");
    return { status: 200 as const, txid, body: { recommendation } };
  };

  return {
    async listMergeRecommendations({
      caller: { accountId },
      query: { declined: onlyDeclined, limit, offset, ...variant },
    }) {
      const head = await getAccountHead(store, accountId);
      const declinedIds = await declined.load(head);
      const pairs = (await recommended.load(head)).list();
      const isAsked = (pair: Pair) => isDeclined(declinedIds, idOf(pair)) === onlyDeclined;
      const asked = declinedIds.size > 0 ? pairs.filter(isAsked) : onlyDeclined ? [] : pairs;
      const recommendations = await viewsOf(accountId, asked.slice(offset, offset + limit), variant);
      const pagination = paginate({ limit, offset, sort: "scoreDesc" }, recommendations.length, asked.length);
      return { status: 200, txid: String(head.txid), body: { recommendations, pagination } };
    },

    declineMergeRecommendation: (input) => decide(input, true),
    restoreMergeRecommendation: (input) => decide(input, false),
  };
}
