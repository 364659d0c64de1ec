/** A button with a dialog that asks for what it needs, or whether something that can't be undone should be done. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useTask } from "../data/task.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorMessage } from "./error-message.tsx";
import { fieldFault } from "./field-fault.ts";

interface FormDialogProps extends FormProps {
  /** The words of the button that opens the dialog. */
  opener: string;
  /** The title of the dialog. */
  title: string;
  look?: "first" | "danger";
  /** The key that opens it. */
  shortcut?: string;
}

interface FormProps {
  /** The words of the button that sends. */
  action: string;
  /** The fields of the body that the form has. */
  fields?: readonly string[];
  isDangerous?: boolean;
  /** Afterwards the dialog closes, or has the content that `show` was called with. */
  send: (values: FormData, show: (content: ComponentChildren) => void) => Promise<unknown>;
  children: (faultOf: (field: string) => string | undefined) => ComponentChildren;
}

export function FormDialog({ opener, title, look, shortcut, ...form }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={look} data-key={shortcut} onClick={() => setOpen(true)}>
        {opener}
      </button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form {...form} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Form({ action, fields = [], isDangerous, send, close, children }: FormProps & { close: () => void }) {
  const [result, setResult] = useState<ComponentChildren>();
  const { isBusy, error, run } = useTask();
  const submit = async (event: Event) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    await run(async () => {
      let isAtEnd = true;
      await send(values, (content) => {
        isAtEnd = false;
        setResult(content);
      });
      if (isAtEnd) close();
    });
  };
  if (result) {
    return (
      <>
        {result}
        <div class="actions">
          <button type="button" class="first" onClick={close}>
            Done
          </button>
        </div>
      </>
    );
  }
  const isAtField = fields.some((field) => fieldFault(error, field) !== undefined);
  return (
    <form onSubmit={submit}>
      {children((field) => fieldFault(error, field))}
      <ErrorMessage error={isAtField ? undefined : error} />
      <div class="actions">
        <button type="submit" class={isDangerous ? "danger" : "first"} disabled={isBusy}>
          {action}
        </button>
        <button type="button" class="plain" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
