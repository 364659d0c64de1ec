/** The contents of an export, and the keys of its objects in the account bucket. */
import { createHash } from "node:crypto";
import type { SortOrder } from "../contact-list/list-query.ts";
import type { AvatarVariant } from "../picture/avatar-variants.ts";
import type { CardVersion } from "../vcard/own-names.ts";

export const exportFormats = ["vcard", "csv", "json"] as const;

/** The filter and the order of a list. */
export interface ExportedList {
  search: string | null;
  keepInTouch: boolean;
  groupId?: string | undefined;
  tagId?: string | undefined;
  /** Only those of these contacts that the filter finds. */
  ids?: readonly string[] | undefined;
  sort?: SortOrder | undefined;
}

/** The contacts of a list in one format, or the whole account. */
export type ExportRequest =
  | ({ kind: "contacts"; list: ExportedList } & (
      | { format: "vcard"; version: CardVersion }
      | { format: "csv" }
      | { format: "json"; avatar: AvatarVariant }
    ))
  | { kind: "account" };

/** Equal requests have equal names. */
export function nameOfRequest(request: ExportRequest): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(request)))
    .digest("base64url")
    .slice(0, 32);
}

/** Objects are written with their keys in order, so that equal requests are equal texts. Absent and undefined are the same. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, inner]) => [name, sorted(inner)]).filter(([, inner]) => inner !== undefined);
}

/** Below this prefix, each account has its exports. */
export const exportPrefix = "exports/";
/** The ending of the objects that start the worker. The files of an export have other endings. */
export const exportRequestSuffix = ".request";

export interface ExportLocation {
  accountId: string;
  exportId: string;
}

/** The key of the object that starts the worker, and that stays until the export has ended. */
export function exportRequestKey(location: ExportLocation): string {
  return `${folderOf(location)}${exportRequestSuffix}`;
}

/** The key of a file of the export. */
export function exportFileKey(location: ExportLocation, fileName: string): string {
  return `${folderOf(location)}/${fileName}`;
}

function folderOf({ accountId, exportId }: ExportLocation): string {
  return `${exportPrefix}${accountId}/${exportId}`;
}

/** Undefined for a key that `exportRequestKey` doesn't make. */
export function parseExportRequestKey(key: string): ExportLocation | undefined {
  const [, accountId, exportId] = /^exports\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.request$/.exec(key) ?? [];
  return accountId === undefined || exportId === undefined ? undefined : { accountId, exportId };
}
