/** What happened with a person, the newest first. */
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { session } from "../data/session.ts";
import { attempt } from "../frame/notices.ts";
import { makeChange } from "../history/run-undo.ts";
import { ShowMore } from "../parts/bars.tsx";
import { Moment } from "../parts/moment.tsx";
import { nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { besideList } from "./beside-list.ts";
import type { PersonContact } from "./contact-patch.ts";
import { InteractionForm, type TimelineRow } from "./interaction-form.tsx";
import type { NamedPerson } from "./people-picker.tsx";

/** The interactions have only ids, so that a page of them takes a second request if others took part. */
async function readPage(contactId: string, next = "0") {
  const offset = Number(next);
  const { body, headers } = await call("listInteractions", { contactId, limit: 50, offset });
  const ownId = session.value?.signedIn ? session.value.accountId : "";
  const names = new Map([[ownId, "you"]]);
  const ids = new Set(body.interactions.flatMap(({ participantIds }) => participantIds));
  const asked = [...ids.difference(new Set([contactId, ownId]))].slice(0, 200);
  if (asked.length > 0) {
    const found = await call("listContacts", { ids: asked, limit: 200, fields: ["firstName", "lastName"] });
    for (const contact of found.body.contacts) names.set(contact.id, nameText(contact));
  }
  const rows = body.interactions.map((interaction): TimelineRow => {
    const others = interaction.participantIds.filter((id) => id !== contactId);
    return { ...interaction, others: others.map((id) => ({ id, name: names.get(id) ?? "somebody" })) };
  });
  return { rows, next: body.pagination.hasMore ? String(offset + rows.length) : null, headers };
}

export function useTimeline(contactId: string) {
  return useRows(`timeline ${contactId}`, (next) => readPage(contactId, next));
}

type TimelineProps = Pick<ReturnType<typeof useTimeline>, "body" | "more"> & { contact: PersonContact };

export function Timeline({ contact, body, more }: TimelineProps) {
  return (
    <section>
      <h2>Timeline</h2>
      {body?.rows.length === 0 && <p class="quiet">Nothing yet. “Log” notes that you met, called or wrote.</p>}
      <ul class="rows timeline">
        {body?.rows.map((row) => (
          <InteractionRow key={row.id} row={row} contact={contact} />
        ))}
      </ul>
      <ShowMore hasMore={body?.hasMore} more={more} />
    </section>
  );
}

function InteractionRow({ row, contact }: { row: TimelineRow; contact: PersonContact }) {
  const { id, type, title, description, date, others } = row;
  const remove = () => makeChange(`Removed: ${title ?? type}.`, call("deleteInteraction", { id }));
  return (
    <li class="row">
      <div>
        <strong>{title ?? type}</strong>{" "}
        <span class="quiet">
          {title !== null && `${type} · `}
          <Moment iso={date} />
        </span>
        {others.length > 0 && <p class="quiet">with {others.map(linkOf)}</p>}
        {description !== null && <p class="long-text">{description}</p>}
      </div>
      <InteractionForm key={JSON.stringify(row)} row={row} contact={contact} />
      <button type="button" onClick={() => attempt(remove)}>
        Remove
      </button>
    </li>
  );
}

function linkOf({ id, name }: NamedPerson, at: number) {
  return (
    <>
      {at > 0 && ", "}
      {name === "you" ? name : <a href={linkTo(besideList(`/people/${id}`))}>{name}</a>}
    </>
  );
}
