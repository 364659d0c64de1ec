/** What others are to a person: added, changed and removed. */
import { useState } from "preact/hooks";
import type { ContactSummary, Relationship, RelationshipType } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { attempt } from "../frame/notices.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Field } from "../parts/field.tsx";
import { nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { besideList } from "./beside-list.ts";
import type { PersonContact } from "./contact-patch.ts";
import { PersonSearch } from "./person-search.tsx";
import { makeChange } from "./save-contact.ts";

const types: readonly RelationshipType[] = [
  ...(["friend", "partner", "spouse", "parent", "child", "sibling", "colleague", "manager", "report"] as const),
  ...(["neighbor", "guardian", "dependent", "other"] as const),
];

interface RelationsProps {
  contact: PersonContact;
  relationships: readonly Relationship[];
}

export function Relations({ contact, relationships }: RelationsProps) {
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <section>
      <h2>Relationships</h2>
      <ul class="rows">
        {relationships.map((relationship) => (
          <RelationRow key={relationship.id} {...relationship} />
        ))}
      </ul>
      <button type="button" onClick={() => setAdding(true)}>
        Add a relationship
      </button>
      <Dialog title={`Relationship of ${nameText(contact)}`} isOpen={isAdding} onClose={close}>
        <RelationForm contact={contact} close={close} />
      </Dialog>
    </section>
  );
}

function RelationRow({ id: relationshipId, personId: id, relatedPerson, relationshipType }: Relationship) {
  const name = nameText(relatedPerson);
  const change = (type: RelationshipType) =>
    makeChange(`${name} is ${type} now.`, () =>
      call("patchRelationship", { id, relationshipId, relationshipType: type }),
    );
  const remove = () =>
    makeChange(`The relationship with ${name} is removed.`, () => call("deleteRelationship", { id, relationshipId }));
  return (
    <li class="row">
      <a href={linkTo(besideList(`/people/${relatedPerson.id}`))} class="person-link">
        <Avatar person={relatedPerson} /> {name}
      </a>
      <TypeSelect label={`What ${name} is`} type={relationshipType} change={(type) => attempt(() => change(type))} />
      <button type="button" aria-label={`Remove the relationship with ${name}`} onClick={() => attempt(remove)}>
        Remove
      </button>
    </li>
  );
}

interface TypeSelectProps {
  label: string;
  type: RelationshipType;
  change: (type: RelationshipType) => void;
}

function TypeSelect({ label, type, change }: TypeSelectProps) {
  return (
    <select
      aria-label={label}
      value={type}
      onChange={({ currentTarget }) => change(currentTarget.value as RelationshipType)}
    >
      {types.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}

/** Choosing the person comes first, because the name is then a part of the question. */
function RelationForm({ contact, close }: { contact: PersonContact; close: () => void }) {
  const [related, setRelated] = useState<ContactSummary>();
  const [type, setType] = useState<RelationshipType>("friend");
  const { isBusy, error, run } = useTask();
  if (!related) return <PersonSearch label="Who" without={[contact.id]} choose={setRelated} />;
  const name = nameText(related);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const input = { id: contact.id, relatedPersonId: related.id, relationshipType: type };
    if (await run(() => makeChange(`${name} is ${type} now.`, () => call("createRelationship", input)))) close();
  };
  return (
    <form onSubmit={submit}>
      <Field label={`${name} is of ${nameText(contact)} the …`}>
        {(attributes) => (
          <select
            {...attributes}
            // The control that had the focus is gone.
            ref={(element) => element?.focus()}
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value as RelationshipType)}
          >
            {types.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <ErrorMessage error={error} />
      <button type="submit" class="first" disabled={isBusy}>
        Add
      </button>
    </form>
  );
}
