/** The pages as HTML. Every text that is inserted is escaped by `escapeHtml`. */
import { type CatalogueEntry, type ErrorCode, errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import type { AppError } from "../../../shared/platform/http/errors.ts";
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";
import { type AssetName, type GuideName, guides } from "../assets.ts";
import { exampleError } from "../openapi/errors.ts";
import { title } from "../openapi/introduction.ts";

export interface PageLinks {
  /** The path of the docs page, without a slash at its end. */
  docs: string;
  /** The path of the page that shows caught mails, if there is one. */
  mail: string | undefined;
  description: string;
  /** The path below which the API is served, without a slash at its end. It is empty at the root. */
  api: string;
  /** The path of a file of the pages, with its version. */
  asset: (name: AssetName) => string;
}

interface DocsPageParts {
  version: string;
  /** HTML, which stays until a reader chooses an operation. */
  introduction: string;
  /** The elements that load the script. */
  head: string;
}

export function docsPage(links: PageLinks, { version, introduction, head }: DocsPageParts): string {
  const index = `${links.docs}/operations/index.json`;
  return page(links, title, {
    section: "Routes",
    head: `<link rel="preload" href="${index}" as="fetch" crossorigin>
${head}`,
    body: `<main class="reference">
<div id="operations" data-api="${escapeHtml(links.api)}"></div>
<div>
<div id="introduction">
<h1>${title} <small class="quiet">${escapeHtml(version)}</small></h1>
<noscript><p>The list of operations needs JavaScript. The <a href="${escapeHtml(links.description)}">API description</a> does not.</p></noscript>
<p>Guides: ${guideLinks(links)}.</p>
${introduction}
</div>
<div id="operation"></div>
</div>
</main>`,
  });
}

/** `current`: the guide that is shown, if it is one. */
export function guideLinks(links: PageLinks, current?: GuideName): string {
  return Object.entries(guides)
    .map(([name, title]) => `<a href="${links.docs}/guides/${name}"${currentMark(name === current)}>${title}</a>`)
    .join(", ");
}

export function errorListPage(links: PageLinks): string {
  const rows = (Object.entries(errorCatalogue) as [ErrorCode, CatalogueEntry][])
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message }]) => {
      const link = `<a href="${links.docs}/errors/${code}">${codeName(code)}</a>`;
      return `<tr><td>${badge(status)}</td><td>${link}</td><td>${inline(message)}</td></tr>`;
    });
  return page(links, "Errors", {
    section: "Errors",
    body: `<main class="page">
<h1>Errors</h1>
<p class="quiet">Every error has one of these codes. Programs should use the code and never the message.
Rows of imports have <a href="${links.docs}/import-issues">codes of their own</a>.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>What happened</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</main>`,
  });
}

/** `docsUrl` is absolute, because the sample shows the answer to a caller. */
export function errorPage(code: ErrorCode, links: PageLinks, docsUrl: string): string {
  const { status, type, message, remedy }: CatalogueEntry = errorCatalogue[code];
  const sample = exampleError(code, docsUrl);
  return page(links, code, {
    section: "Errors",
    body: `<main class="page">
<p class="quiet"><a href="${links.docs}/errors">Errors</a></p>
<h1>${codeName(code)}</h1>
<dl>
<dt>Status</dt><dd>${badge(status)}</dd>
<dt>Type</dt><dd><code>${type}</code></dd>
<dt>What happened</dt><dd>${inline(message)}</dd>
<dt>What to do</dt><dd>${inline(remedy)}</dd>
</dl>
<h2>Example</h2>
<pre tabindex="0"><code>${escapeHtml(JSON.stringify(sample, null, 2))}</code></pre>
</main>`,
  });
}

/** The page that a browser shows for an error of these pages, such as a wrong address. */
export function refusalPage({ code, message }: AppError, requestId: string, links: PageLinks): string {
  const { status, remedy }: CatalogueEntry = errorCatalogue[code];
  return page(links, message, {
    body: `<main class="page">
<h1>${inline(message)}</h1>
<p>${inline(remedy)}</p>
<p>Perhaps you look for <a href="${links.api}/app">the app</a>, <a href="${links.docs}">every route</a>, <a href="${links.docs}/errors">every error</a>,
or a guide: ${guideLinks(links)}.</p>
<dl>
<dt>Status</dt><dd>${badge(status)}</dd>
<dt>Code</dt><dd><a href="${links.docs}/errors/${code}">${codeName(code)}</a></dd>
<dt>Request</dt><dd><code>${escapeHtml(requestId)}</code></dd>
</dl>
</main>`,
  });
}

/** A whole page with the navigation bar. `name` is text, `head` and `body` are HTML, and `section` is the link of the bar that leads to it. */
export function page(links: PageLinks, name: string, { section, head = "", body }: PageParts): string {
  const { docs } = links;
  const bar: Readonly<Record<Section, string | undefined>> = {
    App: `${links.api}/app`,
    Routes: docs,
    Guides: `${docs}/guides/${Object.keys(guides)[0]}`,
    Errors: `${docs}/errors`,
    Changes: `${docs}/changes`,
    Mail: links.mail,
    "openapi.json": links.description,
  };
  const entries = Object.entries(bar).flatMap(([text, href]) =>
    href === undefined ? [] : [`<a href="${escapeHtml(href)}"${currentMark(text === section)}>${text}</a>`],
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name === title ? title : `${name} - ${title}`)}</title>
<link rel="icon" href="${links.asset("icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${links.asset("sheet.css")}">
<link rel="stylesheet" href="${links.asset("docs-pages.css")}">
${head}
</head>
<body>
<header class="bar"><nav aria-label="Documentation">
<a class="name" href="${docs}"><img src="${links.asset("icon.svg")}" alt="">${escapeHtml(title)}</a>
${entries.join("\n")}
</nav></header>
${body}
</body>
</html>
`;
}

function currentMark(isCurrent: boolean): string {
  return isCurrent ? ' aria-current="page"' : "";
}

/** The links of the navigation bar. */
type Section = "App" | "Routes" | "Guides" | "Errors" | "Changes" | "Mail" | "openapi.json";

interface PageParts {
  section?: Section;
  head?: string;
  body: string;
}

function badge(status: number): string {
  return `<span class="status${status >= 500 ? " fault" : ""}">${status}</span>`;
}

/** Lets a code break only between its words. */
export function codeName(code: string): string {
  return `<code>${code.replaceAll("_", "_<wbr>")}</code>`;
}

/** Text with `code` in backticks. */
export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
