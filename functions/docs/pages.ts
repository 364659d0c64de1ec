/** The pages as HTML. What is put in between tags goes through `escapeHtml`. */
import { type AppError, type CatalogueEntry, type ErrorCode, errorCatalogue } from "../../shared/http/errors.ts";
import type { AssetName } from "./assets.ts";
import { exampleError } from "./examples.ts";
import { title } from "./intro.ts";

export interface PageLinks {
  /** Path of the docs page, without a slash at its end. */
  docs: string;
  /** Path of the page that shows caught mail, where mail is caught. */
  mail: string | undefined;
  description: string;
  /** Path below which the API lies, without a slash at its end; empty at the root. */
  api: string;
  /** Path of one of the page's files, with its version. */
  asset: (name: AssetName) => string;
}

/** Own files only, no script or style within the page; swagger-ui's style sheet holds pictures as data. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function docsPage(links: PageLinks, version: string): string {
  return page(links, title, {
    head: `<link rel="stylesheet" href="${links.asset("swagger-ui.css")}">
<link rel="stylesheet" href="${links.asset("swagger.css")}">
<script defer src="${links.asset("swagger-ui-bundle.js")}"></script>
<script type="module" src="${links.asset("docs.js")}"></script>`,
    body: `<main class="try">
<div class="controls">
<h1>${title} <small class="quiet">${escapeHtml(version)}</small></h1>
<p class="quiet lead">Read and try every route. ${keyPromise}</p>
${keyForm("Use")}
<p id="told" class="told" role="status"></p>
</div>
<div id="api" data-description="${escapeHtml(links.description)}"></div>
<noscript><p>The page that tries calls needs JavaScript. The <a href="${escapeHtml(links.description)}">API description</a> does not.</p></noscript>
</main>`,
  });
}

/** What both pages that take a key say of it; key.js keeps to it. */
export const keyPromise = "The page asks this API and nobody else; the key stays in this tab.";

/** The field for the key of a page that makes calls; `action` is on the button that takes it. */
export function keyForm(action: string): string {
  return `<form id="credential" class="credential">
<label><span>API key or session token</span><input id="key" type="password" autocomplete="off" spellcheck="false"></label>
<button class="first">${action}</button>
<button id="forget" type="button">Forget</button>
</form>`;
}

export function errorListPage(links: PageLinks): string {
  const rows = (Object.entries(errorCatalogue) as [ErrorCode, CatalogueEntry][])
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message }]) => {
      const link = `<a href="${links.docs}/errors/${code}">${codeName(code)}</a>`;
      return `<tr><td>${badge(status)}</td><td>${link}</td><td>${inline(message)}</td></tr>`;
    });
  return page(links, "Errors", {
    body: `<main class="page">
<h1>Errors</h1>
<p class="quiet">Every refusal carries one of these codes. Build on the code, never on the message.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>What happened</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</main>`,
  });
}

/** `docsUrl` is absolute: the sample shows what a caller gets. */
export function errorPage(code: ErrorCode, links: PageLinks, docsUrl: string): string {
  const { status, type, message, remedy }: CatalogueEntry = errorCatalogue[code];
  const sample = exampleError(code, "body", docsUrl);
  return page(links, code, {
    body: `<main class="page">
<p class="quiet"><a href="${links.docs}/errors">Errors</a></p>
<h1>${codeName(code)}</h1>
<dl>
<dt>Status</dt><dd>${badge(status)}</dd>
<dt>Type</dt><dd><code>${type}</code></dd>
<dt>What happened</dt><dd>${inline(message)}</dd>
<dt>What to do</dt><dd>${inline(remedy)}</dd>
</dl>
<h2>What it looks like</h2>
<pre tabindex="0"><code>${escapeHtml(JSON.stringify(sample, null, 2))}</code></pre>
</main>`,
  });
}

/** What a browser shows of an error of these pages themselves, such as an address that leads nowhere. */
export function refusalPage({ code, message }: AppError, requestId: string, links: PageLinks): string {
  const { status, remedy }: CatalogueEntry = errorCatalogue[code];
  return page(links, message, {
    body: `<main class="page">
<h1>${inline(message)}</h1>
<p>${inline(remedy)}</p>
<dl>
<dt>Status</dt><dd>${badge(status)}</dd>
<dt>Code</dt><dd><a href="${links.docs}/errors/${code}">${codeName(code)}</a></dd>
<dt>Request</dt><dd><code>${escapeHtml(requestId)}</code></dd>
</dl>
</main>`,
  });
}

/** A whole page with the bar at its top; `name` is text, `head` and `body` are HTML. */
export function page(links: PageLinks, name: string, { head = "", body }: { head?: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name === title ? title : `${name} - ${title}`)}</title>
<link rel="icon" href="${links.asset("icon.svg")}" type="image/svg+xml">
${head}
<link rel="stylesheet" href="${links.asset("docs.css")}">
</head>
<body>
<header class="bar"><div>
<a class="name" href="${links.docs}"><img src="${links.asset("icon.svg")}" alt="">${escapeHtml(title)}</a>
<a href="${links.docs}">Routes</a>
<a href="${links.docs}/map">Map</a>
<a href="${links.docs}/errors">Errors</a>
${links.mail ? `<a href="${links.mail}">Mail</a>\n` : ""}<a href="${escapeHtml(links.description)}">openapi.json</a>
</div></header>
${body}
</body>
</html>
`;
}

function badge(status: number): string {
  return `<span class="status${status >= 500 ? " fault" : ""}">${status}</span>`;
}

/** A code may break after each of its words, and nowhere within one. */
function codeName(code: ErrorCode): string {
  return `<code>${code.replaceAll("_", "_<wbr>")}</code>`;
}

/** Text with `code` in backticks. */
function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Text, or the value of an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
