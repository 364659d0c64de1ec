/** The first step of the import page: choosing files, and sending them. */
import { html, useEffect, useRef, useState } from "./import-elements.js";
import { History } from "./import-history.js";
import { Fault, Heading, Progress } from "./import-progress.js";
import { detectKind, sendFiles } from "./import-upload.js";
import { bytesText, fileKinds } from "./import-words.js";
import { storedKey, submitTypedKey } from "./key.js";

/**
 * `sent(importId, kind)` is called when the files have arrived. `pending` is what is sent now, as `{files, kind}`. Another
 * `keyNumber` sends it again.
 */
export function ChooseStep({ api, keyNumber, pending, choose, sent }) {
  const [kind, setKind] = useState("");
  const hasKey = storedKey() !== "";
  const take = async (files) => {
    if (files.length === 0) return;
    submitTypedKey();
    choose({ files, kind: kind || (await detectKind(files[0])) });
  };

  return html`
    <${Heading} text=${pending && hasKey ? `Sending ${namesOf(pending.files)}` : "Choose files"} />
    ${pending && hasKey && html`<${Sending} key=${keyNumber} api=${api} pending=${pending} cancel=${() => choose()} sent=${sent} />`}
    ${pending && !hasKey && html`<div class="problem" role="alert"><p><strong>Enter an API key or a session token above.</strong> Then ${namesOf(pending.files)} will be read.</p></div>`}
    <div class="choose">
      <${DropZone} take=${take} />
      <label class="kind-choice"><span>Kind of file</span>
        <select value=${kind} onChange=${({ target }) => setKind(target.value)}>
          <option value="">Find out from the file</option>
          <${KindOptions} />
        </select>
      </label>
    </div>
    ${hasKey && !pending && html`<${History} key=${keyNumber} api=${api} />`}`;
}

export function KindOptions() {
  return Object.entries(fileKinds).map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`);
}

function DropZone({ take }) {
  const input = useRef();
  const [isOver, setOver] = useState(false);
  const over = (event, isInside) => {
    event.preventDefault();
    setOver(isInside);
  };
  return html`<label class=${isOver ? "drop over" : "drop"} onDragOver=${(event) => over(event, true)}
    onDragLeave=${(event) => over(event, false)}
    onDrop=${(event) => {
      over(event, false);
      take([...event.dataTransfer.files]);
    }}>
    <svg viewBox="0 0 48 48" aria-hidden="true"><path d="M24 31V9m-9 9 9-9 9 9M8 30v7a3 3 0 0 0 3 3h26a3 3 0 0 0 3-3v-7" /></svg>
    <strong>Drop files here, or choose them</strong>
    <small class="quiet">Address books (.vcf, or a ZIP of them), the CSV or archive of network_a, the JSON archive of network_b. Up to 5 GB.</small>
    <input ref=${input} type="file" multiple accept=".vcf,.vcard,.csv,.json,.zip,text/vcard,text/csv,application/zip"
      onChange=${() => {
        const files = [...input.current.files];
        // Choosing the same file again must be a change, too.
        input.current.value = "";
        take(files);
      }} />
  </label>`;
}

function Sending({ api, pending: { files, kind }, cancel, sent }) {
  const [loaded, setLoaded] = useState(0);
  const [error, setError] = useState();
  const [round, setRound] = useState(0);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  useEffect(() => {
    const stop = new AbortController();
    setError();
    setLoaded(0);
    sendFiles({ api, files, kind, onProgress: setLoaded, signal: stop.signal }).then(
      (importId) => stop.signal.aborted || sent(importId, kind),
      (fault) => stop.signal.aborted || setError(fault),
    );
    return () => stop.abort();
  }, [files, kind, round]);

  if (error) {
    return html`<${Fault} error=${error}>
      <button type="button" onClick=${() => setRound(round + 1)}>Try again</button>
      <button type="button" onClick=${cancel}>Choose another file</button>
    </${Fault}>`;
  }
  // A form is larger than its files.
  const isSent = loaded >= total;
  return html`<div class="sending">
    ${
      isSent
        ? html`<${Progress} key="read" label="Reading" />`
        : html`<${Progress} key="send" label="Uploading" done=${loaded} total=${total} text=${`${bytesText(loaded)} of ${bytesText(total)}`} />`
    }
    <p class="actions"><button type="button" onClick=${cancel}>Cancel</button></p>
  </div>`;
}

function namesOf([first, ...others]) {
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
}
