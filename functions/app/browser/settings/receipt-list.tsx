/** The imports of the last 30 days, each of which can be undone. */
import { useState } from "preact/hooks";
import type { ImportReceipt } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { usePolling } from "../data/polling.ts";
import { attempt, notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Moment } from "../parts/moment.tsx";
import { isMoving, isUndoable, receiptStates, receiptText } from "./settings-words.ts";

const pageReceipts = 10;

export function ReceiptList() {
  const [limit, setLimit] = useState(pageReceipts);
  const { body, error, refresh } = useAnswer("listImportReceipts", { limit });
  usePolling(body?.receipts.some(isMoving) ?? false, refresh);
  return (
    <section aria-labelledby="imports">
      <h2 id="imports">Imports</h2>
      <p class="quiet">
        An undo takes back what an import wrote, except what was changed since. Importing the file again brings it back.
      </p>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <div class="grey-bar" />}
      {body?.receipts.length === 0 && <p>Nothing was imported in the last 30 days.</p>}
      <ul class="rows">
        {body?.receipts.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} begun={refresh} />
        ))}
      </ul>
      {body?.pagination.hasMore && (
        <button type="button" onClick={() => setLimit(limit + pageReceipts)}>
          Show more
        </button>
      )}
    </section>
  );
}

function ReceiptRow({ receipt, begun }: { receipt: ImportReceipt; begun: () => void }) {
  const { id, fileNames, source, status, startedAt, undoableUntil } = receipt;
  const name = fileNames.join(", ") || source;
  const undo = () =>
    attempt(async () => {
      await call("undoImport", { id });
      begun();
      notify({ text: `The import of ${name} is being undone.` });
    });
  return (
    <li class="row">
      <div>
        <strong class="address">{name}</strong> <span class="state">{receiptStates[status]}</span>
        <p class="quiet">
          <Moment iso={startedAt} /> · {receiptText(receipt)}
          {isUndoable(receipt) && (
            <>
              {" "}
              · its undo ends <Moment iso={undoableUntil} />
            </>
          )}
        </p>
        {isMoving(receipt) && <progress aria-label={receiptStates[status]} />}
      </div>
      {isUndoable(receipt) && (
        <button type="button" onClick={undo}>
          Undo import
        </button>
      )}
    </li>
  );
}
