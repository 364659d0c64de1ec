/** The import page: its steps, and the way from one to the next. The step is in the address, so that it outlives a reload. */
import { createApi } from "./import-api.js";
import { ChooseStep } from "./import-choose.js";
import { html, render, useEffect, useState } from "./import-elements.js";
import { ReadStep } from "./import-read.js";
import { ReceiptStep } from "./import-receipt.js";
import { handleKeyForm, storedKey } from "./key.js";

const { api: base } = document.querySelector("main").dataset;
const api = createApi(base);
const message = document.getElementById("message");

/** What was loaded with another key is loaded again. */
let keyNumber = 0;
handleKeyForm({
  use() {
    keyNumber += 1;
    showRefusal("");
    show();
  },
  refuse: showRefusal,
});
// A file that misses the drop zone would replace the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
show();

function show() {
  render(html`<${ImportPage} keyNumber=${keyNumber} />`, document.getElementById("import"));
}

function showRefusal(text) {
  message.textContent = text;
  message.classList.toggle("fault", text !== "");
}

/** The names and ids in the address. Other values are ignored, because they would become parts of other paths of the API. */
function readPlace() {
  const values = [...new URLSearchParams(location.hash.slice(1))];
  return Object.fromEntries(values.filter(([, value]) => /^[\w-]+$/.test(value)));
}

function go(place) {
  location.hash = new URLSearchParams(place);
}

function ImportPage({ keyNumber }) {
  const [place, setPlace] = useState(readPlace);
  /** The files that are sent, and those that were sent last and can be sent again as another kind. */
  const [pending, setPending] = useState();
  const [sentFiles, setSentFiles] = useState();
  useEffect(() => {
    const move = () => setPlace(readPlace());
    addEventListener("hashchange", move);
    return () => removeEventListener("hashchange", move);
  }, []);

  const sent = (importId, kind) => {
    setSentFiles({ importId, files: pending.files });
    setPending(undefined);
    go({ source: kind.split(":")[0], import: importId });
  };
  const again = (kind) => {
    setPending({ files: sentFiles.files, kind });
    go({});
  };
  const step = place.receipt ? 2 : place.import ? 1 : 0;
  if (step > 0 && storedKey() === "") {
    return html`<p class="problem" role="status"><strong>Enter an API key or a session token above</strong> to see this import.</p>`;
  }
  return html`
    <${Steps} current=${step} />
    ${step === 0 && html`<${ChooseStep} keyNumber=${keyNumber} api=${api} pending=${pending} choose=${setPending} sent=${sent} />`}
    ${
      step === 1 &&
      html`<${ReadStep} key=${place.import} keyNumber=${keyNumber} api=${api} source=${place.source} importId=${place.import}
      again=${sentFiles?.importId === place.import ? again : undefined} go=${go} />`
    }
    ${step === 2 && html`<${ReceiptStep} key=${`${keyNumber} ${place.receipt}`} api=${api} id=${place.receipt} go=${go} />`}`;
}

function Steps({ current }) {
  return html`<ol class="steps">
    ${["Choose files", "Check the rows", "Import"].map(
      (name, step) =>
        html`<li key=${name} class=${step < current ? "past" : ""} aria-current=${step === current ? "step" : null}>${name}</li>`,
    )}
  </ol>`;
}
