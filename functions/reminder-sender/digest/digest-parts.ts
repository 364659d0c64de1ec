/** The two parts of the digest: plain text, which lists every entry of the mail, and HTML. */
import { escapeHtml, isolateRightToLeft } from "../../../shared/platform/text/safe-text.ts";
import type { DigestLine, DigestView } from "./digest.ts";

export function digestText(view: DigestView): string {
  const { texts, accountName, days, left, unsubscribeUrl } = view;
  const sections = days.map(({ heading, lines }) => [heading, "", ...lines.map((line) => written(line, view))]);
  return [
    texts.greeting(isolateRightToLeft(accountName)),
    "",
    texts.intro,
    ...sections.flatMap((section) => ["", ...section]),
    ...(left > 0 ? ["", texts.restLater(left)] : []),
    "",
    texts.reason,
    `${texts.unsubscribe}${texts.colon}${unsubscribeUrl}`,
    "",
  ].join("\n");
}

function written({ name, what, note }: DigestLine, { texts }: DigestView): string {
  const first = `- ${isolateRightToLeft(name)}${texts.colon}${what}`;
  return note === "" ? first : `${first}\n  ${isolateRightToLeft(note)}`;
}

/** Entries in the HTML. Mail programs cut off longer mails (Gmail at 102 kB); the plain text lists all. */
export const htmlCapacity = 200;

const style = [
  ":root{color-scheme:light dark}",
  "body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:0 auto;padding:1em}",
  "h1{font-size:1.5em}",
  "h2{font-size:1.15em;margin:1.5em 0 .5em}",
  "ul{margin:0;padding-left:1.25em}",
  "li{margin:.4em 0;overflow-wrap:anywhere}",
  ".note{display:block}",
  "footer{margin-top:2em;font-size:.875em}",
].join("");

/** Loads nothing and sets no colours, so that mail programs apply their light or dark mode. */
export function digestHtml(view: DigestView, subject: string): string {
  const { texts, language, left, unsubscribeUrl } = view;
  const { sections, hidden } = firstLines(view);
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(texts.title)}</h1>
<p>${greeting(view)}</p>
<p>${escapeHtml(texts.intro)}</p>
${sections.join("\n")}
${[hidden > 0 ? texts.restInText(hidden) : "", left > 0 ? texts.restLater(left) : ""].map(paragraph).join("")}</main>
<footer>
<p>${escapeHtml(texts.reason)}</p>
<p><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(texts.unsubscribe)}</a></p>
</footer>
</body>
</html>
`;
}

/** The name is inserted after escaping, because it is isolated by an element. No name contains a line break. */
function greeting({ texts, accountName }: DigestView): string {
  if (accountName === "") return escapeHtml(texts.greeting(""));
  return escapeHtml(texts.greeting("\n")).replace("\n", () => isolate(accountName));
}

function firstLines({ days, texts }: DigestView): { sections: string[]; hidden: number } {
  let room = htmlCapacity;
  let hidden = 0;
  const sections: string[] = [];
  for (const { heading, lines } of days) {
    const shown = lines.slice(0, room);
    room -= shown.length;
    hidden += lines.length - shown.length;
    if (shown.length === 0) continue;
    const items = shown.map((line) => item(line, texts.colon)).join("\n");
    sections.push(`<h2>${escapeHtml(heading)}</h2>\n<ul>\n${items}\n</ul>`);
  }
  return { sections, hidden };
}

function item({ name, what, note }: DigestLine, colon: string): string {
  const first = `<strong>${isolate(name)}</strong>${escapeHtml(colon)}${escapeHtml(what)}`;
  return `<li>${first}${note === "" ? "" : `<span class="note">${isolate(note)}</span>`}</li>`;
}

function isolate(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

function paragraph(text: string): string {
  return text === "" ? "" : `<p>${escapeHtml(text)}</p>\n`;
}
