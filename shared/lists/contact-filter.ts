/** Many contacts by what they have in common: the filter of bulk deletes, and of members of groups and tags. */
import * as z from "zod";
import type { ImportFiles } from "../files/import-files.ts";
import { AppError } from "../http/errors.ts";
import { rowMark } from "../imports/row-identity.ts";
import { readRowIds } from "../imports/rows.ts";
import type { MembershipReader } from "../labels/membership-reader.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { AccountHead } from "../table/account.ts";
import { getImport, type ImportRecord, listParsedImports } from "../table/import.ts";
import { findCreatedIds } from "../table/imported-rows.ts";
import type { Store } from "../table/store.ts";
import { line } from "../text/schema.ts";
import { labelledIds } from "./labelled.ts";
import { maxSearch } from "./list-query.ts";

const id = z.uuid("Must be a UUID").toLowerCase();

/** Ids that a filter may leave out. */
const maxExcludedIds = 10_000;

/** Absent conditions do not count, so that an empty filter means all contacts. */
export const contactFilter = z.strictObject({
  search: line(maxSearch)
    .min(1, "Must not be blank: without it the filter means all contacts")
    .optional()
    .describe("As of GET /contacts; refused when blank"),
  keepInTouch: z
    .literal(true, "Must be true or left out: false would not narrow the filter")
    .optional()
    .describe("Only contacts with `keepFrequencyDays`; `false` is refused"),
  groupId: id.optional().describe("Only contacts of this group"),
  tagId: id.optional().describe("Only contacts with this tag"),
  importId: id
    .optional()
    .describe(
      "Only contacts that this import created; an import is known for a day, then it is 404 `import_not_found`",
    ),
});

export const excludedIds = z.array(id).max(maxExcludedIds, `At most ${maxExcludedIds} ids`);

export interface FilterParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
  importFiles: ImportFiles;
  now: () => Date;
}

export interface FilteredContacts {
  filter?: z.output<typeof contactFilter> | undefined;
  excludeIds?: readonly string[] | undefined;
}

/**
 * As the account is at the head, or a moment later; the oldest first. Throws `group_not_found`, `tag_not_found` or
 * `import_not_found`.
 */
export async function findFiltered(
  parts: FilterParts,
  head: AccountHead,
  { filter = {}, excludeIds = [] }: FilteredContacts,
): Promise<string[]> {
  const { search = null, keepInTouch = false, importId } = filter;
  const among = await labelledIds(parts, head, filter);
  const created = importId === undefined ? undefined : await createdBy(parts, head, importId);
  const excluded = new Set(excludeIds);
  const index = await parts.indexes.load(head);
  return index
    .find({ search, keepInTouch, ...(among && { among }) }, { order: "createdAt", descending: false })
    .filter((id) => !excluded.has(id) && (created?.has(id) ?? true));
}

/**
 * The contacts that this import created. A row may be the same in several files, and a commit does not say which of
 * them it means: the contact is the last one's that was parsed by then. So undoing an import never takes a contact that
 * is older than it, or that came with a later one.
 */
async function createdBy(
  { store, importFiles, now }: FilterParts,
  { accountId, contactCount }: AccountHead,
  importId: string,
): Promise<Set<string>> {
  const time = now();
  const record = await getImport(store, accountId, importId, time);
  if (!record) throw new AppError("import_not_found");
  const rowsOf = async (of: ImportRecord) => {
    return (await readRowIds(importFiles, of)).map((tempId) => rowMark(of.source, tempId));
  };
  const wanted = { rows: await rowsOf(record), start: rowMark(record.source, "") };
  const created = await findCreatedIds(store, accountId, wanted, contactCount);
  const others = await listParsedImports(store, accountId, time);
  const later = others.filter(({ source, createdAt }) => source === record.source && createdAt > record.createdAt);
  const firstSeen = Date.parse(record.createdAt);
  const ids = new Map([...created].filter(([, id]) => createdTime(id) >= firstSeen));
  for (const other of later) {
    if (ids.size === 0) break;
    const from = Date.parse(other.createdAt);
    for (const row of await rowsOf(other)) if (createdTime(ids.get(row)) >= from) ids.delete(row);
  }
  return new Set(ids.values());
}

/** Milliseconds since the epoch, of which an id of version 7 begins with 48 bits (RFC 9562, 5.7). */
function createdTime(id: string | undefined): number {
  return id === undefined ? Number.NaN : Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
