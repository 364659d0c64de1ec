/**
 * The history of an account: an item (`CH#`) for each change of one subject in one write, in the transaction of the change, so that a
 * change is in the history exactly if it was made. Its key has the contact, so that one query reads a contact's changes. Its entry in
 * `byInteraction` has all changes of the account, and a relationship has a second one in `byName`, for its other contact. A position is the time
 * of the write (never before that of the write before), its `txid` and a number, so positions are unique and in the order of the writes.
 *
 * A usual change costs 3 write units (2 for the item, 1 for its entry), a relationship 4, each further kilobyte 3. An import on the server,
 * its undo, and a deletion or a restore of many contacts write an item for each contact that no index has (2), and one for the job, which each transaction replaces
 * with the count so far (3). 5,000 contacts with 20,000 changes a month store about 20 MB, entries included.
 *
 * A global index would not show the change that was just made, the stream of the table has no author, and long values in the table would cost
 * 40 units for 20,000 characters, an object as much as 8. A rule of the bucket removes the objects after 31 days, because a run would have to find
 * out which changes still name them.
 */
import { createHash } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { parse } from "uuid";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { readFirst, type TableItem, type TableQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { type Author, currentAuthor } from "../../platform/http/author.ts";
import { unavailable } from "../../platform/http/errors.ts";
import {
  type Change,
  type FieldChange,
  isLongValue,
  type MemberChunks,
  shownPart,
  type Via,
  valueHash,
} from "../change.ts";
import type { AccountHead } from "./account.ts";
import { longValueKey } from "./account-keys.ts";

/** How a change of a field is stored. */
export interface StoredField {
  /** The name of the field. */
  n: string;
  /** What is shown of the value before, and of the one after; absent if only the name is stored. */
  b?: unknown;
  a?: unknown;
  /** The hash of the value after. */
  h?: string;
  /** The key of the object with the whole value before, if `b` has only its start. */
  o?: string;
  /** Whether `a` or `b` has only the start of its value. */
  t?: true;
}

/** A change as it is read. */
export interface StoredChange extends Omit<Change, "fields" | "job" | "inActivity" | "made"> {
  id: string;
  txid: number;
  /** ISO 8601 in UTC. */
  at: string;
  by: Pick<Author, "kind" | "id" | "label">;
  agent: boolean;
  fields: readonly StoredField[];
  /** The contacts of a job. */
  count?: number;
  madeHash?: string;
  /** Whether the activity has it. */
  isListed: boolean;
}

/**
 * The attributes of an item. Their names are short, because they are a good part of most items, and of their entries in
 * the index. An item also has the author's id (`b`) and label (`l`), `via` (`v`), and the subject's id (`i`) if that is
 * not the id of the contact.
 */
const attributes = {
  subject: "s",
  kind: "k",
  namedId: "c",
  agent: "g",
  txid: "x",
  fields: "f",
  members: "m",
  count: "q",
  createdAt: "d",
  trashedAt: "t",
  madeHash: "w",
} as const satisfies Partial<Record<keyof StoredChange, string>>;
const names = Object.keys(attributes) as (keyof typeof attributes)[];

/** Milliseconds for which a change is shown. */
export const historyTime = 30 * 24 * 3600 * 1000;
/** Seconds after which items may be removed, so that an undo that just began finds them. */
const margin = 3600;
const parallelQueries = 16;
const keyStart = "CH#";
const [timeDigits, txidDigits, indexDigits] = [13, 12, 3];

/** The position of a time, before all changes of the same millisecond. */
export function positionAt(milliseconds: number): string {
  return String(milliseconds).padStart(timeDigits, "0");
}

/** A position after all changes of earlier writes, and before those of later ones. `now` is in milliseconds since the epoch. */
export function positionOfWrite({ writtenAt }: AccountHead, txid: number, now: number): string {
  return [positionAt(Math.max(now, writtenAt)), String(txid).padStart(txidDigits, "0")].join("-");
}

function jobPosition(id: string): string {
  return `${positionAt(Number.parseInt(id.replace("-", "").slice(0, 12), 16))}-${id}`;
}

/** The id of the change of a job, or of a call with several writes, which has no contact. */
export function jobChangeId(id: string): string {
  return `${jobPosition(id)}_`;
}

interface PlannedHistory {
  actions: WriteAction[];
  /** To be written before the transaction. */
  objects: { key: string; content: Uint8Array }[];
}

/** `now` is in milliseconds since the epoch. Positions are in the order of the writes, also if a clock goes back. */
export function planHistory(
  { tableName }: Store,
  head: AccountHead,
  changes: readonly Change[],
  { txid, now }: { txid: number; now: number },
): PlannedHistory {
  const { accountId } = head;
  const { id: b, label, agent } = currentAuthor();
  const objects: PlannedHistory["objects"] = [];
  const keep = keeper(accountId, objects);
  const ofWrite = positionOfWrite(head, txid, now);
  const actions = changes.map((change, index): WriteAction => {
    const { subjectId, contactId = "", relatedId, via, job, members, made, inActivity = true } = change;
    const position = job ? jobPosition(job.id) : [ofWrite, String(index).padStart(indexDigits, "0")].join("-");
    const stored: { [Name in keyof typeof attributes]?: unknown } = {
      ...change,
      ...{ agent, txid, count: job?.count },
      fields: change.fields.map((field) => storedField(field, keep)),
      members: members && storedMembers(members, keep),
      madeHash: made === undefined ? undefined : valueHash(made),
    };
    const Item = {
      ...changeKey(accountId, contactId, position),
      ...(inActivity && { interactionKey: keyStart + position }),
      ...(relatedId !== undefined && { nameKey: `${keyStart}${relatedId}#${position}` }),
      ...(subjectId !== contactId && { i: subjectId }),
      b,
      ...(label !== null && { l: label }),
      ...(via && { v: `${via.kind}#${via.id}` }),
      ...Object.fromEntries(names.flatMap((name) => (isBlank(stored[name]) ? [] : [[attributes[name], stored[name]]]))),
      expiresAt: Math.ceil((timeOf(position) + historyTime) / 1000) + margin,
    };
    return { Put: { TableName: tableName, Item } };
  });
  return { actions, objects };
}

/** What is not stored. */
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
}

/** Returns the key of the object that will have these bytes. It is made of them, so that another attempt writes the same object. */
function keeper(accountId: string, objects: PlannedHistory["objects"]) {
  return (content: Uint8Array): string => {
    const key = longValueKey(accountId, createHash("sha256").update(content).digest("base64url"));
    objects.push({ key, content });
    return key;
  };
}

/** Writes the long values of changes, before the transaction that names them. Throws `service_unavailable`. */
export async function putLongValues({ putLongValue }: Store, objects: PlannedHistory["objects"]): Promise<void> {
  for (const { key, content } of objects) {
    if (!putLongValue) throw new Error("the store of a function that changes long values needs the account bucket");
    await putLongValue(key, content).catch((fault: unknown) => {
      throw unavailable(fault);
    });
  }
}

function storedField({ field, before, after }: FieldChange, keep: (content: Uint8Array) => string): StoredField {
  if (before === undefined && after === undefined) return { n: field };
  const isCut = isLongValue(before) || isLongValue(after);
  return {
    ...{ n: field, b: shownPart(before) ?? null, a: shownPart(after) ?? null, h: valueHash(after ?? null) },
    ...(isLongValue(before) && { o: keep(Buffer.from(JSON.stringify(before))) }),
    ...(isCut && { t: true }),
  };
}

/** The ids in an item, in bytes. */
const maxMemberBytes = 2_000;

/** The contacts of a restore, which each of its transactions names, with the object to be written before the first one. */
export function planMembers(accountId: string, contactIds: readonly string[]) {
  const objects: PlannedHistory["objects"] = [];
  const ids = [Buffer.concat(contactIds.map((id) => parse(id)))];
  return { members: storedMembers({ added: 0, removed: 0, ids }, keeper(accountId, objects)), objects };
}

function storedMembers({ ids, ...counts }: MemberChunks, keep: (content: Uint8Array) => string): MemberChunks {
  const stored = ids.map((chunk) => {
    return typeof chunk === "string" || chunk.byteLength <= maxMemberBytes ? chunk : keep(chunk);
  });
  return { ...counts, ids: stored };
}

function changeKey(accountId: string, contactId: string, position: string) {
  return { pk: accountPartition(accountId), sk: `${keyStart}${contactId}#${position}` };
}

function timeOf(position: string): number {
  return Number(position.slice(0, timeDigits));
}

/** The position in the id of a change. */
export function changePosition(id: string): string {
  return id.slice(0, id.indexOf("_"));
}

function changeFromItem(item: TableItem): StoredChange {
  const { sk, i, b, l, v, nameKey, interactionKey } = item as Record<string, string | undefined>;
  const [, contactId = "", position = ""] = sk?.split("#") ?? [];
  const [viaKind, viaId = ""] = v?.split("#") ?? [];
  const relatedId = nameKey?.split("#")[1];
  const found = names.flatMap((name) => (item[attributes[name]] === undefined ? [] : [[name, item[attributes[name]]]]));
  const id = b ?? "";
  return {
    ...{ agent: false, fields: [] },
    ...(Object.fromEntries(found) as Pick<StoredChange, "subject" | "kind" | "txid">),
    ...{ id: `${position}_${contactId}`, subjectId: i ?? contactId, at: new Date(timeOf(position)).toISOString() },
    ...(contactId !== "" && { contactId }),
    ...(relatedId !== undefined && { relatedId }),
    by: { kind: id === "session" || id === "service" ? id : "key", id, label: l ?? null },
    isListed: interactionKey !== undefined,
    ...(v !== undefined && { via: { kind: viaKind as Via["kind"], id: viaId } }),
  };
}

/** Consistently reads a change by its id; undefined if there is none. */
export async function getChange(store: Store, accountId: string, id: string): Promise<StoredChange | undefined> {
  const [position = "", contactId = ""] = id.split("_");
  const Key = changeKey(accountId, contactId, position);
  const { Item } = await store.client.send(new GetCommand({ TableName: store.tableName, Key, ConsistentRead: true }));
  return Item && changeFromItem(Item);
}

/**
 * The job with the number of its contacts after a transaction that changes `more` of them. Without `before`, the number until now, its
 * change is read.
 */
export async function countedJob(store: Store, accountId: string, id: string, more: number, before?: number) {
  const count = before ?? (await getChange(store, accountId, jobChangeId(id)))?.count ?? 0;
  return { id, count: count + more };
}

/** The account of a history, and whether contacts have relationships in it. */
export type HistoryOwner = Pick<AccountHead, "accountId" | "hasRelationships">;

/** `from` is included and `to` is not. Both are positions. */
export interface HistoryRange {
  from: string;
  to: string;
  limit: number;
}

export interface HistoryPage {
  changes: StoredChange[];
  /** The position of the last change, if there may be more. */
  next: string | null;
}

/** Consistently reads the changes of an account, newest first. */
export async function readActivity(store: Store, accountId: string, range: HistoryRange): Promise<HistoryPage> {
  return pageOf(await readChanges(store, rangeQuery(accountId, "interactionKey", keyStart, range), range), range);
}

/**
 * Consistently reads the changes of a contact, newest first, in two queries for each of its ids, of which it has several after a merge:
 * its own, and those of relationships in which it is the other contact.
 */
export async function readContactHistory(
  store: Store,
  owner: HistoryOwner,
  contactIds: readonly string[],
  range: HistoryRange,
): Promise<HistoryPage> {
  const queries = contactIds.flatMap((id) => contactQueries(owner, id, range));
  // There may be hundreds of ids after merges.
  const found = await mapInParallel(queries, parallelQueries, (query) => readChanges(store, query, range));
  // Both contacts of a relationship may be one since a merge.
  const byId = new Map(found.flat().map((change) => [change.id, change]));
  const all = [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  return pageOf(all, range);
}

/** The queries of a contact's own changes and of those of relationships in which it is the other contact. */
export function contactQueries(
  { accountId, hasRelationships }: HistoryOwner,
  contactId: string,
  range: Pick<HistoryRange, "from" | "to">,
): TableQuery[] {
  const attributes = ["sk", ...(hasRelationships ? (["nameKey"] as const) : [])] as const;
  return attributes.map((attribute) => rangeQuery(accountId, attribute, `${keyStart}${contactId}#`, range));
}

const indexes = { sk: undefined, interactionKey: "byInteraction", nameKey: "byName" } as const;

function rangeQuery(
  accountId: string,
  attribute: keyof typeof indexes,
  start: string,
  { from, to }: Pick<HistoryRange, "from" | "to">,
): TableQuery {
  const IndexName = indexes[attribute];
  return {
    ...(IndexName && { IndexName }),
    KeyConditionExpression: "pk = :pk AND #sort BETWEEN :from AND :to",
    ExpressionAttributeNames: { "#sort": attribute },
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":from": start + from, ":to": start + to },
    ConsistentRead: true,
    ScanIndexForward: false,
  };
}

/** BETWEEN includes its end, so one item more is read. */
async function readChanges(
  store: Store,
  query: TableQuery,
  { from, to, limit }: HistoryRange,
): Promise<StoredChange[]> {
  // DynamoDB refuses a range whose end comes before its start.
  if (from >= to) return [];
  const changes = (await readFirst(store, query, limit + 2)).map(changeFromItem);
  return changes.filter(({ id }) => changePosition(id) < to);
}

function pageOf(found: readonly StoredChange[], { limit }: HistoryRange): HistoryPage {
  const changes = found.slice(0, limit);
  const last = changes.at(-1);
  return { changes, next: found.length > limit && last ? changePosition(last.id) : null };
}
