/** The two parts of the digest: plain text, which lists every entry of the mail, and HTML. */
import { htmlWith, isolatedHtml, mailHtml, paragraphHtml } from "../../platform/mail/mail-html.ts";
import { escapeHtml, isolateRightToLeft } from "../../platform/text/safe-text.ts";
import type { DigestTexts } from "../digest-texts.ts";

/** The content of both parts. Control characters are removed; nothing is escaped yet. */
export interface DigestView {
  texts: DigestTexts;
  /** A language that the texts are in, for `lang`. */
  language: string;
  accountName: string;
  intro: string;
  days: { heading: string; lines: DigestLine[] }[];
  /** The number of entries that did not fit. */
  left: number;
  /** Undefined if there is nobody to be in touch with. `more` is "" if all are in the lines. */
  keepInTouch: { heading: string; lines: DigestLine[]; more: string } | undefined;
  unsubscribeUrl: string;
}

export interface DigestLine {
  name: string;
  /** Of a date: the type, the date itself if the occurrence is on another day, and the years. Of a contact: its last interaction. */
  what: string;
  note: string;
  /** What to call or to write to. */
  links: DigestLink[];
}

export interface DigestLink {
  text: string;
  href: string;
}

export function digestText(view: DigestView): string {
  const { texts, accountName, intro, days, left, keepInTouch, unsubscribeUrl } = view;
  const sectionOf = ({ heading, lines }: { heading: string; lines: DigestLine[] }) => [
    "",
    heading,
    "",
    ...lines.map((line) => written(line, view)),
  ];
  return [
    texts.greeting(isolateRightToLeft(accountName)),
    "",
    intro,
    ...days.flatMap(sectionOf),
    ...(left > 0 ? ["", texts.restLater(left)] : []),
    ...(keepInTouch ? sectionOf(keepInTouch) : []),
    ...(keepInTouch && keepInTouch.more !== "" ? ["", keepInTouch.more] : []),
    "",
    texts.reason,
    `${texts.unsubscribe}${texts.colon}${unsubscribeUrl}`,
    "",
  ].join("\n");
}

function written({ name, what, note, links }: DigestLine, { texts }: DigestView): string {
  const further = [note, ...links.map(({ text }) => text)].filter((line) => line !== "");
  const first = `- ${isolateRightToLeft(name)}${texts.colon}${what}`;
  return [first, ...further.map((line) => `  ${isolateRightToLeft(line)}`)].join("\n");
}

/** Entries in the HTML. Mail programs cut off longer mails (Gmail at 102 kB); the plain text lists all. */
export const htmlCapacity = 200;

export function digestHtml(view: DigestView, subject: string): string {
  const { texts, language, accountName, intro, left, keepInTouch, unsubscribeUrl } = view;
  const { sections, hidden } = firstLines(view);
  const greeting = accountName === "" ? escapeHtml(texts.greeting("")) : htmlWith(texts.greeting, accountName);
  const rest = [hidden > 0 ? texts.restInText(hidden) : "", left > 0 ? texts.restLater(left) : ""];
  const contacts = keepInTouch ? [htmlSection(keepInTouch, texts.colon), htmlParagraph(keepInTouch.more)] : [];
  return mailHtml({
    language,
    subject,
    title: texts.title,
    main: `<p>${greeting}</p>
<p>${escapeHtml(intro)}</p>
${[...sections, ...rest.map(htmlParagraph), ...contacts].join("")}`,
    footer: `<p>${escapeHtml(texts.reason)}</p>
<p><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(texts.unsubscribe)}</a></p>
`,
  });
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
    sections.push(htmlSection({ heading, lines: shown }, texts.colon));
  }
  return { sections, hidden };
}

function htmlSection({ heading, lines }: { heading: string; lines: DigestLine[] }, colon: string): string {
  return `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${lines.map((line) => item(line, colon)).join("\n")}\n</ul>\n`;
}

function htmlParagraph(text: string): string {
  return paragraphHtml(escapeHtml(text));
}

function item({ name, what, note, links }: DigestLine, colon: string): string {
  const first = `<strong>${isolatedHtml(name)}</strong>${escapeHtml(colon)}${escapeHtml(what)}`;
  const further = [
    ...(note === "" ? [] : [isolatedHtml(note)]),
    ...links.map(({ text, href }) => `<a href="${escapeHtml(href)}">${isolatedHtml(text)}</a>`),
  ];
  return `<li>${first}${further.map((line) => `<span class="note">${line}</span>`).join("")}</li>`;
}
