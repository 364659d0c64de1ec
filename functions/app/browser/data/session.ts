/** The session of the page: who is signed in, and its renewal before the access token expires. */
import { signal } from "@preact/signals";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { createClient } from "../../../../shared/client/client.ts";
import type { BrowserSession } from "../../../../shared/client/types.ts";
import { base } from "../router.ts";
import { reach } from "./connection.ts";

/** Without a second attempt, because the page asks again by itself. */
const client = createClient({ baseUrl: location.origin + base, fetch: reach, retry: { attempts: 1 } });

/** Undefined until the service has answered. After the end of the session it still has the person, whose work stays in the page. */
export const session = signal<BrowserSession | undefined>(undefined);

/** `soon`: the issuer does not renew the session. */
export const sessionEnd = signal<"soon" | "ended" | undefined>(undefined);

/** Milliseconds before the expiry of the access token in which the session is renewed. */
const renewBefore = 120_000;
const shortestWait = 10_000;
let renewal = 0;

/** Without the mark, the page of a person who was never signed in would ask in vain for a renewal. */
const mark = "was-signed-in";
export function wasSignedIn(): boolean {
  return localStorage.getItem(mark) !== null;
}

/** Asks who is signed in, also after another tab may have changed it. A session that has expired is renewed if it can be. */
export async function checkSession(): Promise<void> {
  const state = await readSession();
  if (state?.session.signedIn === false && wasSignedIn()) await renewSession();
  else if (state) adopt(state, true);
}

/** Whether the page has a session again. Tabs that renew at the same time wait for each other (Web Locks API). */
export async function renewSession(): Promise<boolean> {
  return navigator.locks.request("session", async () => {
    let state = await readSession();
    let isRefused = false;
    if (state && state.milliseconds < renewBefore) {
      const fault = await client.refreshSession().catch((error: ApiError) => error);
      isRefused = fault !== undefined && fault.status >= 400 && fault.status < 429;
      // Nothing has ended while the issuer is out of reach.
      if (!isRefused) state = fault ? undefined : await readSession();
    }
    if (state) adopt(state, !isRefused);
    return state?.session.signedIn === true;
  });
}

/** Browsers keep a page in memory for Back, so that it must not show the account any more. */
export function signOut(): void {
  session.value = { signedIn: false };
  localStorage.removeItem(mark);
  location.assign(`${base}/session/sign-out`);
}

interface SessionState {
  session: BrowserSession;
  /** How long it lasts, by the clock of the service, because that of the machine may be wrong. */
  milliseconds: number;
}

/** Undefined without an answer, because a broken connection signs nobody out. */
async function readSession(): Promise<SessionState | undefined> {
  const answer = await client
    .getSession()
    .withResponse()
    .catch(() => undefined);
  if (!answer) return undefined;
  const { body: session, headers } = answer;
  const now = Date.parse(headers.get("date") ?? "");
  return { session, milliseconds: session.signedIn ? Date.parse(session.expiresAt) - now : 0 };
}

function adopt({ session: next, milliseconds }: SessionState, isRenewable: boolean): void {
  const before = session.value?.signedIn ? session.value : undefined;
  // What the page shows and keeps belongs to the other account.
  if (before && next.signedIn && before.accountId !== next.accountId) {
    location.reload();
    return;
  }
  clearTimeout(renewal);
  if (!next.signedIn) {
    localStorage.removeItem(mark);
    if (before) sessionEnd.value = "ended";
    else session.value = next;
    return;
  }
  const isLast = !isRenewable || (sessionEnd.value === "soon" && before?.expiresAt === next.expiresAt);
  session.value = next;
  sessionEnd.value = isLast ? "soon" : undefined;
  localStorage.setItem(mark, "1");
  const wait = Math.max(shortestWait, milliseconds - (isLast ? 0 : renewBefore));
  // A longer time would overflow the timer and end at once.
  renewal = setTimeout(() => void renewSession(), Math.min(wait, 2 ** 31 - 1));
}
