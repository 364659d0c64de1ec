/** The calls that the view has made, as curl and as TypeScript, for those who write programs. */
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { asCurl, asTypeScript } from "../../../../shared/page/call-text.ts";
import { type MadeCall, madeCalls } from "../data/calls.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { linkTo } from "../router.ts";

export const isApiOpen = signal(false);

const languages = { curl: asCurl, TypeScript: asTypeScript } as const;

export function ApiDrawer() {
  const [language, setLanguage] = useState<keyof typeof languages>("curl");
  if (!isApiOpen.value) return null;
  return (
    <aside class="drawer" aria-label="Calls of this view">
      <header>
        <h2>Calls of this view</h2>
        <div role="tablist" aria-label="Language">
          {(Object.keys(languages) as (keyof typeof languages)[]).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === language}
              onClick={() => setLanguage(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <button type="button" class="plain" aria-label="Close" onClick={() => (isApiOpen.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      {madeCalls.value.length === 0 && <p class="quiet">This view has made no calls yet.</p>}
      <p class="quiet">
        Programs send an API key, which you make under <a href={linkTo("/developer")}>Developer</a>.
      </p>
      <ol>
        {madeCalls.value.map((made) => (
          <CallItem key={made} made={made} text={languages[language](made)} />
        ))}
      </ol>
    </aside>
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
