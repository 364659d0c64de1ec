/** The view of groups and tags, which are changed where they stand. */
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { attempt } from "../frame/notices.ts";
import { makeChange } from "../history/run-undo.ts";
import { Bars } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { countText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { SavedField } from "./saved-field.tsx";
import "../shared-parts.ts";

interface Label {
  id: string;
  label: string;
  color: string;
  contactCount: number;
  /** Tags have none. */
  emoji?: string;
}

interface Kind {
  title: string;
  noun: string;
  filter: string;
  help: string;
  /** A view has one first button. */
  look?: "first";
  create: (label: string) => Promise<{ headers: Headers }>;
  patch: (id: string, patch: Partial<Label>) => Promise<{ headers: Headers }>;
  remove: (id: string) => Promise<{ headers: Headers }>;
}

const groups: Kind = {
  title: "Groups",
  noun: "group",
  filter: "groupId",
  help: "People who belong together, such as a club or a team.",
  look: "first",
  create: (label) => call("createGroup", { label }),
  patch: (id, patch) => call("patchGroup", { id, ...patch }),
  remove: (id) => call("deleteGroup", { id }),
};

const tags: Kind = {
  title: "Tags",
  noun: "tag",
  filter: "tagId",
  help: "Words that mark people, such as “climber”.",
  create: (label) => call("createTag", { label }),
  patch: (id, patch) => call("patchTag", { id, ...patch }),
  remove: (id) => call("deleteTag", { id }),
};

export default function GroupsAndTags() {
  const ofGroups = useAnswer("listGroups", { previewLimit: 0 });
  const ofTags = useAnswer("listTags", { previewLimit: 0 });
  const { body: groupList } = ofGroups;
  const { body: tagList } = ofTags;
  const error = ofGroups.error ?? ofTags.error;
  const refresh = () => [ofGroups, ofTags].map((each) => each.refresh());
  if (!(groupList && tagList) && !error) return <Bars title="Groups and tags" />;
  return (
    <section class="page">
      <p class="up">
        <a href={linkTo("/settings")}>Settings</a>
      </p>
      <h1>Groups and tags</h1>
      <ErrorMessage error={error} retry={refresh} />
      {groupList && <LabelList kind={groups} labels={groupList.groups} />}
      {tagList && <LabelList kind={tags} labels={tagList.tags} />}
    </section>
  );
}

function LabelList({ kind, labels }: { kind: Kind; labels: readonly Label[] }) {
  const { title, noun, help, look, create } = kind;
  const add = (values: FormData) => {
    const label = String(values.get("label"));
    return makeChange(`Added the ${noun} “${label}”.`, create(label));
  };
  return (
    <section>
      <h2>{title}</h2>
      <p class="quiet">{help}</p>
      <FormDialog
        opener={`New ${noun}`}
        action="Add"
        look={look}
        fields={[{ name: "label", label: "Name" }]}
        send={add}
      />
      {labels.length === 0 && <p>There is no {noun} yet. Add one above, or import a file that has some.</p>}
      <ul class="rows">
        {labels.map((label) => (
          <LabelRow key={label.id} kind={kind} label={label} />
        ))}
      </ul>
    </section>
  );
}

function LabelRow({ kind: { noun, filter, patch, remove }, label: known }: { kind: Kind; label: Label }) {
  const { id, label, color, emoji, contactCount } = known;
  const count = countText(contactCount, "contact");
  return (
    <li class="row">
      <div class="label-fields">
        {emoji !== undefined && (
          <SavedField label={`Emoji of ${label}`} value={emoji} save={(next) => patch(id, { emoji: next })} />
        )}
        <SavedField
          label={`Colour of ${label}`}
          type="color"
          value={color}
          save={(next) => patch(id, { color: next })}
        />
        <SavedField label={`Name of ${label}`} value={label} save={(next) => patch(id, { label: next })} />
      </div>
      <a class="count" data-row href={linkTo(`/people?${filter}=${id}`)} aria-label={`${count}: ${label}`}>
        {count}
      </a>
      <button
        type="button"
        aria-label={`Delete ${label}`}
        onClick={() => attempt(() => makeChange(`Deleted the ${noun} “${label}”. Its contacts stay.`, remove(id), id))}
      >
        Delete
      </button>
    </li>
  );
}
