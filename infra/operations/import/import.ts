/** `npm run import -- FILE… --key KEY`: imports files into an account of the API, and shows how far it is. */
import { type Client, createClient } from "../../../shared/client/client.ts";
import { defaultRetry } from "../../../shared/client/retry.ts";
import { commitImport } from "./commit-import.ts";
import { sentenceOf } from "./faults.ts";
import { type ImportOptions, localUrl, readOptions, type UndoOptions, usage } from "./options.ts";
import { planImports } from "./plan.ts";
import { createProgress } from "./progress.ts";
import { readFailures, readIssues } from "./read-rows.ts";
import {
  type ImportOutcome,
  inEnglish,
  inSeconds,
  issueTable,
  jsonOf,
  outcomeTable,
  type Preview,
  previewTable,
  printResult,
  printRows,
} from "./report.ts";
import { type ParsedImport, sendFiles } from "./send-files.ts";
import { undoImport } from "./undo-import.ts";

/** Exit codes. */
const done = 0;
const someFailed = 1;
const refused = 2;
const stopped = 130;

/** A commit may take long, and a server may start again meanwhile: about two minutes. */
const patientRetry = { attempts: defaultRetry.attempts + 2 };
/** Of the first request, after which a person sees that nothing answers. */
const quickRetry = { attempts: 2 };

const progress = createProgress(process.stderr);
/** The line that is printed when Ctrl-C or a fault ends the command: what is left on the server. */
let leftBehind = "";

process.once("SIGINT", () => {
  progress.end();
  console.error(`\n${leftBehind}`.trimEnd());
  process.exit(stopped);
});

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  let baseUrl = "";
  try {
    const options = readOptions(args, process.env);
    if (options === "help") {
      console.log(usage);
      return done;
    }
    ({ baseUrl } = options);
    const client = createClient({ ...options, retry: patientRetry });
    const plan = "undo" in options ? { imports: [], unread: [] } : await planImports(options);
    // Refuses a wrong address, a wrong key and a key that may only read, before anything is sent.
    await createClient({ ...options, retry: quickRetry }).listImportReceipts({ limit: 1 });
    if ("undo" in options) return await undo(client, options);
    leftBehind = "Nothing was imported.";
    const parsed: ParsedImport[] = [];
    for (const one of plan.imports) parsed.push(await sendFiles(client, one, options.strategy, progress));
    const unread = [plan, ...parsed].flatMap((one) => one.unread);
    for (const message of unread) console.error(message);
    const code = await (options.isDryRun ? preview(client, parsed) : commit(client, parsed, options));
    return unread.length > 0 ? someFailed : code;
  } catch (fault) {
    progress.end();
    console.error(sentenceOf(fault, baseUrl) ?? fault);
    if (leftBehind) console.error(leftBehind);
    return refused;
  }
}

async function commit(
  client: Client,
  all: readonly ParsedImport[],
  { groups, baseUrl }: ImportOptions,
): Promise<number> {
  const ended: { files: string; outcome: ImportOutcome }[] = [];
  const undos: string[] = [];
  let code = done;
  for (const parsed of all) {
    const { files, totalCount, invalidCount, sendMs } = parsed;
    const begin = performance.now();
    leftBehind = [...undos, `The import may have begun. See ${baseUrl}/app/import.`].join("\n");
    const receipt = await commitImport(client, parsed, groups, progress, (id) => {
      const follow = `The import continues on the server. Follow it at ${baseUrl}/app/import.`;
      leftBehind = [...undos, follow, howToUndo("when it has ended", id, baseUrl)].join("\n");
    });
    const { id: receiptId, importId, total, imported, updated, skipped, failed, status } = receipt;
    if (imported + updated > 0) undos.push(howToUndo("within 30 days", receiptId, baseUrl));
    leftBehind = undos.join("\n");
    const leftOut = `${files}: ${inEnglish(totalCount - total)} rows were left out, because they are not valid.`;
    if (total < totalCount) console.error(leftOut);
    if (status === "failed") console.error("The server stopped. Import the file again for the other rows.");
    if (failed > 0) {
      const where = `See all at ${baseUrl}/app/import, or GET ${baseUrl}/contacts/import-receipts/${receiptId}.`;
      // The import is done, even if nobody can say the names any more.
      const rows = await readFailures(client, parsed, receiptId).catch(() => []);
      printRows(`${files}: ${inEnglish(failed)} of ${inEnglish(total)} rows failed`, rows, failed, where);
    }
    if (failed > 0 || invalidCount > 0 || status === "failed") code = someFailed;
    const durationMs = Math.round(sendMs + performance.now() - begin);
    ended.push({ files, outcome: { importId, receiptId, total, imported, updated, skipped, failed, durationMs } });
  }
  printResult([outcomeTable(ended)], jsonOf(ended.map(({ outcome }) => outcome)));
  if (leftBehind) console.error(leftBehind);
  return code;
}

async function preview(client: Client, all: readonly ParsedImport[]): Promise<number> {
  const previews: { files: string; preview: Preview }[] = [];
  for (const parsed of all) {
    const { importId, files, totalCount: total, validCount: valid, invalidCount } = parsed;
    const { duplicateCount: duplicates, skippedCount: skipped, coverage, sendMs } = parsed;
    const { issues, invalid } = await readIssues(client, parsed);
    const counts = { importId, total, valid, invalid: invalidCount, duplicates, skipped, coverage, issues };
    previews.push({ files, preview: { ...counts, durationMs: Math.round(sendMs) } });
    const title = `${files}: ${inEnglish(invalidCount)} of ${inEnglish(total)} rows would fail`;
    if (invalidCount > 0) printRows(title, invalid, invalidCount, "");
  }
  const found = previews.map(({ preview }) => preview);
  const json = found.length === 1 ? { ...found[0] } : { imports: found };
  printResult([previewTable(previews), ...found.map(({ issues }) => issueTable(issues))], json);
  return found.some(({ invalid }) => invalid > 0) ? someFailed : done;
}

async function undo(client: Client, { undo: id, baseUrl }: UndoOptions): Promise<number> {
  leftBehind = "Nothing was undone.";
  const { undone, kept } = await undoImport(client, id, progress, () => {
    leftBehind = "The undo continues on the server. The same command follows it again.";
  });
  if (undone.kept > 0) {
    const where = `See all: GET ${baseUrl}/contacts/import-receipts/${id}.`;
    printRows(`Left as they are: ${inEnglish(undone.kept)}`, kept, undone.kept, where);
  }
  const { total: rows, removed, restored, kept: left, durationMs } = undone;
  printResult([[{ rows, removed, restored, kept: left, seconds: inSeconds(durationMs) }]], undone);
  return undone.status === "undone" ? done : someFailed;
}

function howToUndo(when: string, receiptId: string, baseUrl: string): string {
  const url = baseUrl === localUrl(process.env) ? "" : ` --url ${baseUrl}`;
  return `Undo it ${when}: npm run import -- --undo ${receiptId}${url}`;
}
