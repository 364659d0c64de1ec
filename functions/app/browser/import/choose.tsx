/** The first step of an import: choosing files, sending them, and the earlier imports. */
import { useState } from "preact/hooks";
import { useAnswer } from "../data/answers.ts";
import { useWork } from "../data/work.ts";
import { attempt } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Icon } from "../parts/icon.tsx";
import { countText } from "../parts/shared-words.ts";
import { linkTo, open } from "../router.ts";
import { detectKind, type FileKind } from "./file-kinds.ts";
import { bytesText, sourceNames, statusNames, timeText } from "./import-words.ts";
import { sendFiles } from "./send-files.ts";
import { FileHelp, Heading, Progress } from "./step-parts.tsx";

/** Without a kind, the files can't be imported. */
export interface Chosen {
  files: readonly File[];
  kind: FileKind | undefined;
}

interface ChooseStepProps {
  chosen: Chosen | undefined;
  choose: (files: readonly File[], kind: FileKind | undefined) => void;
  arrived: (importId: string) => void;
}

export function ChooseStep({ chosen, choose, arrived }: ChooseStepProps) {
  const take = async (input: HTMLInputElement) => {
    const [first, ...others] = input.files ?? [];
    // Choosing the same file again must be a change, too.
    input.value = "";
    if (first) choose([first, ...others], await detectKind(first));
  };
  return (
    <>
      {chosen ? <Sending chosen={chosen} choose={choose} arrived={arrived} /> : <Heading text="Import" />}
      {!chosen && (
        <p class="quiet">
          Bring your contacts from an address book or a network. You see every row before anything is written, and you
          can undo an import for 30 days.
        </p>
      )}
      <label class="drop">
        <Icon name="import" />
        <strong>Drop files here, or choose them</strong>
        <small class="quiet">
          Address books (.vcf, or a ZIP of them) and the JSON archive of network_b. Up to 5 GB.
        </small>
        <input
          type="file"
          multiple
          accept=".vcf,.vcard,.json,.zip,text/vcard,application/zip"
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      </label>
      {!chosen && <MadeUpPeople />}
      {!chosen && <History />}
    </>
  );
}

interface SendingProps extends Omit<ChooseStepProps, "chosen"> {
  chosen: Chosen;
}

function Sending({ chosen: { files, kind }, choose, arrived }: SendingProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const {
    value: done = 0,
    error,
    again,
  } = useWork<number>(
    async (signal, show) => {
      const importId = await sendFiles(files, kind, { signal, onProgress: show });
      if (!signal.aborted) arrived(importId);
      return total;
    },
    [files, kind],
  );
  if (error) {
    // The same file would be refused again.
    const isOfFile = error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
    return (
      <>
        <Heading text={isOfFile ? "The file can't be imported" : `Sending ${namesOf(files)}`} />
        <ErrorMessage error={error} retry={isOfFile ? undefined : again} />
        {isOfFile && <FileHelp again={(next) => choose(files, next)} />}
      </>
    );
  }
  return (
    <>
      <Heading text={`Sending ${namesOf(files)}`} />
      {done > 0 && done < total ? (
        <Progress label="Uploading" done={done} total={total} text={`${bytesText(done)} of ${bytesText(total)}`} />
      ) : (
        <Progress label="Reading" />
      )}
      <p class="actions">
        <a class="button" href={linkTo("/import")}>
          Cancel
        </a>
      </p>
    </>
  );
}

function namesOf([first, ...others]: readonly File[]): string {
  return others.length === 0 ? (first?.name ?? "") : `${first?.name} and ${others.length} more`;
}

/** An account without contacts can be filled with people who do not exist, by an import that can be undone. */
function MadeUpPeople() {
  const [isBusy, setBusy] = useState(false);
  const { body } = useAnswer("listContacts", { limit: 1 });
  if (body?.pagination.totalCount !== 0) return null;
  const lookAround = async () => {
    setBusy(true);
    await attempt(async () => {
      const { importMadeUpPeople } = await import("./made-up-people.ts");
      open(`/import/receipts/${await importMadeUpPeople()}`);
    });
    setBusy(false);
  };
  return (
    <p>
      <button type="button" onClick={lookAround} disabled={isBusy}>
        Look around with 200 made-up people
      </button>
    </p>
  );
}

const pageReceipts = 10;

function History() {
  const [limit, setLimit] = useState(pageReceipts);
  const { body, error, refresh } = useAnswer("listImportReceipts", { limit });
  if (!body) return <ErrorMessage error={error} retry={refresh} />;
  if (body.receipts.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history">Earlier imports</h2>
      <ul class="plain-list">
        {body.receipts.map(({ id, fileNames, source, status, startedAt, imported, updated }) => (
          <li key={id} class="row">
            <div>
              <a href={linkTo(`/import/receipts/${id}`)} data-row>
                {fileNames.join(", ") || sourceNames[source]}
              </a>
              <p class="quiet">
                {timeText(startedAt)} · {sourceNames[source]} · {imported.toLocaleString()} imported,{" "}
                {updated.toLocaleString()} updated
              </p>
            </div>
            <span class={`mark ${status}`}>{statusNames[status]}</span>
          </li>
        ))}
      </ul>
      {body.pagination.hasMore && (
        <p>
          <button type="button" onClick={() => setLimit(limit + pageReceipts)}>
            Show more than {countText(limit, "import")}
          </button>
        </p>
      )}
    </section>
  );
}
