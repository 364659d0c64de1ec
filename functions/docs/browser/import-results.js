/** The rows of a receipt that someone should know about: not imported, imported without a part, or left by the undo. */
import { html, useEffect, useMemo, useState } from "./import-elements.js";
import { Fault, Progress } from "./import-progress.js";
import { nameOf } from "./import-rows.js";
import { countText, reasonOf } from "./import-words.js";

const pageResults = 500;
const shownRows = 25;
const usual = new Set(["already_imported", "unchanged"]);

/** Why a result of the commit, or of its undo, is listed. Undefined if it went well. */
function messageOf({ code, details, avatar, undo, fields }, isUndone) {
  if (undo === "kept" && fields?.length > 0) return `Kept, because it was changed since: ${fields.join(", ")}.`;
  if (undo === "kept") return "Kept, because someone has changed or used the contact since.";
  if (isUndone) return undefined;
  const reason = code === undefined || usual.has(code) ? undefined : reasonOf(code);
  // The path may begin with the row as a part of a request.
  const fieldOf = (path) => path.replace(/^body(\.contacts\.\d+)?\.?/, "");
  const faults = details?.map(({ path, message }) => [fieldOf(path), message].filter(Boolean).join(": ")) ?? [];
  if (reason) return [reason, ...faults].join(" ");
  return avatar === "unreadable" || avatar === "gone" ? reasonOf(avatar) : undefined;
}

export function Results({ api, receipt }) {
  const messages = useMessages(api, receipt);
  const { rows, seen, total, error, isComplete } = messages;
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const [visible, setVisible] = useState([]);
  const names = useNames(api, receipt, messages, visible);
  const found = useMemo(() => {
    const text = search.trim().toLowerCase();
    const textOf = ({ result, message }) => `${names.get(result.tempId) ?? ""} ${message}`.toLowerCase();
    return rows.filter((row) => textOf(row).includes(text));
  }, [rows, names, search]);
  const last = Math.max(0, Math.ceil(found.length / shownRows) - 1);
  const at = Math.min(page, last);
  useEffect(() => setVisible(found.slice(at * shownRows, (at + 1) * shownRows)), [found, at]);

  if (error) return html`<${Fault} error=${error} />`;
  const isUndone = receipt.status === "undone";
  if (rows.length === 0 && isComplete) return isUndone && html`<p>Everything was taken back.</p>`;
  if (rows.length === 0) {
    const isExpected = isUndone || receipt.failed > 0;
    return isExpected && html`<${Progress} label="Looking through the results" done=${seen} total=${total} />`;
  }
  return html`<section class="results" aria-labelledby="results">
    <h3 id="results">${isUndone ? "What was kept, and why" : "What you should know"}</h3>
    <label><span>Search these rows</span>
      <input type="search" autocomplete="off" maxlength="200" value=${search} onInput=${({ target }) => {
        setSearch(target.value);
        setPage(0);
      }} /></label>
    <p class="quiet" role="status">${countText(found.length, "row")}${!isComplete ? ` in the first ${countText(seen, "result")}` : ""}</p>
    <ul>
      ${visible.map(
        ({ result, message }) => html`<li key=${result.tempId}>
          <strong>${names.get(result.tempId) ?? `Row ${result.tempId.slice(0, 8)}`}</strong><span>${message}</span>
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
function useMessages(api, { id, status }) {
  const [state, setState] = useState({ rows: [], seen: 0, total: 0, isComplete: false });
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const rows = [];
      for (let offset = 0; ; ) {
        const path = `/contacts/import-receipts/${id}?limit=${pageResults}&offset=${offset}`;
        const { results, pagination } = await api.get(path, stop.signal);
        offset += results.length;
        for (const result of results) {
          const message = messageOf(result, status === "undone");
          if (message) rows.push({ result, message });
        }
        setState({ rows: [...rows], seen: offset, total: pagination.totalCount, isComplete: !pagination.hasMore });
        if (!pagination.hasMore) return;
      }
    };
    load().catch((error) => stop.signal.aborted || setState((known) => ({ ...known, error })));
    return () => stop.abort();
  }, [id]);
  return state;
}

/**
 * The names of the listed rows, from the file, which is kept for a day, and for the `visible` rows from their contacts. A row
 * whose name is not found is shown by its id.
 */
function useNames(api, { source, importId }, { rows, isComplete }, visible) {
  const [names, setNames] = useState(new Map());
  const add = (found) => setNames((known) => new Map([...known, ...found]));
  useEffect(() => {
    if (!isComplete || rows.length === 0) return;
    const stop = new AbortController();
    const missing = new Set(rows.map(({ result }) => result.tempId));
    const load = async () => {
      for (let offset = 0; missing.size > 0; offset += pageResults) {
        const path = `/contacts/import/${source}/${importId}?limit=${pageResults}&offset=${offset}`;
        const { contacts, pagination } = await api.get(path, stop.signal);
        add(contacts.filter(({ tempId }) => missing.delete(tempId)).map((row) => [row.tempId, nameOf(row)]));
        if (!pagination.hasMore) return;
      }
    };
    // The file may be gone.
    load().catch(() => {});
    return () => stop.abort();
  }, [isComplete]);

  const unnamed = visible.filter(({ result: { tempId, contactId } }) => contactId && !names.has(tempId));
  useEffect(() => {
    const stop = new AbortController();
    const load = async ({ result: { tempId, contactId } }) => {
      const { contact } = await api.get(`/contacts/${contactId}`, stop.signal);
      return [tempId, nameOf(contact)];
    };
    // A contact may be deleted.
    const loading = unnamed.map((row) => load(row).catch(() => undefined));
    Promise.all(loading).then((found) => stop.signal.aborted || add(found.filter(Boolean)));
    return () => stop.abort();
  }, [unnamed.map(({ result }) => result.tempId).join(" ")]);
  return names;
}
