/** The keys of the app. A control that has `data-key` is used by that key, so that a view adds keys by naming them. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";

export const areKeysOpen = signal(false);

/** What the keys do, in every view that has them. */
const meanings = [
  ["/", "Search"],
  ["j, k", "Next, previous"],
  ["Enter", "Open"],
  ["e", "Edit"],
  ["n", "New"],
  ["u", "Undo"],
  ["a", "Calls of the API"],
  ["?", "These keys"],
  ["Esc", "Back, or close"],
] as const;

export function KeysDialog() {
  const listening = useRef(false);
  useEffect(() => {
    if (listening.current) return;
    listening.current = true;
    addEventListener("keydown", useKey);
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

function useKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const isTyping = target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  if (key === "?") {
    areKeysOpen.value = true;
    return;
  }
  if (key === "j" || key === "k") {
    moveFocus(key === "j" ? 1 : -1);
    return;
  }
  const control = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!control) return;
  event.preventDefault();
  if (control.matches("input")) control.focus();
  else control.click();
}

/** Moves between the elements of a list that have `data-row`. */
function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
  next?.focus();
}
