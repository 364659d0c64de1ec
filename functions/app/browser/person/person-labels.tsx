/** The groups and tags of a person as chips, which are added and removed. */
import { useState } from "preact/hooks";
import type { Group, Tag } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { undoWrite } from "../history/run-undo.ts";
import { linkTo } from "../router.ts";
import type { PersonContact } from "./contact-patch.ts";
import { Disclosure } from "./disclosure.tsx";
import { makeChange } from "./save-contact.ts";

const kinds = {
  group: { add: "addGroupContacts", remove: "removeGroupContacts", create: "createGroup" },
  tag: { add: "addTagContacts", remove: "removeTagContacts", create: "createTag" },
} as const;

interface ShownLabel {
  kind: keyof typeof kinds;
  id: string;
  label: string;
  sign: string;
  isJoined: boolean;
}

interface PersonLabelsProps {
  contact: PersonContact;
  groups: readonly Group[];
  tags: readonly Tag[];
}

export function PersonLabels({ contact, groups, tags }: PersonLabelsProps) {
  const labels: ShownLabel[] = [
    ...groups.map(({ id, label, emoji }) => {
      return { kind: "group" as const, id, label, sign: emoji, isJoined: contact.groups.includes(id) };
    }),
    ...tags.map(({ id, label }) => {
      return { kind: "tag" as const, id, label, sign: "#", isJoined: contact.tags.includes(id) };
    }),
  ];
  const members = { contactIds: [contact.id] };
  const remove = ({ kind, id, label }: ShownLabel) =>
    makeChange(`Removed from “${label}”.`, () => call(kinds[kind].remove, { id, ...members }));
  const add = ({ kind, id, label }: ShownLabel) =>
    makeChange(`Added to “${label}”.`, () => call(kinds[kind].add, { id, ...members }));
  const create = async (kind: ShownLabel["kind"], label: string) => {
    const created = await call(kinds[kind].create, { label });
    const { id } = "group" in created.body ? created.body.group : created.body.tag;
    const added = await call(kinds[kind].add, { id, ...members });
    const undo = async () => (await undoWrite(added)) ?? undoWrite(created);
    notify({ text: `Added to the new ${kind} “${label}”.`, undo });
  };
  return (
    <section class="chips" aria-label="Groups and tags">
      {labels
        .filter(({ isJoined }) => isJoined)
        .map((label) => (
          <span key={label.id} class="chip">
            <a href={linkTo(`/people?${label.kind}Id=${label.id}`)}>
              {label.sign} {label.label}
            </a>
            <button
              type="button"
              class="plain"
              aria-label={`Remove from ${label.label}`}
              onClick={() => attempt(() => remove(label))}
            >
              ×
            </button>
          </span>
        ))}
      <Disclosure opener="Add to a group or tag">
        {(close) => (
          <LabelChoice
            labels={labels.filter(({ isJoined }) => !isJoined)}
            run={(work) => {
              close();
              void attempt(work);
            }}
            {...{ add, create }}
          />
        )}
      </Disclosure>
    </section>
  );
}

interface LabelChoiceProps {
  labels: readonly ShownLabel[];
  run: (work: () => Promise<unknown>) => void;
  add: (label: ShownLabel) => Promise<unknown>;
  create: (kind: ShownLabel["kind"], label: string) => Promise<unknown>;
}

/** Those that contain what is typed, of which Enter takes the first one, and new ones of that name. */
function LabelChoice({ labels, run, add, create }: LabelChoiceProps) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const found = labels.filter(({ label }) => label.toLowerCase().includes(name.toLowerCase()));
  const choices = [
    ...found.map((label) => ({ words: `${label.sign} ${label.label}`, work: () => add(label) })),
    ...(["group", "tag"] as const).map((kind) => ({
      words: name && `New ${kind} “${name}”`,
      work: () => create(kind, name),
    })),
  ].filter(({ words }) => words);
  return (
    <>
      <input
        aria-label="Find or create a group or tag"
        placeholder="Find or create"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === "Enter" && choices[0] && run(choices[0].work)}
      />
      {choices.map(({ words, work }) => (
        <button key={words} type="button" onClick={() => run(work)}>
          {words}
        </button>
      ))}
    </>
  );
}
