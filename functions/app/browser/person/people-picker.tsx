/** Chooses people by a part of the name, as a part of a form. Enter takes the first one that is found. */
import { useState } from "preact/hooks";
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Field } from "../parts/field.tsx";
import { nameText } from "../parts/shared-words.ts";

export interface NamedPerson {
  id: string;
  name: string;
}

const mostFound = 5;

async function readChoices(search: string) {
  if (search === "") return { rows: [], next: null, headers: new Headers() };
  const { body, headers } = await call("listContactChoices", { limit: mostFound, search });
  return { rows: body.contacts, next: null, headers };
}

interface PeoplePickerProps {
  label: string;
  people: readonly NamedPerson[];
  /** Who can't be chosen. */
  without: string;
  change: (people: readonly NamedPerson[]) => void;
}

export function PeoplePicker({ label, people, without, change }: PeoplePickerProps) {
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const { body, error, isOld } = useRows(`choices ${search}`, () => readChoices(search));
  const found = body?.rows.filter(({ id }) => id !== without && people.every((person) => person.id !== id)) ?? [];
  const take = (person = found[0]) => {
    if (!person) return;
    setTyped("");
    change([...people, { id: person.id, name: nameText(person) }]);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || search === "" || event.isComposing) return;
    // The form around it is not sent.
    event.preventDefault();
    // The people of the search before are others.
    if (!isOld) take();
  };
  return (
    <>
      <Field label={label}>
        {(attributes) => (
          <input
            {...attributes}
            {...{ value: typed, autoComplete: "off" }}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={pressKey}
          />
        )}
      </Field>
      <p class="chips">
        {people.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-label={`Without ${name}`}
            onClick={() => change(people.filter((person) => person.id !== id))}
          >
            {name} ×
          </button>
        ))}
      </p>
      <ErrorMessage error={error} />
      {found.map((person) => (
        <button key={person.id} type="button" class="plain person-link" onClick={() => take(person)}>
          <Avatar person={person} /> {nameText(person)} <span class="quiet">{person.headline ?? person.location}</span>
        </button>
      ))}
      {search !== "" && body && found.length === 0 && <p class="quiet">Nobody else was found.</p>}
    </>
  );
}
