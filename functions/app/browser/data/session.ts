/** The session of the page: who is signed in, and its renewal before the access token expires. */
import { signal } from "@preact/signals";
import { base } from "../router.ts";

export type Session =
  | { signedIn: false }
  | { signedIn: true; accountId: string; email: string | null; name: string | null; expiresAt: string };

/** Undefined until the service has answered. */
export const session = signal<Session | undefined>(undefined);

/** Milliseconds before the expiry of the access token in which the session is renewed. */
const renewBefore = 120_000;
let renewal = 0;

/** Asks who is signed in. A session that has expired is renewed if it can be. */
export async function startSession(): Promise<void> {
  const state = await readSession();
  if (state?.signedIn === false && (await renewSession())) return;
  session.value = state ?? session.value;
  planRenewal();
}

/** Whether the page has a session again. Tabs that renew at the same time wait for each other (Web Locks API). */
export async function renewSession(): Promise<boolean> {
  return navigator.locks.request("session", async () => {
    const before = await readSession();
    if (before?.signedIn !== true || Date.parse(before.expiresAt) - Date.now() < renewBefore) {
      const renewed = await fetch(`${base}/session/refresh`, { method: "POST" }).catch(() => undefined);
      if (renewed === undefined) return false;
    }
    const state = await readSession();
    if (state) session.value = state;
    planRenewal();
    return state?.signedIn === true;
  });
}

/** The service ends a session for a page of its own only, so this is no link that could be fetched in advance. */
export function signOut(): void {
  location.assign(`${base}/session/sign-out`);
}

/** Undefined when there is no answer, so that a lost connection signs nobody out. */
async function readSession(): Promise<Session | undefined> {
  const response = await fetch(`${base}/session`).catch(() => undefined);
  return response?.ok ? ((await response.json()) as Session) : undefined;
}

function planRenewal(): void {
  clearTimeout(renewal);
  if (session.value?.signedIn !== true) return;
  const wait = Math.max(10_000, Date.parse(session.value.expiresAt) - Date.now() - renewBefore);
  // A longer time would overflow the timer and end at once.
  renewal = setTimeout(() => void renewSession(), Math.min(wait, 2 ** 31 - 1));
}
