/** What others are to a person: added, changed and removed. */
import { useState } from "preact/hooks";
import type { Relationship, RelationshipType } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { attempt } from "../frame/notices.ts";
import { makeChange } from "../history/run-undo.ts";
import { Avatar } from "../parts/avatar.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { besideList } from "./beside-list.ts";
import type { PersonContact } from "./contact-patch.ts";
import { type NamedPerson, PeoplePicker } from "./people-picker.tsx";

const types: readonly RelationshipType[] = [
  ...(["friend", "partner", "spouse", "parent", "child", "sibling", "colleague", "manager", "report"] as const),
  ...(["neighbor", "guardian", "dependent", "other"] as const),
];
const choices = Object.fromEntries(types.map((type) => [type, type]));

interface RelationsProps {
  contact: PersonContact;
  relationships: readonly Relationship[];
}

export function Relations({ contact, relationships }: RelationsProps) {
  const [people, setPeople] = useState<readonly NamedPerson[]>([]);
  const [related] = people;
  const send = async (values: FormData) => {
    const relationshipType = values.get("relationshipType") as RelationshipType;
    const input = { id: contact.id, relatedPersonId: related?.id ?? "", relationshipType };
    await makeChange(`${related?.name} is ${relationshipType} now.`, call("createRelationship", input));
    setPeople([]);
  };
  const field = { name: "relationshipType", label: `To ${nameText(contact)}, this person is`, choices, isList: true };
  return (
    <section>
      <h2>Relationships</h2>
      <ul class="rows">
        {relationships.map((relationship) => (
          <RelationRow key={relationship.id} {...relationship} />
        ))}
      </ul>
      <FormDialog opener="Add a relationship" action="Add" fields={related ? [field] : []} send={send}>
        <PeoplePicker label="Who" people={people} without={contact.id} change={(all) => setPeople(all.slice(-1))} />
      </FormDialog>
    </section>
  );
}

function RelationRow({ id: relationshipId, personId: id, relatedPerson, relationshipType }: Relationship) {
  const name = nameText(relatedPerson);
  const change = (type: RelationshipType) =>
    makeChange(`${name} is ${type} now.`, call("patchRelationship", { id, relationshipId, relationshipType: type }));
  const remove = () =>
    makeChange(`The relationship with ${name} is removed.`, call("deleteRelationship", { id, relationshipId }));
  return (
    <li class="row">
      <a href={linkTo(besideList(`/people/${relatedPerson.id}`))} class="person-link">
        <Avatar person={relatedPerson} /> {name}
      </a>
      <select
        aria-label={`What ${name} is`}
        value={relationshipType}
        onChange={({ currentTarget }) => attempt(() => change(currentTarget.value as RelationshipType))}
      >
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <button type="button" aria-label={`Remove the relationship with ${name}`} onClick={() => attempt(remove)}>
        Remove
      </button>
    </li>
  );
}
