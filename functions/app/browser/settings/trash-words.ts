/** What the trash says about restored contacts. */
import type { ContactRestore, RestoreResult } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";

const refusals: Readonly<Record<string, string>> = {
  contact_limit_reached: "the account is full",
  contact_not_found: "it is no longer in the trash",
};

/** Why a contact was not restored, by the code of its result. */
export function refusalText(code: string): string {
  return refusals[code] ?? `the service refused it (${code})`;
}

const lostNames = { externalId: "external id", importMarks: "marks of its import" } as const;

/** What a restore did, with what did not come back and why. */
export function restoreText({ restoredCount, results }: ContactRestore): string {
  if (restoredCount > 0 && results.length === 0) return `${countText(restoredCount, "contact")} are being restored.`;
  const refused = Map.groupBy(
    results.filter(({ status }) => status === "refused"),
    ({ code }) => refusalText(code ?? ""),
  );
  const lost = Map.groupBy(results.flatMap(namesOfLost), (name) => name);
  return [
    `Restored ${countText(restoredCount, "contact")}.`,
    ...[...refused].map(([reason, { length }]) => `${countText(length, "contact")} not, because ${reason}.`),
    ...[...lost].map(
      ([name, { length }]) => `${countText(length, "contact")} without the ${name}, which a newer one has.`,
    ),
  ].join(" ");
}

function namesOfLost({ lost = [] }: RestoreResult): string[] {
  return lost.map((part) => lostNames[part]);
}
