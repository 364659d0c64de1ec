/** The view of deleted contacts, which come back or go for good. */
import { useState } from "preact/hooks";
import type { Input } from "../../../../shared/client/client.ts";
import type { TrashedContact } from "../../../../shared/client/types.ts";
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { Bars, ShowMore } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { authorText, countText, nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { noteText, restoreText } from "./trash-words.ts";
import "../shared-parts.ts";

async function readPage(search: string, next = "0") {
  const input = { ...(search && { search }), limit: 200, offset: Number(next) };
  const { body, headers } = await call("listTrash", input);
  const end = input.offset + body.contacts.length;
  return { rows: body.contacts, next: body.pagination.hasMore ? String(end) : null, headers };
}

export default function Trash() {
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState<readonly string[]>([]);
  const search = typed.trim();
  const { body, error, refresh, isOld, more } = useRows(`trash ${search}`, (next) => readPage(search, next));
  const rows = body?.rows ?? [];
  const ids = rows.flatMap(({ id }) => (marked.includes(id) ? [id] : []));
  const toggle = (id: string) =>
    setMarked(marked.includes(id) ? marked.filter((each) => each !== id) : [...marked, id]);
  return (
    <section class="page" aria-busy={isOld}>
      <p class="up">
        <a href={linkTo("/settings")}>Settings</a>
      </p>
      <h1>Trash</h1>
      <p class="quiet">A deleted contact stays here for 30 days, and comes back with everything that it had.</p>
      <div class="actions">
        <input
          type="search"
          aria-label="Search the trash"
          placeholder="Search the trash"
          maxLength={200}
          data-key="/"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="button" disabled={ids.length === 0} onClick={() => restore({ ids })}>
          Restore chosen
        </button>
        {ids.length > 0 ? <Removal opener="Delete chosen" ids={ids} /> : <Removal opener="Empty the trash" />}
      </div>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <Bars />}
      {body?.rows.length === 0 && (
        <p>
          {search ? "No contact in the trash has such a name." : "The trash is empty."}{" "}
          <a href={linkTo("/settings/activity")}>See what was changed</a>
        </p>
      )}
      {[...Map.groupBy(rows, ({ deletedAt }) => deletedAt)].map(([deletedAt, contacts]) => (
        <ul key={deletedAt} class="rows">
          {contacts.length > 1 && (
            <li class="row">
              <p class="quiet">
                Deleted together <Moment iso={deletedAt} />
              </p>
              <button type="button" onClick={() => setMarked([...marked, ...contacts.map(({ id }) => id)])}>
                Choose these
              </button>
              <button type="button" onClick={() => restore({ deletedSince: deletedAt })}>
                Restore all since then
              </button>
            </li>
          )}
          {contacts.map((contact) => (
            <TrashRow key={contact.id} {...contact} isMarked={marked.includes(contact.id)} toggle={toggle} />
          ))}
        </ul>
      ))}
      <ShowMore hasMore={body?.hasMore} more={more} />
    </section>
  );
}

type TrashRowProps = TrashedContact & { isMarked: boolean; toggle: (id: string) => void };

function TrashRow({ isMarked, toggle, ...contact }: TrashRowProps) {
  const { id, deletedAt, deletedBy, restorableUntil, refusedCode } = contact;
  const name = nameText(contact);
  return (
    <li class="row">
      <label class="choice">
        <input type="checkbox" data-row checked={isMarked} onChange={() => toggle(id)} />
        <span>
          <strong>{name}</strong>
          <span class="quiet block">
            {authorText({ by: deletedBy, via: null })} · deleted <Moment iso={deletedAt} /> · goes for good{" "}
            <Moment iso={restorableUntil} />
          </span>
          {refusedCode && <span class="fault block">{noteText(refusedCode)}</span>}
        </span>
      </label>
      <button type="button" aria-label={`Restore ${name}`} onClick={() => restore({ ids: [id] })}>
        Restore
      </button>
      <Removal opener="Delete for good" ids={[id]} />
    </li>
  );
}

/** The notice deletes the contacts again, if they are not restored in the background. */
function restore(input: Input<"restoreContacts">): void {
  void attempt(async () => {
    const { body } = await call("restoreContacts", input);
    const ids = body.results.flatMap(({ id, status }) => (status === "restored" ? [id] : []));
    const undo = async () => void (await call("deleteContacts", { ids }));
    notify({ text: restoreText(body), undo: ids.length > 0 ? undo : undefined });
  });
}

/** Without `ids`, everything in the trash is deleted. */
function Removal({ opener, ids }: { opener: string; ids?: string[] }) {
  const send = async () => notify({ text: (await call("emptyTrash", ids ? { ids } : {})).body.message });
  const field = { name: "confirm", label: "Type delete to confirm", pattern: "[Dd]elete" };
  return (
    <FormDialog opener={opener} action="Delete for good" look="danger" fields={[field]} send={send}>
      <p>
        {ids ? countText(ids.length, "contact") : "Everything in the trash"} will be deleted, with pictures,
        interactions and relationships. This can't be undone.
      </p>
    </FormDialog>
  );
}
