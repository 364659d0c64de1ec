/** Downloads of the contacts and of the whole account. */
import { useState } from "preact/hooks";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { type AskExport, makeExport, pauseExport } from "./export-file.ts";

function contactsAs(format: "vcard" | "csv" | "json"): AskExport {
  return (id) => (id ? call("getContactExport", { id }) : call("exportContacts", { format }));
}

const kinds: Readonly<Record<string, AskExport>> = {
  "Contacts as vCard": contactsAs("vcard"),
  "Contacts as CSV": contactsAs("csv"),
  "Contacts as JSON": contactsAs("json"),
  "Whole account": (id) => (id ? call("getAccountExport", { id }) : call("exportAccount")),
};

export function ExportList() {
  const [parts, setParts] = useState<string[]>([]);
  const { isBusy, error, run } = useTask();
  const download = async (ask: AskExport) => {
    const [first = "", ...others] = await makeExport(ask, pauseExport);
    if (others.length === 0) location.assign(first);
    else setParts([first, ...others]);
  };
  return (
    <section>
      <h2>Export</h2>
      <p class="actions">
        {Object.entries(kinds).map(([name, ask]) => (
          <button key={name} type="button" disabled={isBusy} onClick={() => run(() => download(ask))}>
            {name}
          </button>
        ))}
      </p>
      {isBusy && <p class="quiet">The file is being made. You may go on working.</p>}
      {parts.map((url, index) => (
        <p key={url}>
          <a href={url}>Part {index + 1}</a>
        </p>
      ))}
      <ErrorMessage error={error} />
    </section>
  );
}
