/** A button that shows further ones below it. A choice, Esc, or the button itself hides them again. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface DisclosureProps {
  opener: string;
  /** The key of the keyboard that opens it. */
  letter?: string;
  children: (close: () => void) => ComponentChildren;
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
          {children(close)}
        </div>
      )}
    </>
  );
}
