/** The plain-text part of the digest. It lists every entry of the mail. */
import type { DigestLine, DigestView } from "./digest.ts";
import { isolated } from "./harmless.ts";

export function digestText(view: DigestView): string {
  const { texts, accountName, days, left, manageUrl, unsubscribeUrl } = view;
  const sections = days.map(({ heading, lines }) => [heading, "", ...lines.map((line) => written(line, view))]);
  return [
    texts.greeting(isolated(accountName)),
    "",
    texts.intro,
    ...sections.flatMap((section) => ["", ...section]),
    ...(left > 0 ? ["", texts.restLater(left)] : []),
    "",
    texts.reason,
    ...(manageUrl === undefined ? [] : [`${texts.manage}${texts.colon}${manageUrl}`]),
    `${texts.unsubscribe}${texts.colon}${unsubscribeUrl}`,
    "",
  ].join("\n");
}

function written({ name, what, note }: DigestLine, { texts }: DigestView): string {
  const first = `- ${isolated(name)}${texts.colon}${what}`;
  return note === "" ? first : `${first}\n  ${isolated(note)}`;
}
