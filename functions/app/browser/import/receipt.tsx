/** The last step of an import: the progress of a commit or an undo, what it did, and the undo. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GetImportReceiptAnswer, ImportReceipt } from "../../../../shared/client/types.ts";
import { refreshAll, useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { readToEnd, useWork } from "../data/work.ts";
import { attempt, notice, notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { countText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { dayText, sourceNames, timeText } from "./import-words.ts";
import { Results } from "./results.tsx";
import { Heading, Progress } from "./step-parts.tsx";

/** How many undos the page has begun. The receipt in view is read again after each. */
const begunUndos = signal(0);

const isMoving = ({ receipt: { status } }: { receipt: ImportReceipt }) => status === "running" || status === "undoing";

/** Takes an import back, and waits until that is done. */
async function undoImport(id: string): Promise<void> {
  await call("undoImport", { id });
  begunUndos.value += 1;
  await readToEnd(async () => (await call("getImportReceipt", { id, limit: 1 })).body, isMoving);
  refreshAll();
}

export function ReceiptStep({ id }: { id: string }) {
  const { value, error, again } = useWork(
    (signal, show: (value: GetImportReceiptAnswer) => void) => {
      const read = async () => (await call("getImportReceipt", { id }, { signal })).body;
      return readToEnd(read, isMoving, signal, show);
    },
    [id, begunUndos.value],
  );
  const wasRunning = useRef(false);
  const receipt = value?.receipt;
  useEffect(() => {
    if (wasRunning.current && receipt?.status === "done") {
      const undo = receipt.imported + receipt.updated > 0 ? () => undoImport(id) : undefined;
      notify({ text: `${titleOf(receipt)}.`, undo });
      refreshAll();
    }
    wasRunning.current = receipt?.status === "running";
  }, [receipt?.status]);
  if (!value || !receipt) {
    return (
      <>
        <Heading text="Receipt" />
        {error ? <ErrorMessage error={error} retry={again} /> : <Progress label="Loading the receipt" />}
        {error?.status === 404 && <p>Receipts are kept for 30 days. See the list of earlier imports.</p>}
        <Restart />
      </>
    );
  }
  const { source, fileNames, startedAt, status, total, imported, updated, skipped, failed } = receipt;
  const counts = [
    ["Imported", imported, "new contacts"],
    ["Updated", updated, "rows that added values to contacts"],
    ["Nothing new", skipped, "rows that bring nothing"],
    ["Not imported", failed, "rows with a problem"],
  ] as const;
  return (
    <>
      <Heading text={titleOf(receipt)} />
      <p class="quiet">
        Receipt of {fileNames.join(", ") || sourceNames[source]}, {timeText(startedAt)}
      </p>
      <ErrorMessage error={error} retry={again} />
      {status === "undoing" && <Progress label="Undoing the import" />}
      {status === "running" && (
        <Progress label="Importing" done={imported + updated + skipped + failed} total={total} />
      )}
      <dl class="counts">
        {counts.map(([name, count, meaning]) => (
          <div key={name}>
            <dt class="quiet">{name}</dt>
            <dd>
              <strong>{count.toLocaleString()}</strong> <small class="quiet">{meaning}</small>
            </dd>
          </div>
        ))}
      </dl>
      {status === "failed" && (
        <p class="message fault">
          The import or its undo stopped before its end. What the import wrote is listed here, and can be undone. Or
          import the file again to continue: rows that are done are not taken twice.
        </p>
      )}
      {status === "running" && (
        <p class="quiet">
          You may close this page: the import goes on, and you find it here again under “Earlier imports”.
        </p>
      )}
      {status === "done" && imported > 0 && <Groups results={value.results} />}
      {!isMoving(value) && <Results key={status} receipt={receipt} />}
      <Undo receipt={receipt} />
      <p class="actions">
        {status === "done" && imported + updated > 0 && (
          <a class="button first" href={linkTo("/map")}>
            See them on the map
          </a>
        )}
        <Restart />
      </p>
    </>
  );
}

function Restart() {
  return (
    <a class="button" href={linkTo("/import")}>
      Import another file
    </a>
  );
}

function titleOf({ status, total, imported, updated }: ImportReceipt): string {
  if (status === "running") return `Importing ${countText(total, "row")}`;
  if (status === "failed") return "The import stopped before its end";
  if (status === "undoing") return "Undoing the import";
  if (status === "undone") return "The import is undone";
  const parts = [
    imported > 0 && `Imported ${countText(imported, "contact")}`,
    updated > 0 && `Added values of ${countText(updated, "row")}`,
  ];
  return parts.filter(Boolean).join(". ") || "Nothing new to import";
}

/** The groups of the contacts that the import made. */
function Groups({ results }: Pick<GetImportReceiptAnswer, "results">) {
  const ids = results.flatMap(({ status, contactId }) => (status === "imported" && contactId ? [contactId] : []));
  const { body: contacts } = useAnswer("listContacts", { ids, limit: 200, fields: ["groups"] });
  const { body: known } = useAnswer("listGroups", {});
  const joined = new Set(contacts?.contacts.flatMap(({ groups = [] }) => groups));
  const labels = known?.groups.filter((group) => joined.has(group.id)).map(({ label }) => label) ?? [];
  if (labels.length === 0) return null;
  return (
    <p>
      In the {labels.length === 1 ? "group" : "groups"} <strong>{labels.join(", ")}</strong>.
    </p>
  );
}

/** The undo has no confirmation, because importing the file again takes it back. */
function Undo({ receipt: { id, status, undoableUntil, imported, updated } }: { receipt: ImportReceipt }) {
  if ((status !== "done" && status !== "failed") || imported + updated === 0) return null;
  const effects = [
    imported > 0 && `deletes ${countText(imported, "contact")} that it created`,
    updated > 0 && `takes back the values that ${countText(updated, "row")} added`,
  ];
  return (
    <section aria-label="Undo">
      <p id="undo" class="quiet">
        Undoing this import {effects.filter(Boolean).join(", and ")}. It leaves what someone has changed or used since.
        You can undo it until {dayText(undoableUntil)}, and importing the file again brings everything back.
      </p>
      {/* While the notice offers the same, a second button would only be read twice. */}
      {!notice.value?.undo && (
        <button
          type="button"
          class="danger"
          aria-describedby="undo"
          data-key="u"
          onClick={() => attempt(() => undoImport(id))}
        >
          Undo
        </button>
      )}
    </section>
  );
}
