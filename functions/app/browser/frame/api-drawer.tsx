/** The calls that the view has made, as curl and as TypeScript, for those who write programs. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { asCurl, asTypeScript } from "../../../../shared/page/call-text.ts";
import { type MadeCall, madeCalls } from "../data/calls.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { linkTo } from "../router.ts";

export const isApiOpen = signal(false);

const languages = { curl: asCurl, TypeScript: asTypeScript } as const;
type Language = keyof typeof languages;

/** Opening it moves the focus there, and closing it moves the focus back. */
export function ApiDrawer() {
  const [language, setLanguage] = useState<Language>("curl");
  const closeButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!isApiOpen.value) return;
    const before = document.activeElement;
    closeButton.current?.focus();
    return () => before instanceof HTMLElement && before.focus();
  }, [isApiOpen.value]);
  if (!isApiOpen.value) return null;
  return (
    <aside class="drawer" aria-label="Calls of this view">
      <h2>Calls of this view</h2>
      <button
        ref={closeButton}
        type="button"
        class="plain close"
        aria-label="Close"
        data-key="Escape"
        onClick={() => (isApiOpen.value = false)}
      >
        <Icon name="close" />
      </button>
      <p class="quiet">
        Programs send an API key, which you make under <a href={linkTo("/developer")}>Developer</a>.
      </p>
      <Tabs language={language} choose={setLanguage} />
      <div role="tabpanel" id="calls" aria-labelledby={language}>
        {madeCalls.value.length === 0 && <p class="quiet">This view has made no calls yet.</p>}
        <ol>
          {madeCalls.value.map((made) => (
            <CallItem key={made} made={made} text={languages[language](made)} />
          ))}
        </ol>
      </div>
    </aside>
  );
}

/** The arrow keys choose, as in other lists of tabs (ARIA Authoring Practices Guide). With two, both lead to the other one. */
function Tabs({ language, choose }: { language: Language; choose: (language: Language) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      list.current?.querySelector<HTMLElement>("[aria-selected=false]")?.focus();
    }
  };
  return (
    <div role="tablist" aria-label="Language" ref={list}>
      {(Object.keys(languages) as Language[]).map((name) => (
        <button
          key={name}
          id={name}
          type="button"
          role="tab"
          aria-controls="calls"
          aria-selected={name === language}
          tabIndex={name === language ? 0 : -1}
          onFocus={() => choose(name)}
          onClick={() => choose(name)}
          onKeyDown={onKeyDown}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function CallItem({ made, text }: { made: MadeCall; text: string }) {
  return (
    <li>
      <p>
        <code>{made.operation}</code>{" "}
        <span class="quiet">
          {made.status || "no answer"}, {made.milliseconds} ms
        </span>{" "}
        <CopyButton text={text} />
      </p>
      <pre>
        <code>{text}</code>
      </pre>
    </li>
  );
}
