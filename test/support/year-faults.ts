/** What befalls a run of the sender: it dies, or a single call of it goes wrong, before it is carried out or after. */
import type { Mailer, SendOutcome } from "../../shared/mail/ses.ts";
import type { Store } from "../../shared/table/store.ts";
import type { Chance } from "./mutate.ts";
import { Death } from "./reminders.ts";
import { watchedStore } from "./watched-store.ts";

export interface Life {
  store: Store;
  mailer: Mailer;
  /** Accounts for which the trouble may be the reason that nobody told them in this run. */
  troubled: () => Iterable<string>;
  /** Nobody who died says so: it may look as if the run came to its end. */
  isDead: () => boolean;
}

/**
 * - `death`: at a call, and from then on nothing is done. `stumble`: a call throws, and life goes on.
 * - `deaf`: of a mail nobody hears whether SES took it; it did. `lost`: it did not.
 * - `slow`: SES takes no mail for a while. `quota`: none any more in this run.
 */
export type FaultKind = "none" | "death" | "stumble" | "deaf" | "lost" | "slow" | "quota";

export interface Fault {
  kind: FaultKind;
  /** Which call of table and mailer together, from 1; of `deaf` and all that follow, which mail. */
  at: number;
  moment: "before" | "after";
}

const troubles = ["death", "death", "death", "stumble", "stumble", "deaf", "lost", "slow", "quota"] as const;

/** Of a run that has about so many accounts to tell. */
export function anyFault(chance: Chance, accounts: number): Fault {
  const kind = chance.from(troubles);
  const calls = kind === "death" || kind === "stumble" ? 5 + 10 * accounts : accounts;
  return { kind, at: 1 + chance.below(Math.max(1, calls)), moment: chance.from(["before", "after"] as const) };
}

/** A run's own view of table and mailer. */
export function liveWith({ kind, at, moment }: Fault, store: Store, mailer: Mailer): Life {
  const touched = new Set<string>();
  const hit = new Set<string>();
  let calls = 0;
  let mails = 0;
  let dead = false;
  const around = async <Result>(accountId: string | undefined, call: () => Promise<Result>): Promise<Result> => {
    if (dead) throw new Death();
    if (accountId !== undefined) touched.add(accountId);
    const isIt = ++calls === at && (kind === "death" || kind === "stumble");
    if (isIt && kind === "death" && moment === "before") dead = true;
    if (isIt && accountId !== undefined) hit.add(accountId);
    if (isIt && moment === "before") throw new Death();
    if (dead) throw new Death();
    const result = await call();
    if (isIt && kind === "death") dead = true;
    if (dead || isIt) throw new Death();
    return result;
  };
  const answer = async (accountId: string, take: () => Promise<SendOutcome>): Promise<SendOutcome> => {
    const mail = ++mails;
    if (kind === "slow" && mail >= at && mail < at + 4) return { kind: "throttled", limit: "rate" };
    if (kind === "quota" && mail >= at) return { kind: "throttled", limit: "quota" };
    if (mail !== at || (kind !== "deaf" && kind !== "lost")) return take();
    hit.add(accountId);
    if (kind === "deaf") await take();
    return { kind: "unknown", code: "TimeoutError" };
  };
  return {
    store: watchedStore(store, ({ input }, send) => around(accountOf(input), send)),
    mailer: {
      send: (mail) => {
        const accountId = mail.tags.claim?.slice(0, 36) ?? "";
        return around(accountId, () => answer(accountId, () => mailer.send(mail)));
      },
    },
    isDead: () => dead,
    troubled: () => (kind === "death" || kind === "quota" ? touched : hit),
  };
}

interface AnyInput {
  Key?: { pk?: string };
  Item?: { pk?: string };
  ExpressionAttributeValues?: Record<string, unknown>;
  TransactItems?: { Put?: AnyInput }[];
  RequestItems?: Record<string, { Keys?: { pk?: string }[] }>;
}

/** Whose partition a call is about; undefined for the due index. */
function accountOf(input: unknown): string | undefined {
  const { Key, Item, ExpressionAttributeValues, TransactItems, RequestItems } = input as AnyInput;
  const batch = Object.values(RequestItems ?? {})[0]?.Keys?.[0]?.pk;
  const pk = Key?.pk ?? Item?.pk ?? TransactItems?.[0]?.Put?.Item?.pk ?? batch ?? ExpressionAttributeValues?.[":pk"];
  return typeof pk === "string" && pk.startsWith("A#") ? pk.slice(2) : undefined;
}
