/** The dialog that says what an undo would do, and does it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Input } from "../../../../shared/client/client.ts";
import type { Undo } from "../../../../shared/client/types.ts";
import { refreshAll } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { readToEnd, useWork } from "../data/work.ts";
import { notify } from "../frame/notices.ts";
import { Bars } from "../parts/bars.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { keptText, selectionOf, shareText } from "./undo-words.ts";

export type Selection = Input<"undoActivity">;

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
      notify({ text: `Took back ${shareText(done)}.`, undo: () => undoAgain(done) });
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

/** An undo is an activity. Its last change may be later than its end, because the end is written with that change. */
async function undoAgain({ id, startedAt }: Undo): Promise<void> {
  const filter = { by: id ?? "", from: startedAt };
  const { body, headers } = await call("listActivity", { ...filter, limit: 200 });
  await runUndo(selectionOf(filter, headers.get("date") ?? "", body.changes[0]?.at));
}

/** Takes changes back, and waits until that is done. */
async function runUndo(selection: Selection, show?: (undo: Undo) => void): Promise<Undo> {
  const { undo } = (await call("undoActivity", selection)).body;
  const read = async () => (await call("getUndo", { id: undo.id ?? "" })).body.undo;
  const done = await readToEnd(read, ({ status }) => status === "running", undefined, show);
  refreshAll();
  return done;
}
