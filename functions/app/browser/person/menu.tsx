/** A button that opens a list of buttons and links. The platform closes it by Esc and by a click beside it. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

const controls = "input, button, a";

interface MenuProps {
  opener: string;
  /** The key of the keyboard that opens it. */
  letter?: string;
  children: ComponentChildren;
}

export function Menu({ opener, letter, children }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // The platform moves the focus there when the list opens, so that Enter uses it.
  useLayoutEffect(() => list.current?.querySelector(controls)?.setAttribute("autofocus", ""));
  const close = ({ target, currentTarget }: { target: EventTarget | null; currentTarget: HTMLElement }) => {
    // The focus returns to the opener before the button opens a dialog, which returns it there.
    if (target instanceof Element && target.closest("a, button")) currentTarget.hidePopover();
  };
  return (
    <>
      <button type="button" popovertarget={id} data-key={letter}>
        {opener}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: What is used is a link or a button in it. */}
      <div ref={list} id={id} popover="auto" class="menu" onClickCapture={close} onKeyDown={moveFocus}>
        {children}
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)];
  const at = all.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1);
  all[(at + all.length) % all.length]?.focus();
}
