/** Takes changes back, and takes back what took them back. */
import type { Input } from "../../../../shared/client/client.ts";
import type { Undo } from "../../../../shared/client/types.ts";
import { refreshAll } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { readToEnd } from "../data/work.ts";
import { notify } from "../frame/notices.ts";
import type { ActivityChange } from "../parts/shared-words.ts";
import { keptText, selectionOf } from "./undo-words.ts";

export type Selection = Input<"undoActivity">;

/** An undo is an activity. Its last change may be later than its end, because the end is written with that change. */
export async function undoAgain({ id, startedAt }: Undo): Promise<void> {
  const filter = { by: id ?? "", from: startedAt };
  const { body, headers } = await call("listActivity", { ...filter, limit: 200 });
  await runUndo(selectionOf(filter, headers.get("date") ?? "", body.changes[0]?.at));
}

/** Takes changes back, and waits until that is done. */
export async function runUndo(selection: Selection, show?: (undo: Undo) => void): Promise<Undo> {
  const { undo } = (await call("undoActivity", selection)).body;
  const read = async () => (await call("getUndo", { id: undo.id ?? "" })).body.undo;
  const done = await readToEnd(read, ({ status }) => status === "running", undefined, show);
  refreshAll();
  return done;
}

/**
 * Takes back what one write of the page changed. The bar at the bottom offers it, and says what the promise resolves to if something
 * stays. The answer names the change by its `x-txid`, unless work that followed has a greater one, as after the deletion of a group:
 * then it is the last change of `subjectId` until there.
 */
export async function undoWrite({ headers }: { headers: Headers }, subjectId?: string): Promise<string | undefined> {
  const last = headers.get("x-txid");
  const { changes } = (await call("listActivity", { limit: 200 })).body;
  const isOfSubject = (change: ActivityChange) => change.subjectId === subjectId && Number(change.txid) <= Number(last);
  const txid = subjectId === undefined ? last : changes.find(isOfSubject)?.txid;
  const changeIds = changes.filter((change) => change.txid === txid).map(({ id }) => id);
  const { kept } = await runUndo({ changeIds });
  return kept[0] && keptText("Not undone", kept[0]);
}

/** Makes a change, and says in the bar what it did, with its undo. `subjectId` is as in `undoWrite`. */
export async function makeChange(
  text: string,
  write: Promise<{ headers: Headers }>,
  subjectId?: string,
): Promise<void> {
  const answer = await write;
  notify({ text, undo: () => undoWrite(answer, subjectId) });
}
