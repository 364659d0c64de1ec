/** The view of deleted contacts, which come back or go for good. */
import { useState } from "preact/hooks";
import type { Input } from "../../../../shared/client/client.ts";
import type { TrashedContact } from "../../../../shared/client/types.ts";
import { refreshAll, useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { usePolling } from "../data/task.ts";
import { attempt, notify } from "../frame/notices.ts";
import { Bars } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { authorText, countText, nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { refusalText, restoreText } from "./trash-words.ts";
import "../shared-parts.ts";

const pageSize = 200;

async function readPage(search: string, next = "0") {
  const input = { ...(search && { search }), limit: pageSize, offset: Number(next) };
  const { body, headers } = await call("listTrash", input);
  const end = input.offset + body.contacts.length;
  return { rows: body.contacts, next: body.pagination.hasMore ? String(end) : null, headers };
}

export default function Trash() {
  const [search, setSearch] = useState("");
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  /** The moment of a restore in the background. */
  const [since, setSince] = useState<string>();
  const words = search.trim();
  const { body, error, refresh, isOld, more } = useRows(`trash ${words}`, (next) => readPage(words, next));
  const rows = body?.rows ?? [];
  const isComing = ({ deletedAt, refusedCode }: TrashedContact) =>
    since !== undefined && deletedAt >= since && refusedCode === null;
  usePolling(rows.some(isComing), refresh);
  const mark = (ids: readonly string[], isMarked: boolean) => {
    const others = [...marked].filter((id) => !ids.includes(id));
    setMarked(new Set(isMarked ? [...others, ...ids] : others));
  };
  const restore = (input: Input<"restoreContacts">) =>
    attempt(async () => {
      if (await restoreContacts(input)) setSince(input.deletedSince);
    });
  return (
    <section class="page" aria-busy={isOld}>
      <p>
        <a href={linkTo("/settings")}>Settings</a>
      </p>
      <h1>Trash</h1>
      <p class="quiet">A deleted contact stays here for 30 days, and comes back with everything that it had.</p>
      <input
        type="search"
        aria-label="Search the trash"
        placeholder="Search the trash"
        maxLength={200}
        data-key="/"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <Bars />}
      {rows.length > 0 && <Actions rows={rows} marked={marked} mark={mark} restore={restore} />}
      {body?.rows.length === 0 && <Nothing showAll={words ? () => setSearch("") : undefined} />}
      {[...Map.groupBy(rows, ({ deletedAt }) => deletedAt)].map(([deletedAt, contacts]) => (
        <section key={deletedAt}>
          {contacts.length > 1 && (
            <div class="row">
              <h2>
                Deleted together <Moment iso={deletedAt} />
              </h2>
              <button type="button" onClick={() => restore({ deletedSince: deletedAt })}>
                Restore all since then
              </button>
            </div>
          )}
          <ul class="rows">
            {contacts.map((contact) => (
              <TrashRow
                key={contact.id}
                contact={contact}
                isMarked={marked.has(contact.id)}
                mark={mark}
                restore={restore}
              />
            ))}
          </ul>
        </section>
      ))}
      {body?.hasMore && (
        <p class="actions">
          <button type="button" onClick={more}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
}

interface Choice {
  mark: (ids: readonly string[], isMarked: boolean) => void;
  restore: (input: Input<"restoreContacts">) => void;
}

function Actions({ rows, marked, mark, restore }: Choice & { rows: TrashedContact[]; marked: ReadonlySet<string> }) {
  const all = rows.map(({ id }) => id);
  const ids = all.filter((id) => marked.has(id));
  return (
    <div class="row">
      <label class="choice">
        <input
          type="checkbox"
          checked={ids.length === all.length}
          onChange={({ currentTarget }) => mark(all, currentTarget.checked)}
        />{" "}
        Choose all that are shown
      </label>
      <button type="button" disabled={ids.length === 0} onClick={() => restore({ ids })}>
        Restore chosen
      </button>
      {ids.length > 0 ? <Removal opener="Delete chosen" ids={ids} /> : <Removal opener="Empty the trash" />}
    </div>
  );
}

function TrashRow({ contact, isMarked, mark, restore }: Choice & { contact: TrashedContact; isMarked: boolean }) {
  const { id, deletedAt, deletedBy, restorableUntil, refusedCode } = contact;
  const name = nameText(contact);
  return (
    <li class="row">
      <label class="choice">
        <input
          type="checkbox"
          data-row
          checked={isMarked}
          onChange={({ currentTarget }) => mark([id], currentTarget.checked)}
        />
        <span>
          <strong>{name}</strong>
          <span class="quiet block">
            {authorText({ by: deletedBy, via: null })} · deleted <Moment iso={deletedAt} /> · goes for good{" "}
            <Moment iso={restorableUntil} />
          </span>
          {refusedCode && <span class="fault block">Not restored, because {refusalText(refusedCode)}.</span>}
        </span>
      </label>
      <button type="button" aria-label={`Restore ${name}`} onClick={() => restore({ ids: [id] })}>
        Restore
      </button>
      <Removal opener="Delete for good" ids={[id]} />
    </li>
  );
}

/** Without `ids`, everything in the trash is deleted. */
function Removal({ opener, ids }: { opener: string; ids?: readonly string[] }) {
  const send = async () => {
    const { body } = await call("emptyTrash", ids ? { ids: [...ids] } : {});
    notify({ text: body.message });
  };
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

/** Whether the contacts come back in the background. The notice deletes them again. */
async function restoreContacts(input: Input<"restoreContacts">): Promise<boolean> {
  const { body } = await call("restoreContacts", input);
  const ids = body.results.flatMap(({ id, status }) => (status === "restored" ? [id] : []));
  const undo = async () => void (await call("deleteContacts", { ids }));
  notify({ text: restoreText(body), undo: ids.length > 0 ? undo : undefined });
  refreshAll();
  return body.results.length < body.restoredCount;
}

function Nothing({ showAll }: { showAll: (() => void) | undefined }) {
  if (!showAll) {
    return (
      <p>
        The trash is empty. <a href={linkTo("/settings/activity")}>See what was changed</a>
      </p>
    );
  }
  return (
    <p>
      No contact in the trash has such a name.{" "}
      <button type="button" onClick={showAll}>
        Show all
      </button>
    </p>
  );
}
