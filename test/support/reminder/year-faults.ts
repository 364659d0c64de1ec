/** The faults of a run of the sender: it crashes, or a single call fails, before it is carried out or after. */

import { accountOfPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Mailer, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import type { Chance } from "../files/mutate.ts";
import { Killed } from "../process/killed-process.ts";
import { watchedStore } from "../process/watched-store.ts";

interface FaultyParts {
  store: Store;
  mailer: Mailer;
  /** The accounts that may stay without a mail in this run because of the fault. */
  affected: () => Iterable<string>;
  /** A run may crash and still return normally. */
  hasCrashed: () => boolean;
}

/**
 * - `crash`: from this call on, nothing is done. `error`: one call throws.
 * - `lostAnswer`: SES accepts a mail, and its answer does not arrive. `lostMail`: the mail does not arrive.
 * - `rate`: SES accepts no mail for a while. `quota`: SES accepts no more mail in this run.
 */
type FaultKind = "none" | "crash" | "error" | "lostAnswer" | "lostMail" | "rate" | "quota";

export interface Fault {
  kind: FaultKind;
  /** The number, from 1, of the call of table or mailer that fails, or of the mail for faults of SES. */
  at: number;
  moment: "before" | "after";
}

const kinds = ["crash", "crash", "crash", "error", "error", "lostAnswer", "lostMail", "rate", "quota"] as const;

/** A fault of a run with about this number of due accounts. */
export function anyFault(chance: Chance, accounts: number): Fault {
  const kind = chance.from(kinds);
  const calls = kind === "crash" || kind === "error" ? 5 + 10 * accounts : accounts;
  return { kind, at: 1 + chance.below(Math.max(1, calls)), moment: chance.from(["before", "after"] as const) };
}

/** Table and mailer for one run. */
export function faultyParts({ kind, at, moment }: Fault, store: Store, mailer: Mailer): FaultyParts {
  const touched = new Set<string>();
  const hit = new Set<string>();
  let calls = 0;
  let mails = 0;
  let crashed = false;
  const around = async <Result>(accountId: string | undefined, call: () => Promise<Result>): Promise<Result> => {
    if (crashed) throw new Killed();
    if (accountId !== undefined) touched.add(accountId);
    const isIt = ++calls === at && (kind === "crash" || kind === "error");
    if (isIt && accountId !== undefined) hit.add(accountId);
    if (isIt && moment === "before") {
      crashed = kind === "crash";
      throw new Killed();
    }
    const result = await call();
    if (isIt) crashed = kind === "crash";
    if (crashed || isIt) throw new Killed();
    return result;
  };
  const answer = async (accountId: string, take: () => Promise<SendOutcome>): Promise<SendOutcome> => {
    const mail = ++mails;
    if (kind === "rate" && mail >= at && mail < at + 4) return { kind: "throttled", limit: "rate" };
    if (kind === "quota" && mail >= at) return { kind: "throttled", limit: "quota" };
    if (mail !== at || (kind !== "lostAnswer" && kind !== "lostMail")) return take();
    hit.add(accountId);
    if (kind === "lostAnswer") await take();
    return { kind: "unknown", code: "TimeoutError" };
  };
  return {
    store: watchedStore(store, ({ input }, send) => around(accountOf(input), send)),
    mailer: {
      send: (mail) => {
        const accountId = mail.tags.lease?.slice(0, 36) ?? "";
        return around(accountId, () => answer(accountId, () => mailer.send(mail)));
      },
    },
    hasCrashed: () => crashed,
    affected: () => (kind === "crash" || kind === "quota" ? touched : hit),
  };
}

/** The account whose partition a call names first; undefined for the due index. */
function accountOf(input: unknown): string | undefined {
  const [partition] = /(?<=")A#[\w-]{22}(?=")/.exec(JSON.stringify(input)) ?? [];
  return partition && accountOfPartition(partition);
}
