/** Finds another person by a part of the name. Enter takes the first one. */
import { useState } from "preact/hooks";
import type { ContactSummary } from "../../../../shared/client/types.ts";
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Field } from "../parts/field.tsx";
import { nameText } from "../parts/shared-words.ts";

const shownPeople = 5;

async function readChoices(search: string) {
  if (search === "") return { rows: [], next: null, headers: new Headers() };
  // One more, because the person who searches may be found and is left out.
  const { body, headers } = await call("listContactChoices", { limit: shownPeople + 1, search });
  return { rows: body.contacts, next: null, headers };
}

interface PersonSearchProps {
  label: string;
  /** Those who can't be chosen. */
  without: readonly string[];
  choose: (person: ContactSummary) => void;
}

export function PersonSearch({ label, without, choose }: PersonSearchProps) {
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const { body, error } = useRows(`choices ${search}`, () => readChoices(search));
  const found = body?.rows.filter(({ id }) => !without.includes(id)).slice(0, shownPeople) ?? [];
  const take = (person: ContactSummary | undefined) => {
    if (!person) return;
    setTyped("");
    choose(person);
  };
  return (
    <div class="person-search">
      <Field label={label}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            autoComplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // The form around it is not sent.
              event.preventDefault();
              take(found[0]);
            }}
          />
        )}
      </Field>
      <ErrorMessage error={error} />
      <ul class="rows">
        {found.map((person) => (
          <li key={person.id}>
            <button type="button" class="plain" onClick={() => take(person)}>
              <Avatar person={person} />
              <span>
                {nameText(person)} <span class="quiet">{person.headline ?? person.location}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {search !== "" && body && found.length === 0 && <p class="quiet">Nobody else was found.</p>}
    </div>
  );
}
