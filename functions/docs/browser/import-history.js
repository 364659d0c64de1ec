/** The earlier imports, newest first. Each can be opened. */
import { html, useEffect, useState } from "./import-elements.js";
import { Fault } from "./import-progress.js";
import { numberText, sourceNames, statusNames, timeText } from "./import-words.js";

const pageReceipts = 10;

export function History({ api }) {
  const [receipts, setReceipts] = useState([]);
  const [state, setState] = useState({ hasMore: true, page: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const query = `limit=${pageReceipts}&offset=${state.page * pageReceipts}`;
    api.get(`/contacts/import-receipts?${query}`, stop.signal).then(
      (answer) => {
        setReceipts((known) => [...known.slice(0, state.page * pageReceipts), ...answer.receipts]);
        setState((known) => ({ ...known, hasMore: answer.pagination.hasMore, error: undefined }));
      },
      (error) => stop.signal.aborted || setState((known) => ({ ...known, error })),
    );
    return () => stop.abort();
  }, [state.page]);

  if (state.error) return html`<${Fault} error=${state.error} />`;
  if (receipts.length === 0) return null;
  return html`<section class="history" aria-labelledby="history">
    <h2 id="history">Earlier imports</h2>
    <p class="quiet">Open one to see what it did, or to undo it.</p>
    <ul>
      ${receipts.map((receipt) => html`<${Entry} key=${receipt.id} ...${receipt} />`)}
    </ul>
    ${state.hasMore && html`<button type="button" onClick=${() => setState({ ...state, page: state.page + 1 })}>Show more</button>`}
  </section>`;
}

function Entry({ id, fileNames, source, status, startedAt, imported, updated }) {
  return html`<li>
    <a href=${`#receipt=${id}`}>${fileNames.join(", ") || sourceNames[source]}</a>
    <span class=${`state ${status}`}>${statusNames[status]}</span>
    <small class="quiet">${timeText(startedAt)} · ${sourceNames[source]} · ${numberText(imported)} imported, ${numberText(updated)} updated</small>
  </li>`;
}
