/** Changes by day, each with the button that takes it back, and the dialog that says before what that does. */
import { useState } from "preact/hooks";
import { Day } from "../parts/moment.tsx";
import type { ActivityChange } from "../parts/shared-words.ts";
import { changeText } from "./activity-words.ts";
import { ChangeRow } from "./change-row.tsx";
import { useLabels } from "./labels.ts";
import type { Selection } from "./run-undo.ts";
import { UndoDialog } from "./undo-dialog.tsx";

interface ChangeDaysProps {
  changes: readonly ActivityChange[];
  /** `p`: the days are no headings, because the view has one of that name. */
  level?: "h2" | "h3" | "p";
  /** What the button above the changes takes back. Undefined while they are read. Without the property, there is no such button. */
  all?: (() => Selection) | undefined;
}

export function ChangeDays({ changes, level, ...props }: ChangeDaysProps) {
  const labels = useLabels();
  const [selection, setSelection] = useState<Selection>();
  const texts = new Map(changes.map((change) => [change.id, changeText(change, labels)]));
  const days = Map.groupBy(changes, ({ at }) => new Date(at).toDateString());
  return (
    <>
      {"all" in props && (
        <p class="actions">
          <button type="button" disabled={!props.all} onClick={() => setSelection(props.all?.())}>
            Undo all of this
          </button>
        </p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Day iso={ofDay[0]?.at ?? ""} level={level} />
          <ul class="rows">
            {ofDay.map((change) => (
              <ChangeRow key={change.id} change={change} text={texts.get(change.id) ?? ""} select={setSelection} />
            ))}
          </ul>
        </section>
      ))}
      <UndoDialog
        title={selection?.changeIds ? "Take this back" : "Undo all of this"}
        selection={selection}
        describe={(id) => texts.get(id)}
        close={(closed) => setSelection((open) => (open === closed ? undefined : open))}
      />
    </>
  );
}
