/** Does a part of a delete by filter in a process of its own, so that the memory is that of this work alone. */
import type { DeletionReport, DeletionTask } from "./deletion-process.ts";
import { runBundled } from "./run-bundled.ts";

/** Throws when the process ends before it is done. */
export function runDeletion(task: DeletionTask): Promise<DeletionReport> {
  return runBundled("deletion-process.ts", task);
}
