/** Two contacts side by side with every difference, the choice of what stays, and the button that merges them. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Contact } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { useWork } from "../data/work.ts";
import { notify } from "../frame/notices.ts";
import { fieldName } from "../history/activity-words.ts";
import { useLabels } from "../history/labels.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { type Choices, comparedFields, type MergeRow, mergeRows, resolutionsOf, type Side } from "./merge-rows.ts";

interface MergeFormProps {
  /** The contact that survives. It can be the account's own. */
  leftId: string;
  rightId: string;
  /** After the merge, which the bar at the bottom can undo. */
  done: (merged: Contact) => void;
  /** Further buttons beside "Merge". */
  children?: ComponentChildren;
}

type Pair = Readonly<Record<Side, Contact>>;

/** It reads the contacts once, because the right one is gone after the merge. */
export function MergeForm({ leftId, rightId, done, children }: MergeFormProps) {
  const [choices, setChoices] = useState<Choices>({});
  const labels = useLabels();
  const { isBusy, error, run } = useTask();
  const [isMerged, setMerged] = useState(false);
  const pair = useWork(() => readPair(leftId, rightId), [leftId, rightId]);
  const input = { leftPersonId: leftId, rightPersonId: rightId, conflictResolutions: resolutionsOf(choices) };
  const forecast = useWork(
    async (signal) => (await call("mergeContacts", { ...input, dryRun: true }, { signal })).body,
    [leftId, rightId, choices],
  );
  if (!pair.value || !forecast.value) {
    const failed = pair.value ? forecast : pair;
    if (failed.error) return <ErrorMessage error={failed.error} retry={failed.again} />;
    return <div class="grey-bar of-pair" aria-busy="true" />;
  }
  const { left, right } = pair.value;
  const { contact, conflicts } = forecast.value;
  const { differing, onlyOne, same } = mergeRows(pair.value, conflicts, labels);
  const leftOut = differing.filter((row) => row.leftOut.length > 0);
  const merge = () =>
    run(async () => {
      const { body } = await call("mergeContacts", input);
      const undo = () => undoMerge(body.mergeId ?? "");
      setMerged(true);
      const link = { text: "Open", path: `/people/${leftId}` };
      const [from, into] = [right, body.contact].map((each) => <span class="one-line">{nameText(each)}</span>);
      notify({ text: ["Merged ", from, " into ", into, "."], link, undo });
      done(body.contact);
    });
  const choose = (field: string, choice: Side | "both") => setChoices({ ...choices, [field]: choice });
  return (
    <div class="merge">
      <div class="pair">
        {[left, right].map((person) => (
          <p key={person.id} class="with-avatar">
            <Avatar person={person} />
            <a href={linkTo(`/people/${person.id}`)}>{nameText(person)}</a>
          </p>
        ))}
      </div>
      {differing.map((row) => (
        <Difference key={row.field} row={row} pair={pair.value as Pair} choice={choices[row.field]} choose={choose} />
      ))}
      {onlyOne.map((row) => (
        <Difference key={row.field} row={row} />
      ))}
      {same.length > 0 && (
        <details>
          <summary>The same in both: {same.map(({ label }) => label.toLowerCase()).join(", ")}</summary>
          {same.map(({ field, label, left: lines }) => (
            <p key={field} class="long-text">
              <span class="quiet">{label}</span> {lines.join("\n")}
            </p>
          ))}
        </details>
      )}
      <div role="status">
        <p>
          One contact stays: <strong>{nameText(contact)}</strong>, with the groups, tags, interactions and relationships
          of both{leftOut.length > 0 ? ", and all their values except:" : ", and all their values."}
        </p>
        <ul>
          {leftOut.map(({ field, label, leftOut: lines }) => (
            <li key={field}>
              {label}: {lines.join(", ")}
            </li>
          ))}
        </ul>
      </div>
      <ErrorMessage error={error ?? forecast.error} />
      <p class="actions">
        {/* What is merged is what is shown. */}
        <button
          type="button"
          class="first"
          data-key="m"
          disabled={isBusy || isMerged || !forecast.isDone}
          onClick={merge}
        >
          Merge
        </button>
        {children}
      </p>
    </div>
  );
}

/** Resolves to what is said of the fields that were changed since the merge, if there are any. */
export async function undoMerge(mergeId: string): Promise<string | undefined> {
  const { kept } = (await call("undoMerge", { mergeId })).body;
  return kept.length > 0 ? `Undone. What was changed since stays: ${kept.map(fieldName).join(", ")}.` : undefined;
}

async function readPair(leftId: string, rightId: string): Promise<Pair> {
  const [left, right] = await Promise.all(
    [leftId, rightId].map(async (id) => (await call("getContact", { id, fields: comparedFields })).body.contact),
  );
  return { left, right } as Pair;
}

interface DifferenceProps {
  row: MergeRow;
  pair?: Pair;
  /** What was chosen last. Until then, the service has chosen. */
  choice?: Side | "both" | undefined;
  choose?: (field: string, choice: Side | "both") => void;
}

function Difference({ row, pair, choice, choose }: DifferenceProps) {
  const { field, label, options, conflict } = row;
  const name = useId();
  const show = (side: Side) => {
    if (field === "avatar" && pair) return <Avatar person={pair[side]} isLarge />;
    return row[side].length > 0 ? (
      <span class="long-text">{row[side].join("\n")}</span>
    ) : (
      <span class="nothing">–</span>
    );
  };
  return (
    <fieldset class="difference">
      <legend class="quiet">
        {label}
        {conflict && options.length === 0 && " (the later one stays)"}
      </legend>
      <div class="pair">
        {options.length === 0 && show("left")}
        {options.length === 0 && show("right")}
        {options.map((option) => (
          <label key={option} class="choice">
            <input
              type="radio"
              name={name}
              checked={(choice ?? conflict?.taken) === option}
              onChange={() => choose?.(field, option)}
            />
            {option === "both" ? "Both" : show(option)}
            {field === "avatar" && <span class="unseen">Picture of the {option} contact</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
