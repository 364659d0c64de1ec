/** What the bar at the bottom says after a change, and how the change is undone. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { errorText } from "../parts/error-text.ts";

export interface Notice {
  text: ComponentChildren;
  isFault?: boolean;
  /** It may resolve to a text that is said in place of "Undone.", such as what stays. */
  undo?: (() => Promise<unknown>) | undefined;
  /** The view, below `/app`, that has what was changed, such as the trash. */
  link?: { text: string; path: string };
}

export const notice = signal<Notice | undefined>(undefined);
const visibleFor = 10_000;
let timer = 0;

/** The notice goes away by itself, except for a fault. What it offers to undo stays undoable where it belongs. */
export function notify(next: Notice): void {
  clearTimeout(timer);
  notice.value = next;
  if (!next.isFault) timer = setTimeout(closeUnused, visibleFor);
}

export function closeNotice(): void {
  clearTimeout(timer);
  notice.value = undefined;
}

/** Whoever is about to press its button has the time for it. */
function closeUnused(): void {
  if (document.querySelector(".notice:is(:hover, :focus-within)")) timer = setTimeout(closeUnused, 1_000);
  else closeNotice();
}

/** Runs a change, and says what happened if it fails. Undefined after a failure. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    notify({ text: errorText(error), isFault: true });
    return undefined;
  }
}
