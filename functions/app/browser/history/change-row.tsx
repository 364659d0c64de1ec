/** A change in a list of changes: what it was, who made it, and the button that takes it back. */
import { type ActivityChange, authorText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { fieldText } from "./activity-words.ts";
import type { Selection } from "./run-undo.ts";

const shownFields = 4;
/** These name all fields that the contact has. */
const wholeKinds = new Set(["created", "deleted", "restored", "imported"]);

interface ChangeRowProps {
  change: ActivityChange;
  /** What was changed. */
  text: string;
  select: (selection: Selection) => void;
}

export function ChangeRow({ change, text, select }: ChangeRowProps) {
  const { at, kind, subject, agent, fields } = change;
  const time = new Date(at);
  const fieldTexts = wholeKinds.has(kind) ? [] : fields.map(fieldText);
  return (
    <li class="row">
      <div>
        <strong>{text}</strong>
        {fieldTexts.slice(0, shownFields).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {fieldTexts.length > shownFields && <p>and {fieldTexts.length - shownFields} more fields</p>}
        <p class="quiet">
          <time dateTime={at} title={time.toLocaleString()}>
            {time.toLocaleTimeString([], { timeStyle: "short" })}
          </time>{" "}
          · {authorText(change)}
          {agent && " · by an agent"}
          {kind === "deleted" && subject === "contact" && " · "}
          {kind === "deleted" && subject === "contact" && <a href={linkTo("/settings/trash")}>Trash</a>}
        </p>
      </div>
      <button
        type="button"
        data-row
        aria-label={`Take back: ${text}`}
        onClick={() => select({ changeIds: [change.id] })}
      >
        Take back
      </button>
    </li>
  );
}
