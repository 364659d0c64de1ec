/** The imports of the last 30 days, each of which can be undone. */
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { usePolling } from "../data/polling.ts";
import { attempt, notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Moment } from "../parts/moment.tsx";
import { isMoving, receiptText } from "./settings-words.ts";

export function ReceiptList() {
  const { body, error, refresh } = useAnswer("listImportReceipts", { limit: 200 });
  usePolling(body?.receipts.some(isMoving) ?? false, refresh);
  const undo = async (id: string) => {
    await call("undoImport", { id });
    refresh();
    notify({ text: "The import is being undone. What was changed since stays." });
  };
  return (
    <section>
      <h2>Imports</h2>
      <p class="quiet">Each import of the last 30 days can be undone. Importing the file again brings it back.</p>
      <ErrorMessage error={error} retry={refresh} />
      <ul class="rows">
        {body?.receipts.map(({ id, fileNames, source, startedAt, ...receipt }) => (
          <li key={id} class="row">
            <div>
              <strong>{fileNames.join(", ") || source}</strong>
              <p class="quiet">
                <Moment iso={startedAt} /> · {receiptText(receipt)}
              </p>
              {isMoving(receipt) && <progress aria-label="Progress of the import" />}
            </div>
            {(receipt.status === "done" || receipt.status === "failed") && (
              <button type="button" onClick={() => attempt(() => undo(id))}>
                Undo import
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
