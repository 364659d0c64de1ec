/** The last step of the import page: the progress of a commit or an undo, what it did, and the undo. */
import { html, useRef } from "./import-elements.js";
import { usePolled } from "./import-poll.js";
import { Fault, Heading, Progress } from "./import-progress.js";
import { Results } from "./import-results.js";
import { isUndoable, Undo } from "./import-undo.js";
import { countText, numberText, sourceNames, timeText } from "./import-words.js";

const isMoving = ({ receipt: { status } }) => status === "running" || status === "undoing";

export function ReceiptStep({ api, id, go }) {
  const path = `/contacts/import-receipts/${id}`;
  const { value, error, again } = usePolled(useReceipt(api, path), isMoving, [path]);
  const restart = html`<button type="button" onClick=${() => go({})}>Import another file</button>`;
  if (error) {
    return html`<${Heading} text="Import" />
      <${Fault} error=${error}><button type="button" onClick=${again}>Try again</button>${restart}</${Fault}>`;
  }
  if (!value) return html`<${Heading} text="Import" /><${Progress} label="Loading the receipt" />`;
  const { receipt } = value;
  return html`
    <${Heading} text=${titles[receipt.status](receipt)} />
    <p class="quiet lead">Receipt of ${receipt.fileNames.join(", ") || sourceNames[receipt.source]}, ${timeText(receipt.startedAt)}</p>
    <${Moving} ...${value} />
    <${Counts} receipt=${receipt} />
    ${receipt.status === "failed" && html`<p class="problem"><strong>The import or its undo stopped before its end.</strong> What the import wrote is listed here, and can be undone. Or import the file again to continue: rows that are done are not taken twice.</p>`}
    ${!isMoving(value) && html`<${Results} key=${receipt.status} api=${api} receipt=${receipt} />`}
    ${isUndoable(receipt) && html`<${Undo} api=${api} receipt=${receipt} begun=${again} />`}
    <p class="actions">${restart}</p>
    ${receipt.status === "running" && html`<p class="quiet">You may close this page: the import goes on, and you find it here again under “Earlier imports”.</p>`}`;
}

const titles = {
  running: ({ total }) => `Importing ${countText(total, "row")}`,
  done: ({ imported, updated }) => {
    const parts = [
      imported > 0 && `Imported ${countText(imported, "contact")}`,
      updated > 0 && `Added values of ${countText(updated, "row")}`,
    ];
    return parts.filter(Boolean).join(". ") || "Nothing new to import";
  },
  failed: () => "The import stopped before its end",
  undoing: () => "Undoing the import",
  undone: () => "The import is undone",
};

/** The parts in which the progress of an undo is shown. */
const undoSteps = 20;

/**
 * A function that reads the receipt. An undo works from the last result to the first, so those at one place say how far it
 * is. It reads several of them, because rows that were skipped have nothing to undo.
 */
function useReceipt(api, path) {
  const progress = useRef({ rows: 0, left: undoSteps });
  return async (signal) => {
    for (;;) {
      const { rows, left } = progress.current;
      const offset = Math.floor((rows * (left - 1)) / undoSteps);
      const { receipt, results } = await api.get(`${path}?limit=10&offset=${offset}`, signal);
      const isStepDone = receipt.status === "undoing" && rows > 0 && left > 1 && results.some(({ undo }) => undo);
      progress.current = { rows: rowsDone(receipt), left: isStepDone ? left - 1 : left };
      if (!isStepDone) return { receipt, undone: 1 - left / undoSteps };
    }
  };
}

const rowsDone = ({ imported, updated, skipped, failed }) => imported + updated + skipped + failed;

function Moving({ receipt, undone }) {
  const { status, total } = receipt;
  if (status === "undoing")
    return html`<${Progress} label="Undoing the import" done=${undone} total=${undone > 0 ? 1 : 0} />`;
  if (status === "undone") return null;
  const done = rowsDone(receipt);
  return html`<${Progress} label=${status === "running" ? "Importing" : "Done"} done=${done} total=${total} text=${`${numberText(done)} of ${countText(total, "row")}`} />`;
}

function Counts({ receipt: { imported, updated, skipped, failed } }) {
  const counts = [
    ["Imported", imported, "new contacts"],
    ["Updated", updated, "rows that added values to contacts"],
    ["Nothing new", skipped, "rows that bring nothing"],
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
