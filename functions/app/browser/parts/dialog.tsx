/** A dialog of the platform. Esc and a button close it, and no click beside it, which would drop what was typed or is shown once. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // An effect of the other kind would run after the next frame, and keys that are pressed before would be lost.
  useLayoutEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={element} aria-labelledby={titleId} onClose={onClose}>
      {isOpen && (
        <div class="dialog">
          <h2 id={titleId}>{title}</h2>
          {children}
          {/* The last one, so that a dialog begins with its first field. */}
          <button type="button" class="plain close" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </dialog>
  );
}
