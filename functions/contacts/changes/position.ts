/** Positions in the changes of contacts, which are in the order of their `txid`s and, within a write, of the ids. */
import { invalid } from "../../../shared/platform/http/errors.ts";
import { requireReached } from "../../../shared/platform/http/input/page-query.ts";

export interface Position {
  /** The `txid` of the last change before the position. */
  txid: number;
  /** The contact of this change; null if all changes of the write are before the position. */
  contactId: string | null;
}

export interface Reading {
  position: Position;
  /** A mirror had no contact before this `txid`, or all deletions up to it. */
  deletionsAfter: number;
}

/** Throws `validation_error` for a position that isn't one, or isn't one of this account yet. */
export function readingOf(query: { since: number; next?: string | undefined }, txid: number): Reading {
  const { since, next } = query;
  if (next !== undefined) {
    const reading = decodeReading(next);
    if (!reading) throw invalid("query.next", "Must be a `next` of an earlier answer.");
    requireReached(Math.max(reading.position.txid, reading.deletionsAfter), txid, "query.next");
    return reading;
  }
  requireReached(since, txid);
  return { position: { txid: since, contactId: null }, deletionsAfter: since === 0 ? txid : since };
}

/** An opaque text for URLs. */
export function encodeReading({ position, deletionsAfter }: Reading): string {
  const { txid, contactId } = position;
  return Buffer.from([deletionsAfter, txid, contactId ?? ""].join(" ")).toString("base64url");
}

function decodeReading(text: string): Reading | undefined {
  const decoded = Buffer.from(text, "base64url").toString();
  const [, deletionsAfter, txid, contactId] = /^(\d{1,15}) (\d{1,15}) ([\da-f-]{36})?$/.exec(decoded) ?? [];
  if (deletionsAfter === undefined) return undefined;
  return {
    position: { txid: Number(txid), contactId: contactId ?? null },
    deletionsAfter: Number(deletionsAfter),
  };
}

export function isAfter(change: { id: string; txid: number }, { txid, contactId }: Position): boolean {
  return change.txid > txid || (change.txid === txid && contactId !== null && change.id > contactId);
}

/** The `txid` up to which all changes are before the position. */
export function wholeTxid({ txid, contactId }: Position): number {
  return contactId === null ? txid : txid - 1;
}
