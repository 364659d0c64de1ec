/** A labelled control with its hint and its fault, which screen readers read with it. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface FieldAttributes {
  id: string;
  "aria-describedby": string;
  "aria-invalid": boolean;
}

interface FieldProps {
  label: string;
  hint?: string;
  fault?: string | undefined;
  children: (attributes: FieldAttributes) => ComponentChildren;
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const wordsId = `${id}-words`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": wordsId, "aria-invalid": fault !== undefined })}
      <p id={wordsId} class={fault ? "fault" : "quiet"}>
        {fault ?? hint}
      </p>
    </div>
  );
}
