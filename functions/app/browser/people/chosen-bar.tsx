/** What stands in place of the head of the list while people are selected: how many, what to do with them, and the way out. */
import type { AddedMembers, RemovedMembers } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { undoWrite } from "../history/run-undo.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { linkTo } from "../router.ts";
import { type AskExport, makeExport, pauseExport } from "../settings/export-file.ts";
import { type ChosenPeople, choiceOf, countChosen, membersOf, nobody } from "./chosen-people.ts";
import { DropDown } from "./drop-down.tsx";
import { filterOf, type PeopleQuery } from "./people-query.ts";
import { peopleText } from "./row-words.ts";

interface ChosenBarProps {
  chosen: ChosenPeople;
  /** Of the people in the list. */
  total: number;
  query: PeopleQuery;
  change: (chosen: ChosenPeople) => void;
}

/** What one request takes, one by one. Those whom a filter finds are exported all together. */
const [mostIds, mostExportedIds] = [1_000, 200];

export function ChosenBar({ chosen, total, query, change }: ChosenBarProps) {
  const { isBusy, error, run } = useTask();
  const count = countChosen(chosen, total);
  const isTooMany = chosen.filter === undefined && count > mostIds;
  const isExported = chosen.filter ? chosen.ids.size === 0 : count <= mostExportedIds;
  const remove = () =>
    run(async () => {
      await deletePeople(chosen);
      change(nobody);
    });
  const changeMembers = (operation: Membership, { id, label }: { id: string; label: string }) =>
    run(async () => {
      const answer = await call(operation, { id, ...membersOf(chosen) });
      const { addedCount, removedCount = 0 } = answer.body as Partial<AddedMembers & RemovedMembers>;
      const text =
        addedCount === undefined
          ? `Removed ${peopleText(removedCount)} from ${label}.`
          : `Added ${peopleText(addedCount)} to ${label}.`;
      notify({ text, undo: () => undoWrite(answer) });
    });
  const download = (format: "vcard" | "csv") => run(() => exportPeople(chosen, format));
  return (
    <header>
      <div class="head-row">
        <h1 aria-live="polite">{count.toLocaleString()} selected</h1>
        <button type="button" class="plain" data-key="Escape" onClick={() => change(nobody)}>
          Clear
        </button>
      </div>
      <div class="head-row">
        <DropDown opener="Groups and tags" isDisabled={isBusy || isTooMany}>
          <LabelChoices change={changeMembers} />
        </DropDown>
        <DropDown opener="Export" isDisabled={isBusy || !isExported}>
          <button type="button" class="choice" onClick={() => download("vcard")}>
            vCard
          </button>
          <button type="button" class="choice" onClick={() => download("csv")}>
            CSV, a table
          </button>
        </DropDown>
        <button type="button" class="danger" disabled={isBusy || isTooMany || count === 0} onClick={remove}>
          Delete
        </button>
      </div>
      <div class="head-row quiet">
        {count < total ? (
          <button type="button" class="link" onClick={() => change({ filter: filterOf(query), ids: new Set() })}>
            Select all {total.toLocaleString()}
          </button>
        ) : (
          <p>All of the list</p>
        )}
        {isTooMany && <p>At most 1,000 one by one, or all.</p>}
        {!isTooMany && !isExported && <p>Export takes 200, or all.</p>}
      </div>
      <ErrorMessage error={error} />
    </header>
  );
}

const kinds = {
  Groups: { add: "addGroupContacts", remove: "removeGroupContacts" },
  Tags: { add: "addTagContacts", remove: "removeTagContacts" },
} as const;
type Membership = (typeof kinds)[keyof typeof kinds]["add" | "remove"];

/** The groups and tags, each with a button that adds the people, and one that removes them. */
function LabelChoices({ change }: { change: (operation: Membership, label: { id: string; label: string }) => void }) {
  const { body: groups } = useAnswer("listGroups", {});
  const { body: tags } = useAnswer("listTags", {});
  const labels = { Groups: groups?.groups ?? [], Tags: tags?.tags ?? [] };
  const isEmpty = labels.Groups.length + labels.Tags.length === 0;
  return (
    <>
      {(["Groups", "Tags"] as const).map((kind) => (
        <section key={kind} aria-label={kind}>
          {labels[kind].length > 0 && <h2>{kind}</h2>}
          {labels[kind].map((label) => (
            <p key={label.id} class="choice">
              <span>{label.label}</span>
              {(["add", "remove"] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  aria-label={step === "add" ? `Add to ${label.label}` : `Remove from ${label.label}`}
                  onClick={() => change(kinds[kind][step], label)}
                >
                  {step === "add" ? "Add" : "Remove"}
                </button>
              ))}
            </p>
          ))}
        </section>
      ))}
      {groups && tags && isEmpty && (
        <p>
          There are no groups and tags yet. <a href={linkTo("/settings")}>Make some in the settings</a>
        </p>
      )}
    </>
  );
}

/** Moves people to the trash. More than 1,000 are deleted in the background. */
async function deletePeople(chosen: ChosenPeople): Promise<void> {
  const choice = choiceOf(chosen);
  const begin = performance.now();
  const { body, status, headers } = await call("deleteContacts", choice);
  const people = peopleText(body.deletedCount);
  // The clock of the service answers whole seconds.
  const end = Date.parse(headers.get("date") ?? "");
  const deletedSince = new Date(end - (performance.now() - begin) - 1_000).toISOString();
  const undo = async () => void (await call("restoreContacts", choice.ids ? { ids: choice.ids } : { deletedSince }));
  notify({ text: status === 202 ? `${people} are being deleted in the background.` : `Deleted ${people}.`, undo });
}

/** Downloads people as a file. */
async function exportPeople({ filter, ids }: ChosenPeople, format: "vcard" | "csv"): Promise<void> {
  const list = filter ?? { ids: [...ids] };
  const ask: AskExport = (id) => (id ? call("getContactExport", { id }) : call("exportContacts", { format, ...list }));
  for (const url of await makeExport(ask, pauseExport)) location.assign(url);
}
