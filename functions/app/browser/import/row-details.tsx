/** The details of a row: its issues, all its values, and what they would change in the contact that it joins. */
import type { ImportIssue, Source } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import type { PreviewRow } from "./preview-rows.ts";
import { describeRow } from "./row-values.ts";

/** A sign and a word, because colour is never the only sign. */
const words = { error: "✕ Error", warning: "! Warning", info: "i Note" } as const;

export function Severity({ severity }: { severity: ImportIssue["severity"] }) {
  return <span class={`mark ${severity}`}>{words[severity]}</span>;
}

interface RowDetailsProps {
  source: Source;
  importId: string;
  row: PreviewRow;
  /** The name of the row whose duplicate it is. */
  standIn: string | null;
}

export function RowDetails({ source, importId, row, standIn }: RowDetailsProps) {
  const { body, error, refresh } = useAnswer("getImportRow", { source, importId, tempId: row.tempId });
  if (!body) return error ? <ErrorMessage error={error} retry={refresh} /> : <p class="quiet">The row is loading.</p>;
  const { row: contact, comparison } = body;
  return (
    <>
      {standIn && (
        <p>
          The same person as <strong>{standIn}</strong> in this file: it joins the same contact, and brings what that
          lacks.
        </p>
      )}
      {Object.keys(words).map((severity) =>
        contact.issues
          .filter((issue) => issue.severity === severity)
          .map((issue) => (
            <p key={issue}>
              <Severity severity={issue.severity} /> {issue.message} <span class="quiet">{originOf(issue)}</span>
            </p>
          )),
      )}
      {contact.groups.length > 0 && <p>Joins the groups: {contact.groups.join(", ")}.</p>}
      {comparison && <p class="quiet">What would change in your contact. Its other values stay.</p>}
      {comparison?.limitsReached && <p>The lists of your contact have no room for all values of this row.</p>}
      {row.contactId && !comparison && <p class="quiet">The contact that it met has been deleted since.</p>}
      <dl class="values">
        {describeRow(contact, comparison).map(({ label, brings, has, outcome }) => (
          <div key={label}>
            <dt class="quiet">{label}</dt>
            <dd>{brings.join("\n") || "–"}</dd>
            {outcome && <dd class="quiet">{`You have: ${has.join("\n") || "–"}`}</dd>}
            {outcome && <dd class={outcome.kind}>{outcome.text}</dd>}
          </div>
        ))}
      </dl>
    </>
  );
}

/** Where the issue is in the file. */
function originOf({ property, line }: ImportIssue): string {
  const origin = [property, line !== undefined && `line ${line}`].filter(Boolean).join(", ");
  return origin && `(${origin})`;
}
