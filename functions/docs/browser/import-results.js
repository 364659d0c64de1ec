/** The rows of a receipt that someone should know about: not imported, imported without a part, or left by the undo. */
import { html, useEffect, useMemo, useState } from "./import-elements.js";
import { Fault, Progress } from "./import-progress.js";
import { nameOf } from "./import-rows.js";
import { countText, reasonOf } from "./import-words.js";

const pageResults = 500;
const shownRows = 25;
const usual = new Set(["already_imported", "unchanged"]);

/** Why a result is listed, or undefined if it went well. */
function remarkOf({ status, code, details, avatar, undo, fields }) {
  if (undo === "kept") {
    const which = fields?.length > 0 ? `Kept, because these values were changed since: ${fields.join(", ")}.` : "";
    return which || "Kept, because someone has changed or used the contact since.";
  }
  if (undo !== undefined) return undefined;
  const reason = code === undefined || usual.has(code) ? undefined : reasonOf(code);
  const faults = details?.map(({ path, message }) => `${path.split(".").slice(3).join(".")}: ${message}`).join(" ");
  if (status === "skipped" || reason) return reason && [reason, faults].filter(Boolean).join(" ");
  return avatar === "unreadable" || avatar === "gone" ? reasonOf(avatar) : undefined;
}

export function Results({ api, receipt }) {
  const { rows, seen, total, error } = useRemarks(api, receipt);
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const names = useNames(api, receipt, rows);
  const found = useMemo(() => {
    const text = search.trim().toLowerCase();
    return rows.filter(({ result, remark }) =>
      `${names.get(result.tempId) ?? ""} ${remark}`.toLowerCase().includes(text),
    );
  }, [rows, names, search]);

  if (error) return html`<${Fault} error=${error} />`;
  if (rows.length === 0)
    return seen < total ? html`<${Progress} label="Looking through the results" done=${seen} total=${total} />` : null;
  const last = Math.max(0, Math.ceil(found.length / shownRows) - 1);
  const at = Math.min(page, last);
  return html`<section class="results" aria-labelledby="results">
    <h3 id="results">${receipt.status === "undone" ? "What was kept, and why" : "What you should know"}</h3>
    <label><span>Search these rows</span>
      <input type="search" autocomplete="off" maxlength="200" value=${search} onInput=${({ target }) => {
        setSearch(target.value);
        setPage(0);
      }} /></label>
    <p class="quiet" role="status">${countText(found.length, "row")}${seen < total ? ` in the first ${countText(seen, "result")}` : ""}</p>
    <ul>
      ${found.slice(at * shownRows, (at + 1) * shownRows).map(
        ({ result, remark }) => html`<li key=${result.tempId}>
          <strong>${names.get(result.tempId) ?? `Row ${result.tempId.slice(0, 8)}`}</strong><span>${remark}</span>
        </li>`,
      )}
    </ul>
    ${
      last > 0 &&
      html`<p class="pages">
      <button type="button" disabled=${at === 0} onClick=${() => setPage(at - 1)}>Previous</button>
      <span class="quiet">Page ${at + 1} of ${last + 1}</span>
      <button type="button" disabled=${at === last} onClick=${() => setPage(at + 1)}>Next</button>
    </p>`
    }
  </section>`;
}

/** Reads all results, page by page, and keeps those that are listed. */
function useRemarks(api, { id }) {
  const [state, setState] = useState({ rows: [], seen: 0, total: Number.POSITIVE_INFINITY });
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const rows = [];
      for (let offset = 0; ; ) {
        const path = `/contacts/import-receipts/${id}?limit=${pageResults}&offset=${offset}`;
        const { results, pagination } = await api.get(path, stop.signal);
        offset += results.length;
        for (const result of results) {
          const remark = remarkOf(result);
          if (remark) rows.push({ result, remark });
        }
        setState({ rows: [...rows], seen: offset, total: pagination.hasMore ? pagination.totalCount : offset });
        if (!pagination.hasMore) return;
      }
    };
    load().catch((error) => stop.signal.aborted || setState((known) => ({ ...known, error })));
    return () => stop.abort();
  }, [id]);
  return state;
}

/**
 * The names of the listed rows: of their contacts, or of the rows in the file, which is kept for a day. A row whose name is
 * not found is shown by its id.
 */
function useNames(api, { source, importId }, rows) {
  const [names, setNames] = useState(new Map());
  useEffect(() => {
    if (rows.length === 0) return;
    const stop = new AbortController();
    const missing = new Set(rows.map(({ result }) => result.tempId).filter((tempId) => !names.has(tempId)));
    const load = async () => {
      const found = new Map(names);
      for (let offset = 0; missing.size > 0; offset += 500) {
        const path = `/contacts/import/${source}/${importId}?limit=500&offset=${offset}`;
        const { contacts, pagination } = await api.get(path, stop.signal);
        for (const contact of contacts) if (missing.delete(contact.tempId)) found.set(contact.tempId, nameOf(contact));
        setNames(new Map(found));
        if (!pagination.hasMore) return;
      }
    };
    load().catch(() => {});
    return () => stop.abort();
  }, [rows.length]);
  return names;
}
