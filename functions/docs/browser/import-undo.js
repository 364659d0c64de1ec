/** The button that undoes an import, with its confirmation. */
import { html, useRef, useState } from "./import-elements.js";
import { Fault } from "./import-progress.js";
import { countText } from "./import-words.js";

export const isUndoable = ({ status, undoableUntil, imported, updated }, now = Date.now()) =>
  (status === "done" || status === "failed") && imported + updated > 0 && now < Date.parse(undoableUntil);

/** `undone(receipt)` is called when the undo has begun. */
export function UndoButton({ api, receipt, undone }) {
  const dialog = useRef();
  const [state, setState] = useState({});
  const { id, imported, updated, fileNames } = receipt;
  const title = `Undo import of ${countText(imported + updated, "contact")}`;

  async function undo(event) {
    event.preventDefault();
    setState({ isSending: true });
    try {
      const answer = await api.delete(`/contacts/import-receipts/${id}`);
      dialog.current.close();
      undone(answer.receipt);
    } catch (error) {
      setState({ error });
    }
  }

  return html`
    <button type="button" class="undo" aria-haspopup="dialog" onClick=${() => dialog.current.showModal()}>${title}</button>
    <dialog ref=${dialog} aria-labelledby=${`undo-${id}`} onClose=${() => setState({})}>
      <form onSubmit=${undo}>
        <h2 id=${`undo-${id}`}>Undo the import of ${fileNames.join(", ") || "these files"}?</h2>
        <ul>
          ${imported > 0 && html`<li>${countText(imported, "contact")} that it created will be deleted, unless someone has changed or used them since.</li>`}
          ${updated > 0 && html`<li>${countText(updated, "contact")} that it filled in will get back their earlier values, except for what was changed since.</li>`}
          <li>Groups that it made go when they are empty.</li>
        </ul>
        <p class="quiet">Importing the file again brings everybody back.</p>
        ${state.error && html`<${Fault} error=${state.error} />`}
        <p class="actions">
          <button class="first" disabled=${state.isSending}>Undo import</button>
          <button type="button" onClick=${() => dialog.current.close()}>Keep everything</button>
        </p>
      </form>
    </dialog>`;
}
