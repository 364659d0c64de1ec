/** A button that shows further ones below it. A choice, Esc, or the button itself hides them again. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { attempt } from "../frame/notices.ts";

export type Choose = (change: () => Promise<unknown>) => void;

interface DisclosureProps {
  opener: ComponentChildren;
  /** The key of the keyboard that opens it. */
  letter?: string;
  /** `choose` hides them, and makes a change. */
  children: (choose: Choose) => ComponentChildren;
}

export function Disclosure({ opener, letter, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>("input, button, a")?.focus(), [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose: Choose = (change) => {
    close();
    void attempt(change);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  };
  return (
    <>
      <button ref={button} type="button" data-key={letter} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {opener}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Esc comes from a control in it.
        <div ref={panel} class="panel" onKeyDown={pressKey}>
          {children(choose)}
        </div>
      )}
    </>
  );
}
