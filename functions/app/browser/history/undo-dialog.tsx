/** The dialog that says what an undo would do, and does it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Undo } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { useWork } from "../data/work.ts";
import { notify } from "../frame/notices.ts";
import { Bars } from "../parts/bars.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { runUndo, type Selection, undoAgain } from "./run-undo.ts";
import { keptText, shareText } from "./undo-words.ts";

interface UndoDialogProps {
  title: string;
  /** Undefined while the dialog is closed. */
  selection: Selection | undefined;
  /** What a change is called; undefined if it is not in view. */
  describe: (changeId: string) => string | undefined;
  close: (selection: Selection) => void;
}

export function UndoDialog({ title, selection, ...undo }: UndoDialogProps) {
  return (
    <Dialog title={title} isOpen={selection !== undefined} onClose={() => selection && undo.close(selection)}>
      {selection && <Forecast selection={selection} {...undo} />}
    </Dialog>
  );
}

function Forecast({ selection, describe, close }: Omit<UndoDialogProps, "title"> & { selection: Selection }) {
  const forecast = useWork(
    async () => (await call("undoActivity", { ...selection, dryRun: true })).body.undo,
    [selection],
  );
  const [running, setRunning] = useState<Undo>();
  const { isBusy, error, run } = useTask();
  const action = useRef<HTMLButtonElement>(null);
  const { value } = forecast;
  // The dialog begins with the button that closes it, because there is no other one yet.
  useEffect(() => action.current?.focus(), [value]);
  const undo = () =>
    run(async () => {
      const done = await runUndo(selection, setRunning);
      close(selection);
      const link = { text: "Activity", path: "/settings/activity" };
      notify({ text: `Took back ${shareText(done)}.`, link, undo: () => undoAgain(done) });
    });
  if (!value)
    return forecast.error ? <ErrorMessage error={forecast.error} retry={forecast.again} /> : <Bars rows={2} />;
  return (
    <>
      <p role="status">{shareText(value)} can be taken back.</p>
      {value.kept.length > 0 && (
        <>
          <p>This stays as it is:</p>
          <ul>
            {value.kept.map((kept) => (
              <li key={kept.changeId}>{keptText(describe(kept.changeId) ?? "A change that is not in view", kept)}</li>
            ))}
          </ul>
        </>
      )}
      <ErrorMessage error={error} />
      {isBusy && (
        <p role="status">
          <progress aria-label="Progress of the undo" max={value.total} value={running?.undone} /> You may close this,
          because the service goes on by itself.
        </p>
      )}
      {value.undone > 0 && (
        <button ref={action} type="button" class="first" disabled={isBusy} onClick={undo}>
          Take back
        </button>
      )}
    </>
  );
}
