/** The details of an open row: its issues, all its values, and the contact that it joins, before and after. */
import { html, useEffect, useState } from "./import-elements.js";
import { Fault } from "./import-progress.js";
import { describeRow } from "./import-values.js";

const words = { error: "Error", warning: "Warning", info: "Note" };
const signs = { error: "✕", warning: "!", info: "i" };

/** The severity of an issue as a sign and a word. */
export function Severity({ severity }) {
  return html`<span class="severity ${severity}"><span aria-hidden="true">${signs[severity]}</span>${words[severity]}</span>`;
}

/** `load(signal)` answers the row with the contact that it joins. `standIn` is the name of the row whose duplicate it is. */
export function RowDetails({ row, load, standIn }) {
  const [state, setState] = useState({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState({});
    load(stop.signal).then(
      (answer) => setState({ answer }),
      (error) => stop.signal.aborted || setState({ fault: error }),
    );
    return () => stop.abort();
  }, [row.tempId, attempt]);

  if (state.fault) {
    return html`<${Fault} error=${state.fault}><button type="button" onClick=${() => setAttempt(attempt + 1)}>Load the row again</button></${Fault}>`;
  }
  if (!state.answer) return html`<p class="quiet" role="status">The row is loading.</p>`;
  const { row: contact, comparison } = state.answer;
  return html`
    ${standIn && html`<p>The same person as <strong>${standIn}</strong> in this file: it joins the same contact, and brings what that lacks.</p>`}
    <${Issues} issues=${contact.issues} />
    ${contact.groups.length > 0 && html`<p>Joins the ${contact.groups.length === 1 ? "group" : "groups"} <strong>${contact.groups.join(", ")}</strong>.</p>`}
    ${comparison ? html`<${Comparison} row=${contact} ...${comparison} />` : html`<${Values} contact=${contact} />`}
    ${row.contactId && !comparison && html`<p class="quiet">The contact that it met has been deleted since.</p>`}`;
}

function Issues({ issues }) {
  const groups = Object.keys(words).map((severity) => [
    severity,
    issues.filter((issue) => issue.severity === severity),
  ]);
  return groups.map(
    ([severity, list]) =>
      list.length > 0 &&
      html`<div class="import-issues" key=${severity}>
        <${Severity} severity=${severity} />
        <ul>
          ${list.map(({ message, property, line }) => {
            const origin = [property, line !== undefined && `line ${line}`].filter(Boolean).join(", ");
            return html`<li>${message}${origin && html` <span class="quiet">(${origin})</span>`}</li>`;
          })}
        </ul>
      </div>`,
  );
}

function Values({ contact }) {
  return html`<dl class="import-values">
    ${describeRow({ row: contact }).map(
      ({ field, label, brings }) =>
        html`<div key=${field}><dt>${label}</dt><dd><${Lines} lines=${brings} /></dd></div>`,
    )}
  </dl>`;
}

function Comparison(compared) {
  const fields = describeRow(compared);
  return html`<table class="import-compared">
    <caption class="quiet">What would change in your contact. Its other values stay.</caption>
    <thead><tr><th scope="col">Value</th><th scope="col">Your contact</th><th scope="col">This row</th><th scope="col">What happens</th></tr></thead>
    <tbody>
      ${fields.map(
        ({ field, label, has, brings, outcome, adds }) => html`<tr key=${field} class=${outcome.kind}>
          <th scope="row">${label}</th>
          <td data-label="Your contact"><${Lines} lines=${has} /></td>
          <td data-label="This row"><${Lines} lines=${brings} /></td>
          <td data-label="What happens"><strong>${outcome.text}</strong>${adds.length > 0 && html`<${Lines} lines=${adds} />`}</td>
        </tr>`,
      )}
    </tbody>
  </table>
  ${compared.limitsReached && html`<p>The lists of your contact have no room for all values of this row.</p>`}`;
}

function Lines({ lines }) {
  if (lines.length === 0) return html`<span class="quiet">–</span>`;
  return lines.map((line, at) => html`<span class="import-value" key=${at}>${line}</span>`);
}
