/** Keeps the page fresh: while it is visible, it asks every 30 seconds whether something of the account has changed elsewhere. */
import { effect, signal } from "@preact/signals";
import { call, knownTxid } from "./calls.ts";
import { isOffline } from "./connection.ts";
import { checkSession, session, sessionEnd } from "./session.ts";

const interval = 30_000;
const offlineInterval = 5_000;

/** A question without news costs one read unit. Its answer has the account's `x-txid`, which makes older answers stale. */
export function watchChanges(): void {
  const isVisible = signal(!document.hidden);
  document.addEventListener("visibilitychange", async () => {
    isVisible.value = !document.hidden;
    if (document.hidden) return;
    // Another tab may have signed out or in.
    await checkSession();
    await ask();
  });
  effect(() => {
    if (!isVisible.value) return;
    const timer = setInterval(ask, isOffline.value ? offlineInterval : interval);
    return () => clearInterval(timer);
  });
}

/** Asks what the page does not know: who is signed in, or else what has changed. */
export async function ask(): Promise<void> {
  if (session.value === undefined) return checkSession();
  if (!session.value.signedIn || sessionEnd.value === "ended") return;
  // The next question is the second attempt.
  await call("listContactChanges", { since: String(knownTxid.value), limit: 1 }, { isOfView: false }).catch(() => {});
}
