/** The groups and tags of a person as chips, which are added and removed. */
import { useState } from "preact/hooks";
import type { Answer } from "../../../../shared/client/call.ts";
import type { Group, Tag } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { undoWrite } from "../history/run-undo.ts";
import { linkTo } from "../router.ts";
import type { PersonContact } from "./contact-patch.ts";
import { Menu } from "./menu.tsx";
import { makeChange } from "./save-contact.ts";

interface LabelKind {
  noun: string;
  filter: "groupId" | "tagId";
  add: (id: string, contactId: string) => Promise<Answer<unknown>>;
  remove: (id: string, contactId: string) => Promise<Answer<unknown>>;
  create: (label: string) => Promise<Answer<{ id: string }>>;
}

const kinds = {
  groups: {
    noun: "group",
    filter: "groupId",
    add: (id, contactId) => call("addGroupContacts", { id, contactIds: [contactId] }),
    remove: (id, contactId) => call("removeGroupContacts", { id, contactIds: [contactId] }),
    create: async (label) => {
      const answer = await call("createGroup", { label });
      return { ...answer, body: answer.body.group };
    },
  },
  tags: {
    noun: "tag",
    filter: "tagId",
    add: (tagId, id) => call("tagContact", { id, tagId }),
    remove: (tagId, id) => call("untagContact", { id, tagId }),
    create: async (label) => {
      const answer = await call("createTag", { label });
      return { ...answer, body: answer.body.tag };
    },
  },
} as const satisfies Record<string, LabelKind>;

interface PersonLabelsProps {
  contact: PersonContact;
  groups: readonly Group[];
  tags: readonly Tag[];
}

export function PersonLabels({ contact, groups, tags }: PersonLabelsProps) {
  const known = [
    ...groups.map((group) => ({ ...group, kind: kinds.groups, isJoined: contact.groups.includes(group.id) })),
    ...tags.map((tag) => ({ ...tag, emoji: "#", kind: kinds.tags, isJoined: contact.tags.includes(tag.id) })),
  ];
  const remove = (id: string, label: string, kind: LabelKind) =>
    makeChange(`Removed from “${label}”.`, () => kind.remove(id, contact.id));
  return (
    <section class="chips" aria-label="Groups and tags">
      {known
        .filter(({ isJoined }) => isJoined)
        .map(({ id, label, emoji, kind }) => (
          <span key={id} class="chip">
            <a href={linkTo(`/people?${kind.filter}=${id}`)}>
              {emoji} {label}
            </a>
            <button
              type="button"
              class="plain"
              aria-label={`Remove from ${label}`}
              onClick={() => attempt(() => remove(id, label, kind))}
            >
              ×
            </button>
          </span>
        ))}
      <Menu opener="Add to a group or tag">
        <LabelChoice contactId={contact.id} labels={known.filter(({ isJoined }) => !isJoined)} />
      </Menu>
    </section>
  );
}

interface LabelChoiceProps {
  contactId: string;
  labels: readonly { id: string; label: string; emoji: string; kind: LabelKind }[];
}

/** Those that contain what is typed, of which Enter takes the first one, and new ones of that name. */
function LabelChoice({ contactId, labels }: LabelChoiceProps) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const found = labels.filter(({ label }) => label.toLowerCase().includes(name.toLowerCase()));
  const add = async (id: string, label: string, kind: LabelKind) => {
    setTyped("");
    await makeChange(`Added to “${label}”.`, () => kind.add(id, contactId));
  };
  const create = async (kind: LabelKind) => {
    const created = await kind.create(name);
    setTyped("");
    const added = await kind.add(created.body.id, contactId);
    const undo = async () => {
      await undoWrite(added);
      await undoWrite(created);
    };
    notify({ text: `Added to the new ${kind.noun} “${name}”.`, undo });
  };
  const pressEnter = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    if (event.key === "Enter") event.currentTarget.parentElement?.querySelector("button")?.click();
  };
  return (
    <>
      <input
        type="text"
        aria-label="Find a group or tag"
        placeholder="Find or create"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={pressEnter}
      />
      {found.map(({ id, label, emoji, kind }) => (
        <button key={id} type="button" onClick={() => attempt(() => add(id, label, kind))}>
          {emoji} {label}
        </button>
      ))}
      {name !== "" &&
        Object.values(kinds).map((kind) => (
          <button key={kind.noun} type="button" onClick={() => attempt(() => create(kind))}>
            New {kind.noun} “{name}”
          </button>
        ))}
    </>
  );
}
