/** The declaration of the group of merge recommendations. */
import { searchPrefix } from "../../shared/account/store/account-keys.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";
import * as schemas from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;
const one = {
  ...common,
  method: "PATCH",
  params: schemas.recommendationParams,
  body: schemas.pairBody,
  example: {
    leftPersonId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a",
    rightPersonId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4b",
  },
  errors: ["merge_recommendation_not_found"],
  answers: { 200: schemas.oneRecommendation },
} as const;

export const routeGroup = {
  name: "merge-recommendations",
  title: "Merge recommendations",
  description:
    "Pairs of contacts that may be one person: they share an e-mail address, a number, a profile or a birthday and their names agree, or they have " +
    "the same or nearly the same name, and nothing speaks against it, as different profiles of one network, birthdays or generational suffixes do. " +
    "A value or a name that more than twelve contacts have is no reason, except that the oldest of such contacts is paired with those " +
    "that have its name and a value of it. " +
    "The contact that was created first is `left`, the account's own always, so that `POST /contacts/merge` takes the pair as it is. " +
    "A declined pair stays declined when one of the contacts is merged into a third one. " +
    "A `score` of 0.8 or more is nearly always right.",
  resources: ["/contacts/merge-recommendations"],
  // Comparing 50,000 contacts in a new process takes two seconds of a whole processor.
  memory: 1769,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 686,
  grants: {
    table: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
    files: [
      { bucket: "accounts", prefix: searchPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject"] },
    ],
  },
  rows: {
    listMergeRecommendations: {
      ...common,
      method: "GET",
      path: "/contacts/merge-recommendations",
      summary: "List pairs of contacts that may be one person, best first, a page at a time",
      description: "Includes every write that was answered before. A declined pair stays away until it is restored.",
      query: schemas.recommendationQuery,
      answers: { 200: schemas.recommendationList },
    },
    declineMergeRecommendation: {
      ...one,
      path: "/contacts/merge-recommendations/{id}/decline",
      summary: "Decline a pair, so that it is not recommended again",
      description: "Names the pair in the body, too. To decline a pair again changes nothing.",
    },
    restoreMergeRecommendation: {
      ...one,
      path: "/contacts/merge-recommendations/{id}/restore",
      summary: "Recommend a declined pair again",
      description: "Names the pair in the body, too. A pair that was not declined stays as it is.",
    },
  },
} as const satisfies GroupDeclaration;
