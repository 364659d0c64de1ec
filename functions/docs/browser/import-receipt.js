/** The last step of the import page: the progress of a commit or an undo, what it did, and the undo. */
import { html } from "./import-elements.js";
import { usePolled } from "./import-poll.js";
import { Fault, Heading, Progress } from "./import-progress.js";
import { Results } from "./import-results.js";
import { isUndoable, UndoButton } from "./import-undo.js";
import { countText, dayText, numberText, sourceNames, timeText } from "./import-words.js";

const isMoving = ({ receipt: { status } }) => status === "running" || status === "undoing";

export function ReceiptStep({ api, id, go }) {
  const path = `/contacts/import-receipts/${id}`;
  const { value, error, again } = usePolled((signal) => api.get(`${path}?limit=1`, signal), isMoving, [path]);
  const restart = html`<button type="button" onClick=${() => go({})}>Import another file</button>`;
  if (error) {
    return html`<${Heading} text="Import" />
      <${Fault} error=${error}><button type="button" onClick=${again}>Try again</button>${restart}</${Fault}>`;
  }
  if (!value) return html`<${Heading} text="Import" /><${Progress} label="Loading the receipt" />`;
  const { receipt } = value;
  return html`
    <${Heading} text=${titles[receipt.status](receipt)} />
    <p class="quiet lead">${receipt.fileNames.join(", ") || sourceNames[receipt.source]}, ${timeText(receipt.startedAt)}</p>
    <${Moving} receipt=${receipt} />
    <${Counts} receipt=${receipt} />
    ${receipt.status === "failed" && html`<p class="problem"><strong>The import stopped before its end.</strong> What it wrote is listed here, and can be undone. Import the file again to continue: rows that are done are not taken twice.</p>`}
    ${!isMoving(value) && html`<${Results} key=${receipt.status} api=${api} receipt=${receipt} />`}
    <p class="actions">
      ${isUndoable(receipt) && html`<${UndoButton} api=${api} receipt=${receipt} undone=${again} />`}
      ${restart}
    </p>
    ${isUndoable(receipt) && html`<p class="quiet">You can undo this import until ${dayText(receipt.undoableUntil)}.</p>`}
    ${receipt.status === "running" && html`<p class="quiet">You may close this page: the import goes on, and you find it here again under “Earlier imports”.</p>`}`;
}

const titles = {
  running: ({ total }) => `Importing ${countText(total, "row")}`,
  done: ({ imported, updated }) =>
    imported + updated > 0 ? `Imported ${countText(imported + updated, "contact")}` : "Nothing new to import",
  failed: () => "The import stopped early",
  undoing: () => "Undoing the import",
  undone: () => "The import is undone",
};

function Moving({ receipt: { status, total, imported, updated, skipped, failed } }) {
  if (status === "undoing") return html`<${Progress} label="Undoing the import" />`;
  if (status !== "running") return null;
  const done = imported + updated + skipped + failed;
  return html`<${Progress} label="Importing" done=${done} total=${total} text=${`${numberText(done)} of ${countText(total, "row")}`} />`;
}

function Counts({ receipt: { imported, updated, skipped, failed } }) {
  const counts = [
    ["Imported", imported, "new contacts"],
    ["Updated", updated, "contacts that you had got more values"],
    ["Nothing new", skipped, "rows that you had already"],
    ["Not imported", failed, "rows with a problem"],
  ];
  return html`<dl class="tallies">
    ${counts.map(
      ([
        name,
        count,
        meaning,
      ]) => html`<div key=${name} class=${name === "Not imported" && count > 0 ? "tally fault" : "tally"}>
      <dt>${name}</dt><dd><strong>${numberText(count)}</strong><small class="quiet">${meaning}</small></dd>
    </div>`,
    )}
  </dl>`;
}
