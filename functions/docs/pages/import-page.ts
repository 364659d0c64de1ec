/** The page that imports files. Its scripts, which also make everything below the key form, are in browser/. */
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";
import { keyForm, type PageLinks, page } from "./pages.ts";

export function importPage(links: PageLinks): string {
  return page(links, "Import", {
    head: `<link rel="stylesheet" href="${links.asset("docs.css")}">
<link rel="stylesheet" href="${links.asset("import.css")}">
<link rel="stylesheet" href="${links.asset("import-preview.css")}">
<script type="module" src="${links.asset("import.js")}"></script>`,
    body: `<main class="page import-page controls" data-api="${escapeHtml(links.api)}">
<h1>Import</h1>
<p class="quiet lead">Bring contacts from an address book or a network. You see every row before anything is written, and you can undo an import for 30 days. The page calls only this API and its storage, and the key stays in this tab.</p>
<noscript><p>The import needs JavaScript.</p></noscript>
${keyForm("Use")}
<p id="message" class="message" role="status"></p>
<div id="import"></div>
</main>`,
  });
}
