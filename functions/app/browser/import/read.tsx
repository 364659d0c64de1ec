/** The second step of an import: the file is parsed, then its rows are checked and committed. */
import { useState } from "preact/hooks";
import { ApiError } from "../../../../shared/client/api-error.ts";
import type { Import, Source } from "../../../../shared/client/types.ts";
import { refreshAll } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { readToEnd, useWork } from "../data/work.ts";
import { attempt } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { countText } from "../parts/shared-words.ts";
import { linkTo, open } from "../router.ts";
import type { FileKind } from "./file-kinds.ts";
import { bytesText } from "./import-words.ts";
import { type Choice, Preview } from "./preview.tsx";
import { AnotherFile, FileHelp, Heading, Progress } from "./step-parts.tsx";

const isReading = ({ status }: Pick<Import, "status">) => status === "waiting" || status === "parsing";

interface ReadStepProps {
  source: Source;
  importId: string;
  /** Sends the files again as another kind. */
  again: ((kind: FileKind) => void) | undefined;
}

export function ReadStep({ source, importId, again }: ReadStepProps) {
  const {
    value,
    error,
    again: retry,
  } = useWork(
    (signal, show: (value: Import) => void) => {
      const read = async () => (await call("getImport", { source, importId, limit: 1 }, { signal })).body;
      return readToEnd(read, isReading, signal, show);
    },
    [source, importId],
  );
  if (error) {
    return (
      <>
        <Heading text="Reading the file" />
        <ErrorMessage error={error} retry={retry} />
        {error.status === 404 && <p>Files are kept for a day. Choose the file again.</p>}
        <AnotherFile />
      </>
    );
  }
  if (!value || isReading(value)) {
    return (
      <>
        <Heading text="Reading the file" />
        <Parsing value={value} />
        <AnotherFile />
      </>
    );
  }
  if (value.error) {
    const { message, details } = value.error;
    const reasons = [...new Set(details.map((detail) => detail.message))].join(" ");
    return (
      <>
        <Heading text="The file can't be imported" />
        <p class="message fault" role="alert">
          {reasons || message}
        </p>
        <FileHelp again={again} />
      </>
    );
  }
  return <Check source={source} counts={value} again={again} />;
}

function Parsing({ value }: { value: Import | undefined }) {
  if (value?.status !== "parsing") return <Progress label="Waiting for the file" />;
  const { rowsRead, bytesRead, bytesTotal } = value;
  const text = `${countText(rowsRead, "row")}, ${bytesText(bytesRead)} of ${bytesText(bytesTotal)}`;
  return <Progress label="Read so far" done={bytesRead} total={bytesTotal} text={text} />;
}

/** The rows with the choice of those that are committed. */
function Check({ source, counts, again }: { source: Source; counts: Import; again: ReadStepProps["again"] }) {
  const { importId, duplicateCount, skippedCount } = counts;
  const [{ chosenCount, ...choice }, setChoice] = useState<Choice>({ chosenCount: counts.validCount ?? 0 });
  const [labels, setLabels] = useState("");
  const [isSending, setSending] = useState(false);
  if (counts.totalCount === 0) {
    return (
      <>
        <Heading text="There are no contacts in the file" />
        {skippedCount ? <p>It has {countText(skippedCount, "row")}, but none is about a person.</p> : null}
        <FileHelp again={again} />
      </>
    );
  }
  const commit = async () => {
    setSending(true);
    const groups = labels.split(",").flatMap((label) => label.trim() || []);
    await attempt(async () => {
      const id = await startCommit({ source, importId, ...choice, groups });
      refreshAll();
      open(`/import/receipts/${id}`);
    });
    setSending(false);
  };
  return (
    <>
      <Heading text="Check the rows" />
      <p class="quiet">{summaryOf(counts)}</p>
      <Preview source={source} importId={importId} total={counts.totalCount ?? 0} onChoice={setChoice} />
      <form
        class="commit"
        onSubmit={(event) => {
          event.preventDefault();
          void commit();
        }}
      >
        <label>
          Also add all to these groups (optional, separated by commas)
          <input maxLength={500} value={labels} onInput={({ currentTarget }) => setLabels(currentTarget.value)} />
        </label>
        <div class="actions">
          <button type="submit" class="first" aria-describedby="chosen" disabled={isSending || chosenCount === 0}>
            Import
          </button>
          {/* Several rows may be about one contact. */}
          <span id="chosen">{countText(chosenCount, duplicateCount ? "row" : "contact")}</span>
          <a class="button" href={linkTo("/import")}>
            Cancel
          </a>
        </div>
      </form>
      <details>
        <summary>Is this not what is in the file?</summary>
        <FileHelp again={again} />
      </details>
    </>
  );
}

function summaryOf({ totalCount, validCount, invalidCount, duplicateCount, skippedCount }: Import): string {
  const parts = [
    `${countText(totalCount ?? 0, "row")}, of which ${countText(validCount ?? 0, "row")} can be imported`,
    invalidCount && `${countText(invalidCount, "row")} can't`,
    duplicateCount && `${countText(duplicateCount, "row")} about someone you have or who is in the file twice`,
    skippedCount && `besides, ${countText(skippedCount, "row")} about no person`,
  ];
  return `${parts.filter(Boolean).join("; ")}.`;
}

/** The id of the receipt, also of a commit or an undo that runs already, such as one whose answer was lost. */
async function startCommit(input: Parameters<typeof call<"startImportCommit">>[1] & object): Promise<string> {
  try {
    return (await call("startImportCommit", input)).body.receipt.id;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "conflict")) throw error;
    const { body } = await call("listImportReceipts", { limit: 50 });
    const isRunning = ({ status }: { status: string }) => status === "running" || status === "undoing";
    const receipt = body.receipts.find((each) => each.importId === input.importId && isRunning(each));
    if (!receipt) throw error;
    return receipt.id;
  }
}
