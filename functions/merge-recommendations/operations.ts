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
import { createDeclinedPairs, maxDecided, pairId, planDecision, recommendationId } from "./declined-pairs.ts";
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
      return left && right
        ? [{ id: recommendationId(pair), left, right, score: pair.score, reasons: pair.reasons }]
        : [];
    });
  };

  const decide = async ({ caller: { accountId }, params: { id }, body }: Decision, decline: boolean) => {
    const { leftPersonId, rightPersonId } = body;
    if (pairId(leftPersonId, rightPersonId) !== id.toLowerCase()) {
      throw invalid("body", "The id of the recommendation belongs to other contacts than these two");
    }
    const plan = async (head: AccountHead, txid: number) => {
      const known = await declined.load(head);
      const pair = (await recommended.load(head)).find(leftPersonId, rightPersonId);
      if (!pair) throw new AppError("merge_recommendation_not_found");
      const before = known.idsOf(pair);
      const ids = decline ? [id].slice(before.length) : before;
      const planned = planDecision(store, head, { ids, decline, txid });
      return { ...planned, result: { pair, isFull: planned.actions.length === maxDecided } };
    };
    let written = await writeAccount(store, accountId, plan, retry);
    // After many merges, a pair may have more declined ids than one write can remove.
    while (written.result.isFull) written = await writeAccount(store, accountId, plan, retry);
    const { result, txid } = written;
    const [recommendation] = await viewsOf(accountId, [result.pair], usualVariant);
    if (!recommendation) throw new AppError("merge_recommendation_not_found");
    return { status: 200 as const, txid, body: { recommendation } };
  };

  return {
    async listMergeRecommendations({
      caller: { accountId },
      query: { declined: onlyDeclined, limit, offset, ...variant },
    }) {
      const head = await getAccountHead(store, accountId);
      const known = await declined.load(head);
      const pairs = (await recommended.load(head)).list();
      const asked = pairs.filter((pair) => known.has(pair) === onlyDeclined);
      const recommendations = await viewsOf(accountId, asked.slice(offset, offset + limit), variant);
      const pagination = paginate({ limit, offset, sort: "scoreDesc" }, recommendations.length, asked.length);
      return { status: 200, txid: String(head.txid), body: { recommendations, pagination } };
    },

    declineMergeRecommendation: (input) => decide(input, true),
    restoreMergeRecommendation: (input) => decide(input, false),
  };
}
