/** Keeps the page fresh: while it is visible, it asks every 30 seconds whether something of the account has changed elsewhere. */
import { call, knownTxid } from "./calls.ts";
import { session } from "./session.ts";

const interval = 30_000;
let timer = 0;

/** A question without news costs one read unit. Its answer has the account's `x-txid`, which makes older answers stale. */
export function watchChanges(): void {
  document.addEventListener("visibilitychange", () => {
    clearInterval(timer);
    if (document.hidden) return;
    void ask();
    timer = setInterval(ask, interval);
  });
  timer = setInterval(ask, interval);
}

async function ask(): Promise<void> {
  if (document.hidden || session.value?.signedIn !== true || knownTxid.value === 0) return;
  // The next question is the second attempt.
  await call("listContactChanges", { since: String(knownTxid.value), limit: 1 }).catch(() => {});
}
