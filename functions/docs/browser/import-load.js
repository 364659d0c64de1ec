/** Loads the rows of an import page by page. */
import { pause } from "./import-api.js";
import { summarise } from "./import-rows.js";

const pageRows = 500;
/** The API accepts 300 requests a minute, of which these pages leave some. The first pages are loaded without a pause. */
const quickPages = 120;
const restMilliseconds = 500;

/** Appends the rows after those that are known, and calls `onRows()` after each page. */
export async function loadRows({ api, source, importId, rows, signal, onRows }) {
  for (let page = 0; ; page += 1) {
    const query = new URLSearchParams({ offset: rows.length, limit: pageRows });
    const answer = await api.get(`/contacts/import/${source}/${importId}?${query}`, signal);
    for (const contact of answer.contacts) rows.push(summarise(contact, rows.length));
    onRows();
    if (!answer.pagination.hasMore) return;
    if (page >= quickPages) await pause(restMilliseconds, signal);
  }
}
