/** The page of the issues that rows of an import may have. */
import { issueCatalogue } from "../../../shared/import/row/issue-catalogue.ts";
import { codeName, inline, type PageLinks, page } from "./pages.ts";

/** Each code has an anchor of its name. */
export function issuesPage(links: PageLinks): string {
  const rows = Object.entries(issueCatalogue).map(([code, [meaning, remedy]]) => {
    const link = `<a id="${code}" href="#${code}">${codeName(code)}</a>`;
    return `<tr><td>${link}</td><td>${inline(meaning)}</td><td>${inline(remedy)}</td></tr>`;
  });
  return page(links, "Issues of imported rows", {
    section: "Errors",
    body: `<main class="page">
<h1>Issues of imported rows</h1>
<p class="quiet">Each row of a parsed file lists in <code>issues</code> what a reader should know. A row with an issue of the severity
<code>error</code> is invalid and can't be committed; a <code>warning</code> says what was changed or lost, an <code>info</code> what no field takes.</p>
<table class="texts">
<thead><tr><th>Code</th><th>What happened</th><th>What to do</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</main>`,
  });
}
