/** The HTML part of mails: one frame for all of them, and texts of users in it. */
import { escapeHtml } from "../text/safe-text.ts";

export interface MailPage {
  /** BCP 47. */
  language: string;
  subject: string;
  /** The heading. */
  title: string;
  /** HTML below the heading, and at the end in small print. */
  main: string;
  footer: string;
}

const style = [
  ":root{color-scheme:light dark}",
  "body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:0 auto;padding:1em}",
  "h1{font-size:1.5em}",
  "h2{font-size:1.15em;margin:1.5em 0 .5em}",
  "ul{margin:0;padding-left:1.25em}",
  "li,blockquote{overflow-wrap:anywhere}",
  "li{margin:.4em 0}",
  "blockquote{margin:1em 0;padding-left:1em;border-left:3px solid}",
  ".note{display:block}",
  "footer{margin-top:2em;font-size:.875em}",
].join("");

/** Loads nothing and sets no colours, so that mail programs apply their light or dark mode. */
export function mailHtml({ language, subject, title, main, footer }: MailPage): string {
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
<h1>${escapeHtml(title)}</h1>
${main}</main>
<footer>
${footer}</footer>
</body>
</html>
`;
}

/** A text of a user, whose direction does not change that of the text around it. */
export function isolatedHtml(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

/** A text of the service as HTML, with isolated texts of users in it. None of them has control characters. */
export function htmlWith(textOf: (...values: string[]) => string, ...values: string[]): string {
  const marks = values.map((_, index) => String.fromCharCode(index + 1));
  return values.reduce(
    (html, value, index) => html.replaceAll(marks[index] ?? "", () => isolatedHtml(value)),
    escapeHtml(textOf(...marks)),
  );
}

/** "" for an empty text. */
export function paragraphHtml(html: string): string {
  return html === "" ? "" : `<p>${html}</p>\n`;
}
