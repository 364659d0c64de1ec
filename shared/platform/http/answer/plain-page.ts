/** Small pages without a script: a heading, a sentence and a button. */

export interface PlainPage {
  /** The BCP 47 tag of the texts. */
  language: string;
  title: string;
  /** The address of the style sheet of all pages. */
  sheet: string;
  /** What follows the heading, in HTML. */
  content: string;
}

/** `title`, `sheet` and `content` must be safe to insert. */
export function plainPage({ language, title, sheet, content }: PlainPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${sheet}">
</head>
<body>
<main class="page">
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** The content security policy of such a page. Its form may only be sent to these sources. */
export function plainPagePolicy(formTargets = "'self'"): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
