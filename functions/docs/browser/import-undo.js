/** What the undo of an import does, and its button. It has no confirmation, because importing the file again takes it back. */
import { html, useState } from "./import-elements.js";
import { Fault } from "./import-progress.js";
import { countText, dayText } from "./import-words.js";

export const isUndoable = ({ status, undoableUntil, imported, updated }, now = Date.now()) =>
  (status === "done" || status === "failed") && imported + updated > 0 && now < Date.parse(undoableUntil);

/** `begun()` is called when the undo has begun. */
export function Undo({ api, receipt: { id, imported, updated, undoableUntil }, begun }) {
  const [state, setState] = useState({});
  const effects = [
    imported > 0 && `deletes ${countText(imported, "contact")} that it created`,
    updated > 0 && `takes back the values that ${countText(updated, "row")} added`,
  ];

  async function undo() {
    setState({ isSending: true });
    try {
      await api.delete(`/contacts/import-receipts/${id}`);
      begun();
    } catch (error) {
      setState({ error });
    }
  }

  return html`<section aria-label="Undo">
    <p id="undo" class="quiet lead">Undoing this import ${effects.filter(Boolean).join(", and ")}. It leaves what someone has changed or used since. You can undo it until ${dayText(undoableUntil)}, and importing the file again brings everything back.</p>
    ${state.error && html`<${Fault} error=${state.error} />`}
    <button type="button" class="undo" aria-describedby="undo" disabled=${state.isSending} onClick=${undo}>Undo import of ${countText(imported + updated, updated > 0 ? "row" : "contact")}</button>
  </section>`;
}
