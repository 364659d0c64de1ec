/** Lets the server write the rows of an import, and waits until it has. */
import type { Client, Output } from "../../../shared/client/client.ts";
import { poll } from "./poll.ts";
import type { Progress } from "./progress.ts";
import type { ImportOutcome } from "./report.ts";
import type { ParsedImport } from "./send-files.ts";

type Receipt = Output<"getImportReceipt">["receipt"];

/** `started` gets the receipt as soon as the server has the task. */
export async function commitImport(
  client: Client,
  parsed: ParsedImport,
  groups: string[],
  progress: Progress,
  started: (receiptId: string) => void,
): Promise<{ outcome: ImportOutcome; receipt: Receipt }> {
  const begin = performance.now();
  const { importId, source, totalCount, validCount, invalidCount } = parsed;
  const { receipt: begun } = await client.startImportCommit({ source, importId, groups });
  started(begun.id);
  progress.begin({ name: "Importing", total: begun.total, unit: "rows" });
  const { receipt } = await poll(
    () => client.getImportReceipt({ id: begun.id, limit: 1 }),
    (now) => progress.update(rowsDone(now.receipt)),
    (now) => now.receipt.status !== "running",
  );
  progress.end();
  const { total, imported, updated, skipped } = receipt;
  const outcome = {
    ...{ importId, receiptId: receipt.id, total: totalCount, imported, updated },
    // The server leaves out rows whose person is in another row, and rows that are not valid.
    skipped: skipped + validCount - total,
    // If the server gave up, the rows that it did not come to failed as well.
    failed: invalidCount + total - imported - updated - skipped,
    durationMs: Math.round(parsed.sendMs + performance.now() - begin),
  };
  return { outcome, receipt };
}

function rowsDone({ imported, updated, skipped, failed }: Receipt): number {
  return imported + updated + skipped + failed;
}
