/** The rows of a receipt that someone should know about: not imported, imported without a part, or left by the undo. */
import { useState } from "preact/hooks";
import type { CommitRowResult, ImportReceipt } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { useWork } from "../data/work.ts";
import { ShowMore } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { countText } from "../parts/shared-words.ts";
import { reasonOf } from "./import-words.ts";
import { nameOf } from "./preview-rows.ts";
import { Progress } from "./step-parts.tsx";

const pageRows = 500;
const shownRows = 25;
const usual = new Set(["already_imported", "unchanged"]);

/** Why a result of the commit, or of its undo, is listed. Undefined if it went well. */
function messageOf({ code, details = [], avatar, undo, fields = [] }: CommitRowResult, isUndone: boolean) {
  if (undo === "kept" && fields.length > 0) return `Kept, because it was changed since: ${fields.join(", ")}.`;
  if (undo === "kept") return "Kept, because someone has changed or used the contact since.";
  if (isUndone) return undefined;
  if (code === undefined || usual.has(code)) {
    return avatar === "unreadable" || avatar === "gone" ? reasonOf(avatar) : undefined;
  }
  // The path may begin with the row as a part of a request.
  const fieldOf = (path: string) => path.replace(/^body(\.contacts\.\d+)?\.?/, "");
  const faults = details.map(({ path, message }) => [fieldOf(path), message].filter(Boolean).join(": "));
  return [reasonOf(code), ...faults].join(" ");
}

export function Results({ receipt }: { receipt: ImportReceipt }) {
  const { id, source, importId, status } = receipt;
  const isUndone = status === "undone";
  const { value, error, again, isDone } = useWork(() => listedResults(id, isUndone), [id]);
  const listed = value ?? [];
  const { value: names = new Map<string, string>() } = useWork(
    (signal) => (listed.length > 0 ? namesInFile({ source, importId }, signal) : Promise.resolve(undefined)),
    [listed.length > 0],
  );
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(shownRows);
  const found = listed.filter(({ tempId, message }) =>
    `${names.get(tempId) ?? ""} ${message}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  if (error) return <ErrorMessage error={error} retry={again} />;
  const isExpected = isUndone || receipt.failed > 0;
  if (!isDone) return isExpected ? <Progress label="Looking through the results" /> : null;
  if (listed.length === 0) return isUndone ? <p>Everything was taken back.</p> : null;
  return (
    <section aria-labelledby="results">
      <h2 id="results">{isUndone ? "What was kept, and why" : "What you should know"}</h2>
      <input
        type="search"
        aria-label="Search these rows"
        placeholder="Search these rows"
        maxLength={200}
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <p class="quiet" role="status">
        {countText(found.length, "row")}
      </p>
      <ul class="plain-list">
        {found.slice(0, shown).map(({ tempId, contactId, message }) => (
          <li key={tempId} class="row">
            <RowName name={names.get(tempId)} contactId={contactId} fallback={`Row ${tempId.slice(0, 8)}`} />
            <span>{message}</span>
          </li>
        ))}
      </ul>
      <ShowMore hasMore={found.length > shown} more={() => setShown(shown + shownRows)} />
    </section>
  );
}

interface ListedResult {
  tempId: string;
  contactId: string | undefined;
  message: string;
}

async function listedResults(id: string, isUndone: boolean): Promise<ListedResult[]> {
  const listed: ListedResult[] = [];
  for (let offset = 0; ; offset += pageRows) {
    const { body } = await call("getImportReceipt", { id, limit: pageRows, offset });
    for (const result of body.results) {
      const message = messageOf(result, isUndone);
      if (message) listed.push({ tempId: result.tempId, contactId: result.contactId, message });
    }
    if (!body.pagination.hasMore) return listed;
  }
}

/** The names of rows by their ids. The file is kept for a day, and later the rows have no names. */
async function namesInFile({ source, importId }: Pick<ImportReceipt, "source" | "importId">, signal: AbortSignal) {
  const names = new Map<string, string>();
  for (let offset = 0; ; offset += pageRows) {
    const { body } = await call("getImport", { source, importId, limit: pageRows, offset }, { signal });
    for (const row of body.contacts) names.set(row.tempId, nameOf(row));
    if (!body.pagination.hasMore) return names;
  }
}

/** Without a name from the file, that of the contact, if there is one. */
function RowName({ name, contactId, fallback }: { name?: string; contactId?: string; fallback: string }) {
  const { body } = useAnswer("getContact", name === undefined && contactId ? { id: contactId } : undefined);
  return <strong>{name ?? (body ? nameOf(body.contact) : fallback)}</strong>;
}
