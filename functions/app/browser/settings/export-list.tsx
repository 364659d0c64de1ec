/** Downloads of the contacts and of the whole account. */
import { useState } from "preact/hooks";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { type ExportCalls, makeExport } from "./export-file.ts";

interface ExportKind extends ExportCalls {
  name: string;
  words: string;
}

const contactsIn = (format: "vcard" | "csv" | "json"): ExportCalls => ({
  begin: () => call("exportContacts", { format }),
  ask: (id) => call("getContactExport", { id }),
});

const kinds: readonly ExportKind[] = [
  { name: "vCard", words: "Contacts with pictures, for phones and address books", ...contactsIn("vcard") },
  { name: "CSV", words: "Contacts as a table, for spreadsheets and other services", ...contactsIn("csv") },
  { name: "JSON", words: "Contacts as the API shows them, for programs", ...contactsIn("json") },
  {
    name: "ZIP",
    words: "The whole account: contacts, groups, interactions, settings and pictures",
    begin: () => call("exportAccount"),
    ask: (id) => call("getAccountExport", { id }),
  },
];

export function ExportList() {
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export</h2>
      <ul class="rows">
        {kinds.map((kind) => (
          <ExportRow key={kind.name} kind={kind} />
        ))}
      </ul>
    </section>
  );
}

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

function ExportRow({ kind }: { kind: ExportKind }) {
  const [parts, setParts] = useState<readonly string[]>([]);
  const { isBusy, error, run } = useTask();
  const download = () =>
    run(async () => {
      const urls = await makeExport(kind, pause);
      if (urls.length === 1 && urls[0]) location.assign(urls[0]);
      else setParts(urls);
    });
  return (
    <li class="row">
      <div>
        <p>{kind.words}</p>
        {isBusy && <p class="quiet">The file is being made. You may go on working.</p>}
        {parts.length > 0 && (
          <p class="links">
            {parts.map((url, index) => (
              <a key={url} href={url}>
                Part {index + 1}
              </a>
            ))}
          </p>
        )}
        <ErrorMessage error={error} />
      </div>
      <button type="button" disabled={isBusy} onClick={download}>
        Download {kind.name}
      </button>
    </li>
  );
}
