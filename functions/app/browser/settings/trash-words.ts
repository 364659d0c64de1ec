/** What the trash says about restored contacts. */
import type { ContactRestore } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";

/** By the codes of results, and the parts that are lost. */
const notes: Readonly<Record<string, string>> = {
  contact_limit_reached: "not restored, because the account is full",
  contact_not_found: "no longer in the trash",
  externalId: "back without the external id, which a newer contact has",
  importMarks: "back without the marks of an import, which a newer contact has",
};

/** What is to be said of a contact that was not restored, or not whole. */
export function noteText(code: string): string {
  return notes[code] ?? `not restored (${code})`;
}

/** What a restore did. */
export function restoreText({ restoredCount, results }: ContactRestore): string {
  const count = countText(restoredCount, "contact");
  if (restoredCount > results.length) return `${count} are being restored.`;
  const codes = results.flatMap(({ code, lost = [] }) => (code ? [code, ...lost] : lost));
  const found = Map.groupBy<string, string>(codes, noteText);
  return [`Restored ${count}.`, ...[...found].map(([note, { length }]) => `${length} ${note}.`)].join(" ");
}
