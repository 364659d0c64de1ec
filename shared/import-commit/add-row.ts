/** Adds one row to the transaction of a commit: finds its contact, merges the row into it, and says what became of it. */
import { createContact, type WriteContext } from "../contact/change/apply.ts";
import type { ContactRecord } from "../contact/record.ts";
import { decideJoin } from "../import/identity/match.ts";
import { rowMark } from "../import/identity/row-identity.ts";
import { differingFields } from "../import/merge/differing.ts";
import { exceedsLimits, mergeImported, withLocale } from "../import/merge/merge.ts";
import { isMadeAlike } from "../picture/store-avatar.ts";
import type { CommitAccount } from "./commit-account.ts";
import type { CommitResult } from "./commit-result.ts";
import type { CommitRow, InvalidRow, ValidRow } from "./commit-row.ts";
import type { CommitTransaction } from "./commit-transaction.ts";

export interface RowContext {
  write: WriteContext;
  newContactId: () => string;
}

/** "full" means that the transaction has no room for the row. `index` is its position in the transaction. */
export async function addRow(
  transaction: CommitTransaction,
  commitRow: CommitRow,
  index: number,
  context: RowContext,
): Promise<CommitResult | "full"> {
  const { account, joins } = transaction;
  const { tempId } = commitRow;
  if ("fault" in commitRow) return skipped(commitRow);
  const importedAs = account.marked(rowMark(account.source, tempId));
  if (importedAs !== undefined) {
    const contactId = account.aliases.survivorOf(importedAs);
    if (!transaction.meet(contactId, index)) return "full";
    return { tempId, status: "skipped", contactId, code: "already_imported" };
  }

  const { row } = commitRow;
  const join = await findJoin(account, commitRow);
  if (!join && !transaction.hasRoomForContact) return skipped({ tempId, fault: "contact_limit_reached" });
  if (join && !transaction.meet(join.id, index)) return "full";
  const merged = join ? mergeImported(join, row, context.write) : newContact(account.accountId, commitRow, context);
  const after = withPicture(merged, commitRow.picture, context.write);
  const groups = joins.propose(after.id, row.groupLabels);
  // The lists of a row have room in a new contact, because the schema of rows has the same limits.
  const isLimited = (join !== undefined && exceedsLimits(join, row)) || groups.isLimited;
  const isChanged = after !== join || groups.numbers.length > 0;
  // A row whose values did not all fit is not marked as committed, so that another commit can add the rest.
  const isDone = !join || !isLimited;
  if ((isDone || isChanged) && !transaction.write(after, groups, index, isDone ? commitRow : undefined)) return "full";

  const contactId = after.id;
  const limited = isLimited ? ({ code: "limits_reached" } as const) : {};
  const avatar = avatarResult(after, commitRow);
  if (!join) return { tempId, status: "imported", contactId, ...limited, ...avatar };
  const fields = [
    ...differingFields(after, row.contact),
    ...(isOtherPicture(after, commitRow.picture) ? ["avatar"] : []),
  ];
  const details = { ...limited, ...(fields.length > 0 && { differing: fields }), ...avatar };
  if (!isChanged) return { tempId, status: "skipped", contactId, code: "unchanged", ...details };
  return { tempId, status: "updated", contactId, ...details };
}

export function skipped({ tempId, fault, details }: InvalidRow): CommitResult {
  return { tempId, status: "skipped", code: fault, ...(details && { details }) };
}

/** The contact that has the external id of the row, or that is the same person. */
async function findJoin(account: CommitAccount, row: ValidRow): Promise<ContactRecord | undefined> {
  const { contact } = row.row;
  const owner = contact.externalId == null ? undefined : account.owners.get(contact.externalId);
  return owner === undefined ? (await decideJoin(account, row, contact)).join?.contact : account.get(owner);
}

function newContact(accountId: string, { row }: ValidRow, { write, newContactId }: RowContext): ContactRecord {
  return withLocale(createContact(accountId, newContactId(), row.contact, write), row, write);
}

/** The contact keeps the picture that it has. */
function withPicture(contact: ContactRecord, picture: string | undefined, { now }: WriteContext): ContactRecord {
  if (picture === undefined || contact.photoVersion !== null) return contact;
  return { ...contact, photoVersion: picture, updatedAt: now.toISOString() };
}

function avatarResult(
  { photoVersion }: ContactRecord,
  { picture, pictureFault }: ValidRow,
): Pick<CommitResult, "avatar"> {
  if (pictureFault !== undefined) return { avatar: pictureFault };
  if (picture === undefined) return {};
  return { avatar: photoVersion === picture ? "taken" : "kept" };
}

function isOtherPicture({ photoVersion }: ContactRecord, picture: string | undefined): boolean {
  if (picture === undefined || photoVersion === null) return false;
  return !isMadeAlike(photoVersion, picture);
}
