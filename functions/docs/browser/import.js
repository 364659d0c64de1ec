/** The import page: its steps, and the way from one to the next. */
import { createApi } from "./import-api.js";
import { html, render } from "./import-elements.js";
import { handleKeyForm } from "./key.js";

const { api: base } = document.querySelector("main").dataset;
const api = createApi(base);
const message = document.getElementById("message");

handleKeyForm({ use: show, refuse: (text) => showMessage(text, true) });
show();

function show() {
  showMessage("");
  render(html`<${ImportPage} api=${api} />`, document.getElementById("import"));
}

function showMessage(text, isFault = false) {
  message.textContent = text;
  message.classList.toggle("fault", isFault);
}

function ImportPage() {
  return html`<h2>Choose files</h2>`;
}
