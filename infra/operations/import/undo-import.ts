/** Takes an import back and follows it to its end. */
import { ApiError } from "../../../shared/client/api-error.ts";
import type { Client } from "../../../shared/client/client.ts";
import { poll } from "./poll.ts";
import type { Progress } from "./progress.ts";
import { fullName, resultsOf } from "./read-rows.ts";
import { maxListed, type NamedRow, type Undone } from "./report.ts";

export async function undoImport(
  client: Client,
  receiptId: string,
  progress: Progress,
  started: () => void,
): Promise<{ undone: Undone; kept: NamedRow[] }> {
  const begin = performance.now();
  const { receipt: begun } = await client.undoImport({ id: receiptId });
  started();
  // A commit that failed has done fewer rows than were chosen.
  const total = begun.imported + begun.updated + begun.skipped + begun.failed;
  progress.begin({ name: "Undoing", total, unit: "rows" });
  let left = steps;
  // An undo goes from the last result to the first, so the first results of a step say whether it is done. An undo keeps
  // the results of rows that changed nothing.
  const read = () =>
    client.getImportReceipt({ id: receiptId, offset: Math.floor((total * (left - 1)) / steps), limit: 50 });
  const { receipt } = await poll(
    read,
    ({ receipt: { status }, results }) => {
      if (left > 1 && results.some(({ undo }) => undo)) left -= 1;
      return progress.update(status === "undone" ? total : Math.floor(total * (1 - left / steps)));
    },
    ({ receipt: { status } }) => status !== "undoing",
  );
  progress.end();
  const counts = { removed: 0, restored: 0, kept: 0 };
  const kept: NamedRow[] = [];
  for await (const { contactId, undo, fields } of resultsOf(client, receiptId)) {
    if (!undo) continue;
    counts[undo] += 1;
    if (undo !== "kept" || !contactId || kept.length >= maxListed) continue;
    kept.push({ name: await contactName(client, contactId), reason: `changed since${inList(fields)}` });
  }
  return {
    undone: { receiptId, status: receipt.status, total, ...counts, durationMs: Math.round(performance.now() - begin) },
    kept,
  };
}

/** The parts in which the progress is shown. */
const steps = 20;

/** Another caller may have deleted it. */
async function contactName(client: Client, id: string): Promise<string> {
  try {
    const { contact } = await client.getContact({ id });
    return fullName(contact);
  } catch (error) {
    if (error instanceof ApiError && error.code === "contact_not_found") return `contact ${id}`;
    throw error;
  }
}

function inList(fields: readonly string[] = []): string {
  return fields.length === 0 ? "" : ` (${fields.join(", ")})`;
}
