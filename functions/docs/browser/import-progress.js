/** Progress bars, errors and headings of the import page. */
import { html, useEffect, useLayoutEffect, useRef } from "./import-elements.js";
import { problemOf } from "./import-words.js";

/** A bar for `done` of `total`, which moves without an end while the total is not known. Screen readers hear every quarter. */
export function Progress({ label, done, total, text }) {
  const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : undefined;
  const quarter = percent === undefined ? 0 : Math.floor(percent / 25) * 25;
  return html`<div class="progress">
    <p><span>${label}</span><span class="quiet">${text ?? (percent === undefined ? "" : `${percent} %`)}</span></p>
    <div class=${percent === undefined ? "track waiting" : "track"} role="progressbar" aria-label=${label}
      aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent} aria-valuetext=${text}>
      <div class="fill" style=${{ width: percent === undefined ? null : `${percent}%` }}></div>
    </div>
    <p class="unseen" role="status">${quarter > 0 && `${label}: ${quarter} percent`}</p>
  </div>`;
}

/** An error in plain words, with what to do. `children` are buttons. */
export function Fault({ error, children }) {
  const { what, remedy } = problemOf(error);
  useLayoutEffect(() => {
    document.getElementById("key").ariaInvalid = error.status === 401 ? "true" : null;
  }, [error]);
  return html`<div class="problem" role="alert">
    <p><strong>${what}</strong>${remedy && ` ${remedy}`}</p>
    ${children && html`<p class="actions">${children}</p>`}
  </div>`;
}

/** Until the user does something, the focus stays where the browser has it. */
let wasUsed = false;
for (const name of ["input", "keydown", "pointerdown", "drop"]) {
  addEventListener(
    name,
    () => {
      wasUsed = true;
    },
    { capture: true, once: true },
  );
}

/** The heading of a step. It gets the focus whenever its text changes, so that a screen reader says where the page is. */
export function Heading({ text }) {
  const element = useRef();
  useEffect(() => {
    if (wasUsed) element.current.focus();
  }, [text]);
  return html`<h2 ref=${element} tabindex="-1">${text}</h2>`;
}
