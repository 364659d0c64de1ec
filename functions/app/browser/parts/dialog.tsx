/**
 * A dialog of the platform. Esc, a button and Back close it, and no click beside it, which would drop what is shown once. It asks
 * before a form in it drops what was typed.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
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
  const [isTyped, setTyped] = useState(false);
  // An effect of the other kind would run after the next frame, and keys that are pressed before would be lost.
  useLayoutEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
    setTyped(false);
  }, [isOpen]);
  const close = (event: Event) => {
    event.preventDefault();
    // What is around the dialog stays.
    event.stopPropagation();
    // After it was sent, a form may give way to what is shown once.
    const isDropped = isTyped && element.current?.querySelector("form");
    if (!isDropped || confirm("Close this without saving what you typed?")) onClose();
  };
  useEffect(() => {
    if (!isOpen) return;
    const goBack = (event: NavigateEvent) => {
      // A question about a form is a dialog of its own, and comes after that of the form.
      const isTop = element.current === [...document.querySelectorAll("dialog:modal")].at(-1);
      if (isTop && event.navigationType === "traverse" && event.cancelable) close(event);
    };
    // The browser asks whoever closes or reloads the page (HTML standard, "beforeunload").
    const leave = (event: Event) => isTyped && event.preventDefault();
    globalThis.navigation?.addEventListener("navigate", goBack);
    addEventListener("beforeunload", leave);
    return () => {
      globalThis.navigation?.removeEventListener("navigate", goBack);
      removeEventListener("beforeunload", leave);
    };
  });
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onInput={() => setTyped(true)}
      // The platform lets nobody refuse a second Esc without another key between.
      onKeyDown={(event) => event.key === "Escape" && !event.isComposing && close(event)}
      onCancel={close}
      onClose={onClose}
    >
      {isOpen && (
        <div class="dialog">
          <h2 id={titleId}>{title}</h2>
          {children}
          {/* The last one, so that a dialog begins with its first field. */}
          <button type="button" class="plain close" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </dialog>
  );
}
