/** The groups and tags of a person as chips, which are added and removed. */
import { useState } from "preact/hooks";
import type { Group, Tag } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { makeChange, undoWrite } from "../history/run-undo.ts";
import { linkTo } from "../router.ts";
import type { PersonContact } from "./contact-patch.ts";
import { type Choose, Disclosure } from "./disclosure.tsx";

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
    makeChange(`Removed from “${label}”.`, call(kinds[kind].remove, { id, ...members }));
  const add = ({ kind, id, label }: ShownLabel) =>
    makeChange(`Added to “${label}”.`, call(kinds[kind].add, { id, ...members }));
  const create = async (kind: ShownLabel["kind"], label: string) => {
    const created = await call(kinds[kind].create, { label });
    const { id } = "group" in created.body ? created.body.group : created.body.tag;
    const added = await call(kinds[kind].add, { id, ...members });
    const undo = async () => (await undoWrite(added)) ?? undoWrite(created);
    notify({ text: `Added to the new ${kind} “${label}”.`, undo });
  };
  /** Groups and tags that contain the text, and new ones of that name. */
  const choicesOf = (name: string) => [
    ...labels
      .filter(({ label, isJoined }) => !isJoined && label.toLowerCase().includes(name.toLowerCase()))
      .map((label) => ({ words: `${label.sign} ${label.label}`, work: () => add(label) })),
    ...(name === "" ? [] : (["group", "tag"] as const)).map((kind) => {
      return { words: `New ${kind} “${name}”`, work: () => create(kind, name) };
    }),
  ];
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
      <Disclosure opener="Add to a group or tag">{(choose) => <LabelChoice {...{ choicesOf, choose }} />}</Disclosure>
    </section>
  );
}

interface LabelChoiceProps {
  choicesOf: (name: string) => { words: string; work: () => Promise<unknown> }[];
  choose: Choose;
}

/** What can be chosen for what is typed. Enter takes the first one. */
function LabelChoice({ choicesOf, choose }: LabelChoiceProps) {
  const [typed, setTyped] = useState("");
  const choices = choicesOf(typed.trim());
  return (
    <>
      <input
        aria-label="Find or create a group or tag"
        placeholder="Find or create"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key, isComposing }) => key === "Enter" && !isComposing && choices[0] && choose(choices[0].work)}
      />
      {choices.map(({ words, work }) => (
        <button key={words} type="button" onClick={() => choose(work)}>
          {words}
        </button>
      ))}
    </>
  );
}
