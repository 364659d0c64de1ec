/** What the steps of an import share: headings, progress, and what helps with a file that can't be read. */
import { useEffect, useRef } from "preact/hooks";
import { base, linkTo } from "../router.ts";
import { type FileKind, fileKinds } from "./file-kinds.ts";

/** The heading of a step. It gets the focus whenever its text changes, so that a screen reader says where the page is. */
export function Heading({ text }: { text: string }) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Until the person does something, the focus stays where the browser has it.
    if (navigator.userActivation.hasBeenActive) element.current?.focus();
  }, [text]);
  return (
    <h1 ref={element} tabIndex={-1}>
      {text}
    </h1>
  );
}

/** A bar for `done` of `total`, which moves without an end while the total is not known. */
export function Progress({
  label,
  done,
  total,
  text,
}: {
  label: string;
  done?: number;
  total?: number;
  text?: string;
}) {
  return (
    <p class="progress" role="status">
      {label}
      <span class="quiet">{text ?? (total && `${(done ?? 0).toLocaleString()} of ${total.toLocaleString()}`)}</span>
      <progress aria-label={label} {...(total ? { value: done, max: total } : {})} />
    </p>
  );
}

export function AnotherFile() {
  return (
    <p class="actions">
      <a class="button" href={linkTo("/import")}>
        Choose another file
      </a>
    </p>
  );
}

/** `again(kind)` sends the same files as another kind. It is absent after the page was loaded again. */
export function FileHelp({ again }: { again: ((kind: FileKind) => void) | undefined }) {
  return (
    <>
      <AnotherFile />
      {again && (
        <p>
          <label>
            Read the file as another kind{" "}
            <select value="" onChange={({ currentTarget }) => again(currentTarget.value as FileKind)}>
              <option value="" disabled>
                Choose a kind
              </option>
              {Object.entries(fileKinds).map(([kind, text]) => (
                <option key={kind} value={kind}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <details open>
        <summary>What a good file looks like</summary>
        <ul>
          <li>
            An address book is exported as vCard (.vcf): in the contacts of a phone, a mail program or a webmail, choose
            “Export” or “Share”. Its first line is <code>BEGIN:VCARD</code>.
          </li>
          <li>A photo network sends an archive: ask it for JSON, not for HTML, and import the ZIP as it is.</li>
          <li>If a file is too large, export fewer people at once. A single file may have 5 GB and 50,000 people.</li>
          <li>
            Programs also import tables: see the <a href={`${base}/docs/guides/imports`}>guide to imports</a>.
          </li>
        </ul>
        <p>
          <a href={`${base}/docs/import-issues`}>What each message about a row means</a>
        </p>
      </details>
    </>
  );
}
