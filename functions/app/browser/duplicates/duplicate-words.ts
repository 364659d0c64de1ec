/** Why two contacts may be one person, in words. */
import type { MergeRecommendation } from "../../../../shared/client/types.ts";

type Reason = MergeRecommendation["reasons"][number];

const valueTexts: Readonly<Record<Exclude<Reason["kind"], "name">, string>> = {
  network_a: "Same profile on the professional network",
  network_b: "Same profile on the photo-sharing network",
  network_c: "Same profile on the social network",
  email: "Same e-mail address",
  phone: "Same phone number",
  birthday: "Same birthday",
};

/** By how the names agree. */
const nameTexts: Readonly<Record<string, string>> = {
  same: "Same name",
  spelling: "Same name in another spelling",
  nickname: "Another form of the first name",
  "typing error": "Nearly the same name",
  "further names": "One has further names",
  initial: "One has an initial only",
  "given name": "Same first name",
  "other last name": "Same first name, another last name",
  "only a value": "One has no name",
};

/** "Same e-mail address (ada@example.com)". */
export function reasonText({ kind, value }: Reason): string {
  if (kind === "name") return nameTexts[value] ?? `Similar names (${value})`;
  return `${valueTexts[kind]} (${value})`;
}
