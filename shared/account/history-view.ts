/** Changes of the history in answers, and the ranges of its pages. */
import { createHash } from "node:crypto";
import { invalid } from "../platform/http/errors.ts";
import { canonicalJson } from "../platform/http/idempotency/idempotency-key.ts";
import { type HistoryRange, historyTime, positionAt, type StoredChange } from "./store/history.ts";

export function changeView(change: StoredChange) {
  const { id, subject, subjectId, contactId, namedId, txid, at, kind, by, via = null, agent, count, members } = change;
  const fields = change.fields.map(({ n: field, b: before = null, a: after = null, t }) => {
    const isPicture = subject === "contact" && field === "avatar";
    const shown = (value: unknown) => (isPicture && value !== null ? "changed" : value);
    return { field, before: shown(before), after: shown(after), ...(t && { truncated: t }) };
  });
  const { added, removed } = members ?? {};
  return {
    ...{ id, subject, subjectId, txid: String(txid), at, kind, by, via, agent },
    contactId: contactId ?? namedId ?? null,
    ...(count !== undefined && { count }),
    fields: added || removed ? [...fields, { field: "members", before: null, after: null, added, removed }] : fields,
  };
}

interface HistoryQuery {
  limit: number;
  next?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** `scope` is everything that the list depends on. Throws `validation_error` for the `next` of another list. */
export function historyRange(query: HistoryQuery, scope: unknown, now: Date): HistoryRange {
  const { limit, next, from, to } = query;
  const earliest = Math.max(now.getTime() - historyTime, from === undefined ? 0 : Date.parse(from));
  // A tilde sorts after every position.
  const end = to === undefined ? "~" : positionAt(Date.parse(to));
  return { from: positionAt(earliest), to: next === undefined ? end : positionOfNext(next, scope), limit };
}

export function encodeNext(position: string | null, scope: unknown): string | null {
  return position && Buffer.from(`${position} ${hashOf(scope)}`).toString("base64url");
}

function positionOfNext(next: string, scope: unknown): string {
  const [position = "", hash] = Buffer.from(next, "base64url").toString().split(" ");
  if (!/^\d{13}-[\da-f-]+$/.test(position) || hash !== hashOf(scope)) {
    throw invalid("query.next", "Must be a `next` of an earlier answer to the same query.");
  }
  return position;
}

function hashOf(scope: unknown): string {
  return createHash("sha256").update(canonicalJson(scope)).digest("base64url").slice(0, 12);
}
