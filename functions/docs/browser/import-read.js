/** The second step of the import page: the file is parsed, then its rows are checked and committed. */
import { KindOptions } from "./import-choose.js";
import { html, useState } from "./import-elements.js";
import { usePolled } from "./import-poll.js";
import { Preview } from "./import-preview.js";
import { Fault, Heading, Progress } from "./import-progress.js";
import { bytesText, countText, sourceNames } from "./import-words.js";

const isReading = ({ status }) => status === "waiting" || status === "parsing";

/**
 * `again(kind)` sends the files again as another kind, and is undefined after the page was loaded again. Another `keyNumber`
 * reads the state again, and keeps the choice of rows.
 */
export function ReadStep({ api, keyNumber, source, importId, again, go }) {
  const path = `/contacts/import/${source}/${importId}`;
  const read = (signal) => api.get(`${path}?limit=1`, signal);
  const { value, error, again: retry } = usePolled(read, isReading, [path, keyNumber]);
  const restart = html`<button type="button" onClick=${() => go({})}>Choose another file</button>`;

  if (error && value?.status !== "parsed") {
    return html`<${Heading} text="Reading the file" />
      <${Fault} error=${error}><button type="button" onClick=${retry}>Try again</button>${restart}</${Fault}>`;
  }
  if (!value || isReading(value)) {
    return html`<${Heading} text="Reading the file" /><${Parsing} ...${value} /><p class="actions">${restart}</p>`;
  }
  if (value.status === "failed") {
    const { message, details } = value.error;
    const reason = [...new Set(details.map((detail) => detail.message))].join(" ") || message;
    return html`<${Heading} text="The file can't be imported" />
      <div class="problem" role="alert"><p><strong>${reason}</strong></p>
      <div class="actions"><${ReadAgain} again=${again} />${restart}</div></div>`;
  }
  return html`<${Check} api=${api} source=${source} importId=${importId} counts=${value} again=${again} go=${go} />`;
}

function Parsing({ status, rowsRead, bytesRead, bytesTotal }) {
  if (status !== "parsing") return html`<${Progress} label="Waiting for the file" />`;
  const rows = countText(rowsRead, "row");
  const text = bytesTotal > 0 ? `${rows}, ${bytesText(bytesRead ?? 0)} of ${bytesText(bytesTotal)}` : rows;
  return html`<${Progress} label="Read so far" done=${bytesRead ?? 0} total=${bytesTotal ?? 0} text=${text} />`;
}

function ReadAgain({ again }) {
  if (!again) return null;
  return html`<label class="kind-choice"><span>Read the file as another kind</span>
    <select value="" onChange=${({ target }) => again(target.value)}>
      <option value="" disabled>Choose a kind</option>
      <${KindOptions} />
    </select>
  </label>`;
}

/** The rows with the choice of those that are committed. */
function Check({ api, source, importId, counts, again, go }) {
  const [selection, setSelection] = useState();
  const [groups, setGroups] = useState("");
  const [state, setState] = useState({});
  const { totalCount, skippedCount, duplicateCount } = counts;
  const chosen = selection?.chosen ?? counts.validCount;
  // Several rows may be about one contact. The preview counts the chosen rows while it loads them.
  const noun = duplicateCount > 0 ? "row" : "contact";
  const what = selection?.isComplete ? countText(chosen, noun) : `${noun}s`;

  async function commit() {
    setState({ isSending: true });
    const { include, exclude } = selection ?? {};
    const labels = groups
      .split(",")
      .map((label) => label.trim())
      .filter(Boolean);
    const content = {
      ...(include && { include }),
      ...(exclude && { exclude }),
      ...(labels.length > 0 && { groups: labels }),
    };
    const path = `/contacts/import/${source}/${importId}/commit`;
    try {
      const { receipt } = await api.post(path, content).catch((error) => findRunning(error, api, importId));
      go({ receipt: receipt.id });
    } catch (error) {
      setState({ error });
    }
  }

  if (totalCount === 0) {
    return html`<${Heading} text="There are no contacts in the file" />
      <p>${skippedCount > 0 ? `It has ${countText(skippedCount, "row")}, but none is about a person.` : `It was read as ${sourceNames[source]}.`}</p>
      <div class="actions"><${ReadAgain} again=${again} /><button type="button" onClick=${() => go({})}>Choose another file</button></div>`;
  }
  return html`
    <${Heading} text="Check the rows" />
    <p class="quiet lead">${summaryOf(counts)}</p>
    <${Preview} importId=${importId} source=${source} counts=${counts} api=${api} onSelection=${setSelection} />
    ${state.error && html`<${Fault} error=${state.error} />`}
    ${selection?.problem && html`<p class="problem" role="alert">${selection.problem}</p>`}
    <form class="commit" onSubmit=${(event) => {
      event.preventDefault();
      commit();
    }}>
      <label><span>Also add all to these groups (optional, separated by commas)</span>
        <input type="text" autocomplete="off" maxlength="500" value=${groups} onInput=${({ target }) => setGroups(target.value)} /></label>
      <button class="first" disabled=${state.isSending || chosen === 0 || Boolean(selection?.problem)}>Import ${what}</button>
      <button type="button" onClick=${() => go({})}>Cancel</button>
    </form>
    <${ReadAgain} again=${again} />`;
}

function summaryOf({ totalCount, validCount, invalidCount, duplicateCount, skippedCount }) {
  const parts = [
    `${countText(totalCount, "row")}, of which ${countText(validCount, "row")} can be imported`,
    invalidCount > 0 && `${countText(invalidCount, "row")} can't`,
    duplicateCount > 0 && `${countText(duplicateCount, "row")} about someone you have or who is in the file twice`,
    skippedCount > 0 && `besides, ${countText(skippedCount, "row")} about no person`,
  ];
  return `${parts.filter(Boolean).join("; ")}.`;
}

/** The receipt of a commit that runs already, such as one whose answer was lost, or of its undo. */
async function findRunning(error, api, importId) {
  if (error.code !== "conflict") throw error;
  const { receipts } = await api.get("/contacts/import-receipts?limit=50");
  const receipt = receipts.find((each) => each.importId === importId && /running|undoing/.test(each.status));
  if (!receipt) throw error;
  return { receipt };
}
