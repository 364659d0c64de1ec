/** The rows of an import in the page: they are loaded page by page, searched, and counted, while the first are shown. */
import { pause } from "./import-api.js";
import { useEffect, useMemo, useRef, useState } from "./import-elements.js";
import { createMatcher, severities, summarise } from "./import-rows.js";

const pageRows = 500;
/** The API accepts 300 requests a minute, of which these pages leave some. The first pages are loaded without a pause. */
const quickPages = 120;
const restMilliseconds = 500;

/** The rows that are loaded so far. The array grows in place, and `rows.length` tells that it did. */
export function useRows({ api, source, importId }) {
  const rows = useMemo(() => [], [importId]);
  const [state, setState] = useState({ length: 0, isComplete: false });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState({ length: rows.length, isComplete: false });
    loadRows({
      api,
      source,
      importId,
      rows,
      signal: stop.signal,
      onRows: () => setState({ length: rows.length }),
    }).then(
      () => setState({ length: rows.length, isComplete: true }),
      (error) => stop.signal.aborted || setState({ length: rows.length, fault: error }),
    );
    return () => stop.abort();
  }, [importId, attempt]);
  return { rows, isComplete: state.isComplete === true, fault: state.fault, again: () => setAttempt(attempt + 1) };
}

/** The rows that are searched at once. More of them would make the page stop for a moment. */
const searchedAtOnce = 10_000;

/** The rows that pass the filter and the search. `isSearched` is false while some have not been looked at. */
export function useShown(rows, query, selection) {
  const kept = useRef();
  const [, next] = useState();
  if (kept.current?.query !== query || kept.current.rows !== rows) {
    const matches = createMatcher(query.filter, query.search, selection.isChosen);
    kept.current = { query, rows, read: 0, shown: [], matches };
  }
  const { current } = kept;
  const end = Math.min(rows.length, current.read + searchedAtOnce);
  for (; current.read < end; current.read += 1) {
    if (current.matches(rows[current.read])) current.shown.push(rows[current.read]);
  }
  const isSearched = end === rows.length;
  useEffect(() => {
    if (isSearched) return;
    const timer = setTimeout(() => next({}));
    return () => clearTimeout(timer);
  });
  return { shown: current.shown, isSearched };
}

/** The numbers of rows by filter, and the names by `tempId`. Rows that were loaded since are added. */
export function useTallies(rows) {
  const kept = useRef();
  if (kept.current?.rows !== rows) {
    kept.current = { rows, read: 0, names: new Map(), counts: { error: 0, warning: 0, info: 0, duplicate: 0 } };
  }
  const { current } = kept;
  for (; current.read < rows.length; current.read += 1) {
    const row = rows[current.read];
    current.names.set(row.tempId, row.name);
    for (const [at, severity] of severities.entries()) if (row.counts[at] > 0) current.counts[severity] += 1;
    if (row.contactId !== null || row.duplicateInFile !== null) current.counts.duplicate += 1;
  }
  return current;
}

/** Appends the rows after those that are known, and calls `onRows()` after each page. */
async function loadRows({ api, source, importId, rows, signal, onRows }) {
  for (let page = 0; ; page += 1) {
    const query = new URLSearchParams({ offset: rows.length, limit: pageRows });
    const answer = await api.get(`/contacts/import/${source}/${importId}?${query}`, signal);
    for (const contact of answer.contacts) rows.push(summarise(contact, rows.length));
    onRows();
    if (!answer.pagination.hasMore) return;
    if (page >= quickPages) await pause(restMilliseconds, signal);
  }
}
