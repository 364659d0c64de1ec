/**
 * The HTML part of the digest: headings and lists, nothing from elsewhere. It sets no colours, so that mail programs
 * show it in those of their light or dark mode.
 */
import type { DigestLine, DigestView } from "./digest.ts";
import { escapeHtml } from "./harmless.ts";

/** Entries in the HTML, as mail programs cut longer mails off (at 102 kB the best known); the plain text lists all. */
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

export function digestHtml(view: DigestView, subject: string): string {
  const { texts, language, left, manageUrl, unsubscribeUrl } = view;
  const { sections, hidden } = firstLines(view);
  const links = [
    ...(manageUrl === undefined ? [] : [link(manageUrl, texts.manage)]),
    link(unsubscribeUrl, texts.unsubscribe),
  ];
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
<p>${links.join(" · ")}</p>
</footer>
</body>
</html>
`;
}

/** The greeting is escaped around a mark that no name can hold, in whose place the isolated name then comes. */
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

function link(url: string, words: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
}
