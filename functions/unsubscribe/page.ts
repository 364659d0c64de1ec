/**
 * The pages behind the link of a mail: one button, and after it one sentence. Nothing runs in it, nothing is loaded, and
 * it says nothing of whose it is.
 */
import { createHash } from "node:crypto";
import { textsIn } from "../../shared/text/languages.ts";
import { pageTexts } from "./texts.ts";

const style =
  "body{font:1.05rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}" +
  "h1{font-size:1.4rem}button{font:inherit;padding:.6rem 1.2rem;cursor:pointer}" +
  ":root{color-scheme:light dark}";

/** The form may only be sent to where it came from. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** `language` is the account's, a BCP 47 tag. The form goes to the address of the page itself. */
export function unsubscribePage(language: string, remindersEnabled: boolean): string {
  const { texts, locale } = textsIn(pageTexts, language);
  const { title, question, button, done, again } = texts;
  const content = remindersEnabled
    ? `<p>${question}</p>\n<form method="post"><button>${button}</button></form>`
    : `<p>${done}</p>\n<p>${again}</p>`;
  return pageOf(locale, title, content);
}

/** For people whose link nothing is behind; `language` is a BCP 47 tag, or whatever their browser sends for one. */
export function unknownLinkPage(language: string): string {
  const { texts, locale } = textsIn(pageTexts, language);
  return pageOf(locale, texts.title, `<p>${texts.unknown}</p>`);
}

function pageOf(locale: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}
