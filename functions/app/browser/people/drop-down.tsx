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
  const moveBelow = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const { left, right, bottom } = currentTarget.getBoundingClientRect();
    const { style } = list.current ?? {};
    if (!style) return;
    style.top = `${bottom + 4}px`;
    // It stays within the screen on the side that has more room.
    const isLeft = left < innerWidth - right;
    style.left = isLeft ? `${left}px` : "auto";
    style.right = isLeft ? "auto" : `${innerWidth - right}px`;
    style.maxHeight = `${innerHeight - bottom - 20}px`;
  };
  const close = ({ target }: { target: EventTarget | null }) => {
    if (target instanceof Element && target.closest("a, button")) list.current?.hidePopover();
  };
  return (
    <>
      <button type="button" popovertarget={id} aria-expanded={isOpen} disabled={isDisabled} onClick={moveBelow}>
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
