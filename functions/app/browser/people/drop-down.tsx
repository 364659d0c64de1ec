/** A button with a list of choices below it. */
import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";

interface DropDownProps {
  opener: string;
  isDisabled?: boolean;
  children: ComponentChildren;
}

/** Its content exists while it is open. A choice closes it. */
export function DropDown({ opener, isDisabled, children }: DropDownProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const close = ({ target }: { target: EventTarget | null }) => {
    if (target instanceof Element && target.closest("a, button")) list.current?.hidePopover();
  };
  return (
    <>
      <button type="button" popovertarget={id} aria-expanded={isOpen} disabled={isDisabled}>
        {opener}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Keys click its links and buttons, and Esc closes it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: What is used is a link or a button in it. */}
      <div
        ref={list}
        id={id}
        popover="auto"
        class="drop-down"
        onClick={close}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {isOpen && children}
      </div>
    </>
  );
}
