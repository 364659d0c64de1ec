/** The people who are due, with a way to log an interaction where they stand, which takes them off the list. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  InteractionType,
  ListContactsToKeepInTouchAnswer,
  TrackedContact,
} from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { makeChange } from "../history/run-undo.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Moment } from "../parts/moment.tsx";
import { interactionTypes, nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { dueText } from "./today-words.ts";

export function DueList({ contacts, pagination: { totalCount } }: ListContactsToKeepInTouchAnswer) {
  /** The key for "Log" belongs to the row that was used last. */
  const [active, setActive] = useState("");
  const keyed = contacts.find(({ id }) => id === active) ?? contacts[0];
  return (
    <section>
      <h2>To be in touch with{totalCount > 0 && ` (${totalCount.toLocaleString()})`}</h2>
      {totalCount === 0 && (
        <p>
          Nobody is due. How often you want to be in touch with somebody is on the page of each of your{" "}
          <a href={linkTo("/people")}>people</a>.
        </p>
      )}
      <ul class="rows">
        {contacts.map((contact) => (
          <DueRow
            key={contact.id}
            contact={contact}
            hasKey={contact === keyed}
            activate={() => setActive(contact.id)}
          />
        ))}
      </ul>
      {totalCount > contacts.length && <p class="quiet">Others follow when these are done.</p>}
    </section>
  );
}

interface DueRowProps {
  contact: TrackedContact;
  hasKey: boolean;
  activate: () => void;
}

function DueRow({ contact, hasKey, activate }: DueRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, run } = useTask();
  const choices = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => choices.current?.querySelector("button")?.focus(), [isOpen]);
  const { id, lastInteraction } = contact;
  const name = nameText(contact);
  const log = (type: InteractionType) =>
    run(() => makeChange(`Logged: ${type} with ${name}.`, call("createInteraction", { type, participantIds: [id] })));
  return (
    <li class="row" onFocusIn={activate}>
      <div class="with-avatar">
        <Avatar person={contact} />
        <div>
          <a href={linkTo(`/people/${id}`)} data-row>
            {name}
          </a>
          <p class="quiet">
            {dueText(contact)} · {lastInteraction ? "last contact " : "no contact yet"}
            {lastInteraction && <Moment iso={lastInteraction} />}
          </p>
        </div>
      </div>
      <button
        type="button"
        data-key={hasKey ? "l" : undefined}
        aria-label={`Log: ${name}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Log
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls that are sent together.
        <div ref={choices} class="log-types" role="group" aria-label={`What you did with ${name}`}>
          {interactionTypes.map((type) => (
            <button key={type} type="button" disabled={isBusy} onClick={() => log(type)}>
              {type}
            </button>
          ))}
        </div>
      )}
      <ErrorMessage error={error} />
    </li>
  );
}
