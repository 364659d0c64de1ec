/** The lists of accounts in one JSON file of an export. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { fewerAtOnce } from "../fewer-at-once.ts";
import { type FoundAccount, handleIn } from "./account.ts";
import { isClosedHandle } from "./closed-accounts.ts";
import { entryKeys, readEntry } from "./entry.ts";
import { readJson } from "./json-events.ts";
import type { JsonPlace } from "./json-walker.ts";
import { type ListKind, listOfKey } from "./lists.ts";
import { repairMojibake } from "./mojibake.ts";
import { asUtf8 } from "./utf8.ts";

export interface ListTaker {
  /** A list is there; it may turn out empty. */
  list(kind: ListKind): void;
  /** An entry of it, and the accounts that it names: none where the account is gone. */
  entry(kind: ListKind, accounts: readonly FoundAccount[], line: number): void;
}

/** What was in a file beside its lists. */
export interface FileShape {
  /** A list without a name around it, of which the file's name said nothing. */
  hasUnnamedList: boolean;
  /** Elements of lists that are no entries of an export. */
  strangers: number;
}

/** The only list that exports write without its name. */
const unnamedList = "followers";
/** Elements of a list in an entry that comes in parts: as many as an import may have rows. Its parts, and such entries of a file. */
const maxElements = 50_000;
const maxParts = 20;
const maxSingleEntries = 20;

/**
 * Hands over the lists of a file, in whatever form they are: the entries of a bare list and of an entry that is the
 * whole file belong to `named`, else to the followers. Throws ImportFileError for what is no JSON.
 */
export async function readListFile(
  bytes: AsyncIterable<Uint8Array>,
  named: ListKind | null,
  take: ListTaker,
): Promise<FileShape> {
  const shape: FileShape = { hasUnnamedList: false, strangers: 0 };
  const single = new SingleEntries();

  const unnamed = (): ListKind => {
    shape.hasUnnamedList ||= named === null;
    return named ?? unnamedList;
  };
  const takeEntry = (kind: ListKind, entry: unknown, line: number) => {
    const accounts = readEntry(entry);
    if (accounts === null) shape.strangers += 1;
    take.entry(kind, accounts ?? [], line);
  };

  await readJson(asUtf8(bytes), {
    opened({ key, line }, holds) {
      const kind = key === null ? (holds === "list" ? unnamed() : null) : listOfKey(key);
      if (kind !== null) take.list(kind);
      else if (key !== null && holds === "list" && listParts.has(key)) single.begin(key, line);
    },
    value(place, value) {
      const { key, inner, line } = place;
      if (key === null) return takeEntry(unnamed(), value, line);
      const kind = listOfKey(key);
      if (kind === null) {
        if (entryKeys.has(key)) single.add(null, key, place, value);
      } else if (inner === null) takeEntry(kind, value, line);
      else if (key.startsWith("relationships_")) single.add(kind, inner, place, value);
      else take.entry(kind, flatAccount(inner, value), line);
    },
  });
  for (const { kind, entry, line } of single.all()) {
    if (kind === null) take.list(unnamed());
    takeEntry(kind ?? unnamed(), entry, line);
  }
  return shape;
}

/** The form of 2020: handles as names, times as values. */
function flatAccount(name: string, time: unknown): FoundAccount[] {
  const handle = handleIn(repairMojibake(name));
  return handle === "" || isClosedHandle(handle) ? [] : [{ handle, name: "", time, withoutPlace: [] }];
}

/** A list of one is sometimes written as its only entry, whose parts come one after the other. */
class SingleEntries {
  private readonly entries = new Map<string, { kind: ListKind | null; parts: Map<string, unknown>; line: number }>();

  /** A list of the entry that is the file, which may turn out empty. */
  begin(part: string, line: number): void {
    this.partsOf(null, "", line).set(part, []);
  }

  /** `part` is the member of the entry; a value of a list is one of its elements. */
  add(kind: ListKind | null, part: string, { key, line }: JsonPlace, value: unknown): void {
    const parts = this.partsOf(kind, kind === null ? "" : (key ?? ""), line);
    const elements = parts.get(part);
    if (kind === null && Array.isArray(elements)) {
      if (elements.length === maxElements) {
        const message = `An import may have ${maxElements.toLocaleString("en")} accounts. ${fewerAtOnce.network_b}`;
        throw new ImportFileError("too_many_rows", message);
      }
      elements.push(value);
    } else if (parts.size < maxParts || parts.has(part)) parts.set(part, value);
  }

  all() {
    return [...this.entries.values()].map(({ kind, parts, line }) => ({
      kind,
      entry: Object.fromEntries(parts),
      line,
    }));
  }

  private partsOf(kind: ListKind | null, name: string, line: number): Map<string, unknown> {
    const known = this.entries.get(name);
    if (known) return known.parts;
    const parts = new Map<string, unknown>();
    if (this.entries.size < maxSingleEntries) this.entries.set(name, { kind, parts, line });
    return parts;
  }
}

const listParts = new Set(["string_list_data", "media_list_data", "label_values", "media"]);
