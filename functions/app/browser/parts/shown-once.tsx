/** A secret, which the service shows in one answer and never again. */
import { CopyButton } from "./copy-button.tsx";

/** Without `text`, the answer that had it was lost on its way. */
export function ShownOnce({ name, text }: { name: string; text: string | undefined }) {
  if (text === undefined) {
    return (
      <p class="message fault" role="alert">
        The {name} was made, but the connection broke off before it came. Replace or delete it, because it can't be
        shown again.
      </p>
    );
  }
  return (
    <div class="shown-once">
      <p>The {name} is shown only this once. Copy it now, and keep it where nobody else reads it.</p>
      <div>
        <code>{text}</code>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
