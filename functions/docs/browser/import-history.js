/** The earlier imports, newest first. Each can be opened and, for 30 days, undone. */
import { html, useEffect, useState } from "./import-elements.js";
import { Fault } from "./import-progress.js";
import { isUndoable, UndoButton } from "./import-undo.js";
import { numberText, sourceNames, statusNames, timeText } from "./import-words.js";

const pageReceipts = 10;

export function History({ api, go }) {
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
    <ul>
      ${receipts.map((receipt) => html`<${Entry} key=${receipt.id} api=${api} receipt=${receipt} go=${go} />`)}
    </ul>
    ${state.hasMore && html`<button type="button" onClick=${() => setState({ ...state, page: state.page + 1 })}>Show more</button>`}
  </section>`;
}

function Entry({ api, receipt, go }) {
  const { id, fileNames, source, status, startedAt, imported, updated } = receipt;
  return html`<li>
    <div>
      <a href=${`#receipt=${id}`}>${fileNames.join(", ") || sourceNames[source]}</a>
      <span class=${`state ${status}`}>${statusNames[status]}</span>
      <small class="quiet">${timeText(startedAt)} · ${sourceNames[source]} · ${numberText(imported)} imported, ${numberText(updated)} updated</small>
    </div>
    ${isUndoable(receipt) && html`<${UndoButton} api=${api} receipt=${receipt} undone=${() => go({ receipt: id })} />`}
  </li>`;
}
