/** The bars that say what happened: the latest change with its undo, and a lost connection. */
import { useState } from "preact/hooks";
import { refreshAll } from "../data/answers.ts";
import { isOffline } from "../data/calls.ts";
import { Icon } from "../parts/icon.tsx";
import { attempt, closeNotice, notice, notify } from "./notices.ts";

export function NoticeBar() {
  const { text, undo, isFault } = notice.value ?? {};
  const [isUndoing, setUndoing] = useState(false);
  const takeBack = async () => {
    if (!undo || isUndoing) return;
    setUndoing(true);
    const isDone = await attempt(async () => {
      await undo();
      return true;
    });
    setUndoing(false);
    if (isDone) notify({ text: "Undone." });
  };
  return (
    <div class="notices" role="status">
      {text !== undefined && (
        <div class={isFault ? "notice fault" : "notice"}>
          <p>{text}</p>
          {undo && (
            <button type="button" onClick={takeBack} disabled={isUndoing} data-key="u">
              Undo
            </button>
          )}
          <button type="button" class="plain" aria-label="Close the message" onClick={closeNotice}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}

export function OfflineBar() {
  return (
    <div role="status">
      {isOffline.value && (
        <p class="offline">
          You are offline, or the service can't be reached. What you see may be old.{" "}
          <button type="button" onClick={refreshAll}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
