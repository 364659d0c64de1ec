/** A button that copies a text, and says that it has. */
import { useState } from "preact/hooks";

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" onClick={copy} aria-live="polite">
      {isCopied ? "Copied" : "Copy"}
    </button>
  );
}
