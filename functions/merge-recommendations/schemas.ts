/** The schemas of the routes of merge recommendations. */
import * as z from "zod";
import { avatarQuery, contactSummary } from "../../shared/contact/answer/answer.ts";
import { lazyObject } from "../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { booleanText, uuid } from "../../shared/platform/text/schema.ts";

/** What two contacts may have in common. */
const reasonKinds = ["network_a", "network_b", "network_c", "email", "phone", "birthday", "name"] as const;
export type ReasonKind = (typeof reasonKinds)[number];

export const recommendationParams = lazyObject(() => ({ id: uuid().describe("The recommendation") }));

export const recommendationQuery = lazyObject(() => ({
  ...avatarQuery(),
  declined: booleanText()
    .default(false)
    .describe("`true`: only declined pairs, as far as they would still be recommended; otherwise only the others"),
  limit: limitText(200, 50),
  offset: offsetText(),
}));

export const pairBody = namedObject("ContactPair", () => ({
  leftPersonId: uuid().describe("One of the two contacts"),
  rightPersonId: uuid().describe("The other contact"),
}));

const recommendation = namedObject(
  "MergeRecommendation",
  () => ({
    id: z.uuid().describe("The id of the pair: the UUID of version 5 of both ids"),
    left: contactSummary().describe("The contact that was created first"),
    right: contactSummary().describe("The other contact"),
    score: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "How probable it is that they are one person", examples: [0.97] }),
    reasons: z
      .array(
        z.strictObject({
          kind: z.enum(reasonKinds).describe("What the contacts have in common"),
          value: z.string().meta({
            description: "The value that both have; for `name`, how the names agree: `same`, `spelling`, `nickname`, …",
            examples: ["ada.okonkwo@example.com"],
          }),
        }),
      )
      .describe("Why they may be one person, the strongest reason first"),
  }),
  "Two contacts that may be one person",
);
export type RecommendationAnswer = z.output<ReturnType<typeof recommendation>>;

export const oneRecommendation = namedObject("OneMergeRecommendation", () => ({ recommendation: recommendation() }));
export const recommendationList = lazyObject(() => ({
  recommendations: z.array(recommendation()).describe("The pairs of this page, the most probable first"),
  pagination: paginationAnswer(),
}));
