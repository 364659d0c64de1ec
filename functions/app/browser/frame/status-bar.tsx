/** The bars that say what keeps the page from working: a broken connection, and the end of the session. */
import { ask } from "../data/change-feed.ts";
import { isOffline } from "../data/connection.ts";
import { session, sessionEnd } from "../data/session.ts";
import { SignInLink } from "../parts/sign-in-link.tsx";

export function StatusBar() {
  const expiresAt = session.value?.signedIn ? new Date(session.value.expiresAt) : undefined;
  return (
    <div role="status">
      {isOffline.value && (
        <p class="status">
          You are offline, or the service can't be reached. What you see may be old. The page tries again by itself.{" "}
          <button type="button" onClick={ask}>
            Try again
          </button>
        </p>
      )}
      {sessionEnd.value === "ended" && (
        <p class="status">
          Your session has ended. What you have typed stays here: <SignInLink /> in another tab, and come back.
        </p>
      )}
      {sessionEnd.value === "soon" && (
        <p class="status quiet">
          Your session ends at {expiresAt?.toLocaleTimeString([], { timeStyle: "short" })}, because your sign-in service
          does not renew it. <SignInLink />
        </p>
      )}
    </div>
  );
}
