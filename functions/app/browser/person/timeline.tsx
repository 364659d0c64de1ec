/** What happened with a person, the newest first. */
import { useId, useState } from "preact/hooks";
import type { Interaction } from "../../../../shared/client/types.ts";
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { session } from "../data/session.ts";
import { attempt } from "../frame/notices.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { besideList } from "./beside-list.ts";
import type { PersonContact } from "./contact-patch.ts";
import { InteractionForm, type Participant } from "./interaction-form.tsx";
import { makeChange } from "./save-contact.ts";

interface TimelineRow extends Interaction {
  /** All but the person of the page. */
  others: Participant[];
}

/** The interactions have only ids, so that a page of them takes a second request if others took part. */
async function readPage(contactId: string, next = "0") {
  const offset = Number(next);
  const { body, headers } = await call("listInteractions", { contactId, limit: 50, offset });
  const { interactions, pagination } = body;
  const ids = new Set(interactions.flatMap(({ participantIds }) => participantIds));
  const ownId = session.value?.signedIn ? session.value.accountId : undefined;
  const names = new Map(ownId === undefined ? [] : [[ownId, "you"]]);
  const asked = [...ids].filter((id) => id !== contactId && id !== ownId).slice(0, 200);
  if (asked.length > 0) {
    const found = await call("listContacts", { ids: asked, limit: 200, fields: ["firstName", "lastName"] });
    for (const contact of found.body.contacts) names.set(contact.id, nameText(contact));
  }
  const rows = interactions.map((interaction): TimelineRow => {
    const others = interaction.participantIds.filter((id) => id !== contactId);
    return { ...interaction, others: others.map((id) => ({ id, name: names.get(id) ?? "somebody" })) };
  });
  return { rows, next: pagination.hasMore ? String(offset + interactions.length) : null, headers };
}

export function useTimeline(contactId: string) {
  return useRows(`timeline ${contactId}`, (next) => readPage(contactId, next));
}

type TimelineProps = Pick<ReturnType<typeof useTimeline>, "body" | "more"> & { contact: PersonContact };

export function Timeline({ contact, body, more }: TimelineProps) {
  const [edited, setEdited] = useState<TimelineRow>();
  const close = () => setEdited(undefined);
  return (
    <section>
      <h2>Timeline</h2>
      {body?.rows.length === 0 && <p class="quiet">Nothing yet. “Log” notes that you met, called or wrote.</p>}
      <ul class="rows timeline">
        {body?.rows.map((row) => (
          <InteractionRow key={row.id} row={row} edit={() => setEdited(row)} />
        ))}
      </ul>
      {body?.hasMore && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
      <Dialog title="Interaction" isOpen={edited !== undefined} onClose={close}>
        {edited && <InteractionForm interaction={edited} contact={contact} close={close} />}
      </Dialog>
    </section>
  );
}

function InteractionRow({ row, edit }: { row: TimelineRow; edit: () => void }) {
  const { id, type, title, description, date, others } = row;
  const name = title ?? type;
  const nameId = useId();
  const remove = () => makeChange(`Removed: ${name}.`, () => call("deleteInteraction", { id }));
  return (
    <li class="row">
      <div>
        <strong id={nameId}>{name}</strong>{" "}
        <span class="quiet">
          {title !== null && `${type} · `}
          <Moment iso={date} />
        </span>
        {others.length > 0 && (
          <p class="quiet">
            with{" "}
            {others.map((other, at) => (
              <>
                {at > 0 && ", "}
                {other.name === "you" ? "you" : <a href={linkTo(besideList(`/people/${other.id}`))}>{other.name}</a>}
              </>
            ))}
          </p>
        )}
        {description !== null && <p class="long-text">{description}</p>}
      </div>
      <button type="button" aria-describedby={nameId} onClick={edit}>
        {title === null && description === null ? "Add details" : "Change"}
      </button>
      <button type="button" aria-describedby={nameId} onClick={() => attempt(remove)}>
        Remove
      </button>
    </li>
  );
}
