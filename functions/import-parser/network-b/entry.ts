/** Entries of a list of accounts, in every form since 2021. */
import { chooseName, type FoundAccount, followLink, handleIn, isLink, type Said } from "./account.ts";
import { isClosedAccount } from "./closed-accounts.ts";
import { isRecord, type JsonRecord, saidMembers, textIn } from "./json-record.ts";
import { readLabelValues } from "./label-values.ts";

/** The members that make an object an entry. */
export const entryKeys: ReadonlySet<string> = new Set([
  ...["title", "string_list_data", "media_list_data"],
  ...["label_values", "timestamp", "media", "fbid", "href", "value"],
]);

/**
 * The accounts of an entry: none when it names nobody (where an account is gone, `string_list_data` is empty, or has a
 * placeholder), null when it is no entry of an export.
 */
export function readEntry(entry: unknown): FoundAccount[] | null {
  if (!isRecord(entry)) return null;
  if (Array.isArray(entry.label_values)) return readLabelValues(entry, entry.label_values);
  const items = entry.string_list_data;
  if (Array.isArray(items)) return items.flatMap((item) => accountOf(entry, item));
  if (items === undefined && ["title", "href", "value"].some((key) => typeof entry[key] === "string")) {
    return accountOf(entry, entry);
  }
  return isRecord(entry.string_map_data) ? [] : null;
}

/** The value form (link and value), the title form (title and link), and what lies between them. */
function accountOf(entry: JsonRecord, item: unknown): FoundAccount[] {
  if (!isRecord(item)) return [];
  const link = followLink(textIn(item, "href"));
  if (link.to === "nobody") return [];
  const texts: Said[] = ["value", "title"].map((property) => {
    return { property, text: textIn(property === "title" ? entry : item, property) };
  });
  const handle = link.to === "account" ? link.handle : firstHandle(texts);
  const { name, withoutPlace } = chooseName(handle, texts);
  if (handle === "" && name === "") return [];
  if (isClosedAccount({ handle, isLinked: link.to === "account", texts: texts.map(({ text }) => text) })) return [];
  if (link.to === "elsewhere") withoutPlace.push("href");
  withoutPlace.push(...saidMembers(entry, known), ...(item === entry ? [] : saidMembers(item, known)));
  return [{ handle, name, time: item.timestamp ?? entry.timestamp, withoutPlace }];
}

const known = new Set(["title", "string_list_data", "href", "value", "timestamp", "fbid"]);

/** A link may stand where a handle should. */
function firstHandle(texts: readonly Said[]): string {
  for (const { text } of texts) {
    const link = isLink(text) ? followLink(text) : null;
    const handle = link === null ? handleIn(text) : link.to === "account" ? link.handle : "";
    if (handle !== "") return handle;
  }
  return "";
}
