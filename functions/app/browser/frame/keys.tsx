/** The keys of the app. A control that has `data-key` is used by that key, so that a view adds keys by naming them. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";

export const areKeysOpen = signal(false);

/** What the keys do, in every view that has them. */
const meanings = [
  ["/", "Search"],
  ["l", "Log an interaction"],
  ["j, k", "Next, previous"],
  ["Enter", "Open"],
  ["e", "Edit"],
  ["x", "Select"],
  ["n", "New"],
  ["m, d", "Merge, different people"],
  ["u", "Undo"],
  ["a", "Calls of the API"],
  ["?", "These keys"],
  ["Esc", "Close"],
] as const;

export function KeysDialog() {
  useEffect(() => {
    addEventListener("keydown", pressKey);
    return () => removeEventListener("keydown", pressKey);
  }, []);
  return (
    <Dialog title="Keys" isOpen={areKeysOpen.value} onClose={() => (areKeysOpen.value = false)}>
      <dl class="keys">
        {meanings.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Where keys write or choose. Esc leaves it. */
const typed =
  "input:not([type=checkbox], [type=radio], [type=file], [type=button]), textarea, select, [contenteditable]";

function pressKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const isTyping = key !== "Escape" && target instanceof Element && target.matches(typed);
  // The platform closes its dialogs and lists by Esc, and nothing below a dialog can be used.
  const isCovered = document.querySelector("dialog:modal, :popover-open") !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping || isCovered) return;
  if (key === "j" || key === "k") moveFocus(key === "j" ? 1 : -1);
  const control = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!control) return;
  event.preventDefault();
  if (!control.matches(typed)) control.click();
  else control.focus();
  // What is typed next replaces an earlier search.
  if (control.matches("input[type=search]")) (control as HTMLInputElement).select();
}

/** Moves between the elements of a list that have `data-row`. It begins at the open one, at the one that the list names, or at an end. */
function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const start = rows.find((row) => row.ariaCurrent) ?? rows.find(({ dataset }) => dataset.row === "start");
  const next = at < 0 ? (start ?? rows.at(step > 0 ? 0 : -1)) : rows[at + step];
  next?.focus();
}
