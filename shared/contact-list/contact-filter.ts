/** The filter of bulk deletions, and of members of groups and tags. */
import * as z from "zod";
import type { AccountHead } from "../account/store/account.ts";
import { loadAliases } from "../contact/store/aliases.ts";
import { rowMark } from "../import/identity/row-identity.ts";
import { getImport, type ImportRecord, listParsedImports } from "../import/store/import.ts";
import type { ImportFiles } from "../import/store/import-files.ts";
import { createMarkFinder } from "../import/store/imported-rows.ts";
import { readRowIds } from "../import/store/row-states.ts";
import { findLabelled, type MembershipReader } from "../label/membership-reader.ts";
import { once } from "../platform/config/once.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AppError } from "../platform/http/errors.ts";
import { exactlyOne, namedObject } from "../platform/http/route/named-schema.ts";
import { filledLine, uuid } from "../platform/text/schema.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import { maxSearch } from "./list-query.ts";

/** The largest number of ids that a filter may exclude. */
const maxExcludedIds = 10_000;

/** An empty filter means all contacts. */
export const contactFilter = namedObject("ContactFilter", () => ({
  search: filledLine(maxSearch, "Must not be blank: without it the filter means all contacts")
    .optional()
    .describe("As of GET /contacts; refused when blank"),
  keepInTouch: z
    .literal(true, "Must be true or left out: false would not narrow the filter")
    .optional()
    .describe("Only contacts with `keepFrequencyDays`; `false` is refused"),
  groupId: uuid().optional().describe("Only contacts of this group"),
  tagId: uuid().optional().describe("Only contacts with this tag"),
  importId: uuid()
    .optional()
    .describe(
      "Only contacts that this import created; an import is known for a day, then it is 404 `import_not_found`",
    ),
}));

export const excludedIds = once(() => z.array(uuid()).max(maxExcludedIds, `At most ${maxExcludedIds} ids`));

/** Refuses a body unless it has either the ids of contacts, in the field `name`, or a filter. */
export function requireIdsOrFilter<Name extends string>(name: Name) {
  return (
    body: { [Key in Name]?: unknown } & { filter?: unknown; excludeIds?: unknown },
    { addIssue }: z.core.$RefinementCtx,
  ) => {
    const message = `Must have either ${name} or filter`;
    if ((body[name] === undefined) === (body.filter === undefined)) addIssue({ code: "custom", path: [], message });
    else if (body[name] && body.excludeIds) {
      addIssue({ code: "custom", path: ["excludeIds"], message: `Belongs to a filter, not to ${name}` });
    }
  };
}

/** The rule of `requireIdsOrFilter`, for the API description. */
export function eitherIdsOrFilter(name: string) {
  return {
    ...exactlyOne(name, "filter"),
    dependentRequired: { excludeIds: ["filter"] },
  };
}

export interface FilterParts {
  store: Store;
  indexes: ContactIndexes;
  memberships: MembershipReader;
  importFiles: ImportFiles;
  now: () => Date;
}

export interface FilteredContacts {
  filter?: z.output<ReturnType<typeof contactFilter>> | undefined;
  excludeIds?: readonly string[] | undefined;
}

/**
 * The ids of the contacts that meet all conditions, the oldest first, as the account is at the head or a moment later.
 * Throws `group_not_found`, `tag_not_found` or `import_not_found`.
 */
export async function findFiltered(
  parts: FilterParts,
  head: AccountHead,
  { filter = {}, excludeIds = [] }: FilteredContacts,
): Promise<string[]> {
  const { search = null, keepInTouch = false, importId } = filter;
  const among = await findLabelled(parts, head, filter);
  const created = importId === undefined ? undefined : await createdBy(parts, head, importId);
  const { survivorOf } = await loadAliases(parts.store, head);
  // Who excludes a merged contact does not mean to change the one that it is a part of.
  const excluded = new Set(excludeIds.map((id) => survivorOf(id)));
  const index = await parts.indexes.load(head);
  return index
    .find({ search, keepInTouch, ...(among && { among }) }, { order: "createdAt", descending: false })
    .filter((id) => !excluded.has(id) && (created?.has(id) ?? true));
}

/**
 * The contacts that this import created. Several files may have the same row, and a commit doesn't say which of them it
 * means, so the contact belongs to the last file that was parsed before. Undoing an import never deletes a contact that is
 * older, or that a later import created.
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
  const findCreated = createMarkFinder({ store, accountId, source: record.source, contactCount, createdOnly: true });
  const created = await findCreated(await rowsOf(record));
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

/** The first 48 bits of a UUID of version 7: milliseconds since the epoch (RFC 9562, section 5.7). */
function createdTime(id: string | undefined): number {
  return id === undefined ? Number.NaN : Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
