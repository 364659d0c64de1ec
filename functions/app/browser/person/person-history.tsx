/** The changes of a contact in the last 30 days, each of which can be taken back. They are read when somebody asks for them. */
import { useState } from "preact/hooks";
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { ChangeDays } from "../history/change-days.tsx";
import { Bars, ShowMore } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import type { PersonContact } from "./contact-patch.ts";

export function PersonHistory({ contact }: { contact: PersonContact }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>History</h2>
      </summary>
      {isOpen && <Changes contact={contact} />}
    </details>
  );
}

async function readPage(id: string, next: string | undefined) {
  const { body, headers } = await call("listContactHistory", { id, limit: 50, ...(next !== undefined && { next }) });
  return { rows: body.changes, next: body.next, headers };
}

function Changes({ contact }: { contact: PersonContact }) {
  const { body, error, refresh, more } = useRows(`history ${contact.id}`, (next) => readPage(contact.id, next));
  if (!body) return error ? <ErrorMessage error={error} retry={refresh} /> : <Bars rows={3} />;
  return (
    <>
      {body.rows.length === 0 && <p class="quiet">Nothing was changed in the last 30 days.</p>}
      <ChangeDays level="h3" changes={body.rows.map((change) => ({ ...change, contact }))} />
      <ShowMore hasMore={body.hasMore} more={more} />
    </>
  );
}
