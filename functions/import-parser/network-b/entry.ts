/** This module reads entries of account lists in all formats that exports have used since 2020. */
import { Buffer, isUtf8 } from "node:buffer";
import { normaliseHandle, platformOfUrl } from "../../../shared/contact/reach/handles.ts";

export interface FoundAccount {
  /** The handle is spelled as in the file, and empty if the entry has only a name. */
  handle: string;
  /** The display name of the account is empty if the file has none. */
  name: string;
  /** The file's value, not yet parsed, says when the account was added to the list. */
  time: unknown;
  /** These are the file's names of values that fit no field of a contact. */
  unmapped: string[];
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A text of an entry, and the file's name for it. */
interface NamedText {
  property: string;
  text: string;
}

/**
 * Returns the accounts of an entry. The list is empty for a value that is no entry, and for an entry without an account:
 * deleted accounts have an empty `string_list_data`.
 */
export function readEntry(entry: unknown): FoundAccount[] {
  if (!isRecord(entry)) return [];
  if (Array.isArray(entry.label_values)) return readLabelValues(entry, entry.label_values);
  const items = entry.string_list_data ?? [entry];
  return Array.isArray(items) ? items.filter(isRecord).flatMap((item) => readItem(entry, item)) : [];
}

/** Whether a value is an entry, also outside of a list: the network writes a list of one entry without the list. */
export function isEntry(value: unknown): value is JsonRecord {
  return isRecord(value) && [value.string_list_data, value.label_values].some(Array.isArray);
}

/** Whether an entry without an account has a value nevertheless. Those of deleted accounts have only empty lists. */
export function hasContent(entry: unknown): boolean {
  return !isEntry(entry) && !isEmpty(entry);
}

/** Reads the value form (link and value), the title form (title and link) and combinations of both. */
function readItem(entry: JsonRecord, item: JsonRecord): FoundAccount[] {
  const texts = [textOf(item, "href"), textOf(item, "value"), textOf(entry, "title")];
  const handle = linkedHandle(texts) ?? texts.map(({ text }) => handleIn(text)).find((each) => each !== "") ?? "";
  const name = texts.find(({ text }) => isName(text, handle) && !plainHandle.test(text));
  const further = [...unreadMembers(entry), ...(item === entry ? [] : unreadMembers(item))];
  return accountOf(texts, handle, name, item.timestamp, further);
}

/**
 * Reads the form of 2026, which has a link, a name and a handle with labels in the owner's language. The handle comes
 * after the name, so the last text that looks like a handle is the handle.
 */
function readLabelValues(entry: JsonRecord, labelValues: readonly unknown[]): FoundAccount[] {
  const texts = labelValues.filter(isRecord).map((each): NamedText => {
    return { property: textOf(each, "label").text, text: textOf(each, "value").text };
  });
  const last = texts.findLast(({ text }) => handleIn(text) !== "");
  const handle = linkedHandle(texts) ?? handleIn(last?.text ?? "");
  const name = texts.find(({ text }) => isName(text, handle));
  return accountOf(texts, handle, name, entry.timestamp, unreadMembers(entry));
}

function accountOf(
  texts: readonly NamedText[],
  handle: string,
  name: NamedText | undefined,
  time: unknown,
  further: readonly string[],
): FoundAccount[] {
  if (handle === "" && name === undefined) return [];
  const unmapped = texts.filter((each) => each !== name && isFurther(each.text, handle) && !isOfNetwork(each.text));
  return [
    {
      handle,
      name: (name?.text ?? "").slice(0, longestName).trim(),
      time,
      unmapped: [...unmapped.map(({ property }) => property), ...further],
    },
  ];
}

/** The limit exceeds the longest name of a contact, so that the normaliser reports what it cuts. */
const longestName = 1_000;

/** The network writes handles in lower case, so a text with capitals is probably a name. */
const plainHandle = /^[a-z0-9._]{1,30}$/;

/** Returns the text if it is a handle, else an empty text. */
function handleIn(text: string): string {
  return plainHandle.test(text.toLowerCase()) && /[a-z0-9_]/i.test(text) ? text : "";
}

function linkedHandle(texts: readonly NamedText[]): string | undefined {
  const links = texts.filter(({ text }) => isOfNetwork(text));
  return links.map(({ text }) => normaliseHandle("network_b", text)).find((handle) => handle !== null) ?? undefined;
}

/** True if the text is a link to the network's pages. */
function isOfNetwork(text: string): boolean {
  return text.includes("/") && platformOfUrl(text) === "network_b";
}

function isName(text: string, handle: string): boolean {
  return isFurther(text, handle) && !/^https?:\/\//i.test(text);
}

/** True if the text is neither blank nor the handle. */
function isFurther(text: string, handle: string): boolean {
  return text !== "" && text.toLowerCase() !== handle.toLowerCase();
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the repaired and trimmed text of a member, or an empty text if the member has none. */
function textOf(record: JsonRecord, property: string): NamedText {
  const value = Object.hasOwn(record, property) ? record[property] : undefined;
  return { property, text: typeof value === "string" ? repairMojibake(value).trim() : "" };
}

/** The members of an entry that this module reads. */
export const readMembers: ReadonlySet<string> = new Set([
  "title",
  "string_list_data",
  "href",
  "value",
  "timestamp",
  "fbid",
  "label_values",
]);

/** Returns the names of members that have a value but are not read by this module. */
function unreadMembers(record: JsonRecord): string[] {
  const keys = Object.keys(record).filter((key) => !readMembers.has(key) && !isEmpty(record[key]));
  return keys.map(repairMojibake);
}

/** Empty texts, lists and objects, null, false and zero count as no value. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;
}

/**
 * Repairs text that the export wrote one UTF-8 byte at a time, such as `\u00c3\u00b6` for `ö`. Other text is not
 * changed, because some files are encoded correctly.
 */
export function repairMojibake(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}
