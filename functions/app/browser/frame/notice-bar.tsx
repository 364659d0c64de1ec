/** The bar that says what happened: the latest change with its undo. */
import { useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { linkTo } from "../router.ts";
import { attempt, closeNotice, notice, notify } from "./notices.ts";

export function NoticeBar() {
  const { text, link, undo, isFault } = notice.value ?? {};
  const [isUndoing, setUndoing] = useState(false);
  const takeBack = async () => {
    if (!undo || isUndoing) return;
    setUndoing(true);
    const text = await attempt(async () => {
      const answer = await undo();
      return typeof answer === "string" ? answer : "Undone.";
    });
    setUndoing(false);
    if (text) notify({ text });
  };
  return (
    <div class="notices" role="status">
      {text !== undefined && (
        <div class={isFault ? "notice fault" : "notice"}>
          <p>
            {text} {link && <a href={linkTo(link.path)}>{link.text}</a>}
          </p>
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
