/**
 * Writes chosen rows of an import: new people become contacts, known ones are completed, and no row is taken over
 * twice.
 */
import { createContact, type WriteContext } from "../contact/apply.ts";
import type { ContactRecord } from "../contact/record.ts";
import { AppError, type ErrorCode, type ErrorDetail } from "../http/errors.ts";
import { isMadeAlike } from "../pictures/store-avatar.ts";
import type { FindPlace } from "../places/find-place.ts";
import { getAccountHead } from "../table/account.ts";
import { type RetryPolicy, type WritePlan, type Written, writeAccount } from "../table/account-write.ts";
import { maxContacts, nextContactId, planContacts } from "../table/contact-write.ts";
import type { Store } from "../table/store.ts";
import type { CommitRow, FaultyRow, PictureLost } from "./commit-row.ts";
import { differingFields } from "./differing.ts";
import { type CommitDraft, startDraft } from "./draft.ts";
import { exceedsLimits, type ImportedRow, mergeImported } from "./merge.ts";
import type { ImportSource } from "./parsed-contact.ts";

export interface CommitResult {
  tempId: string;
  status: "imported" | "updated" | "skipped";
  contactId?: string;
  /**
   * Of a skipped row: `already_imported`, `unchanged` (the contact has all that the row says), or the code of its
   * fault. Of any row: `limits_reached`, when the contact's lists had no room for all that the row says; it is answered
   * again, or what it says is taken, when a row that met a contact is sent again.
   */
  code?: "already_imported" | "unchanged" | "limits_reached" | ErrorCode;
  /** Of a faulty row: its faults. */
  details?: ErrorDetail[];
  /** Of a row that met a contact: fields of which it says something else, and that were left as they are. */
  differing?: string[];
  /**
   * Of a row with a picture: it is the avatar now, or the contact kept its own, or it could not be read, or the storage
   * has it no more.
   */
  avatar?: "taken" | "kept" | PictureLost;
}

export interface CommitParts {
  store: Store;
  now: () => Date;
  newId: () => string;
  findPlace: FindPlace;
  retry?: RetryPolicy;
}

/**
 * In as few transactions as the rows fit into, in their order. What a transaction reads lies inside its plan, so that
 * rows of commits that run side by side meet each other. A crash between two leaves whole contacts with their marks:
 * the same commit sent again does the rest.
 */
export async function commitRows(
  { store, now, newId, findPlace, retry }: CommitParts,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
): Promise<{ results: CommitResult[]; txid: string }> {
  const results: CommitResult[] = [];
  let txid: string;
  do {
    const left = rows.slice(results.length);
    const write = writeAccount(
      store,
      accountId,
      async (head, version): Promise<WritePlan<CommitResult[]>> => {
        const time = now();
        const draft = await startDraft({ store, accountId, source, version, head, now: time, newId }, left);
        const context = { now: time, newId, defaults: head, findPlace };
        const create = (row: ImportedRow) => newContact(accountId, nextContactId(head, newId()), row, context);
        const planned: CommitResult[] = [];
        for (const row of left) {
          const created = planned.filter(({ status }) => status === "imported").length;
          const hasRoom = head.contactCount + created < maxContacts;
          const result = await takeRow(draft, row, hasRoom ? create : undefined, context);
          if (result === "full") break;
          planned.push(result);
        }
        const contacts = planContacts(store, head, draft.changes(), { txid: version, now: time });
        const joins = await draft.joins.plan(contacts.head, version);
        return { actions: [...contacts.actions, ...joins.actions], head: joins.head, result: planned };
      },
      retry,
    );
    const written = await write.catch((fault) => skipForStorage(fault, left, store, accountId));
    if (written.result.length === 0) throw new Error("a row does not fit into a transaction of its own");
    results.push(...written.result);
    txid = written.txid;
  } while (results.length < rows.length);
  return { results, txid };
}

/** An account whose storage is full takes none of the rows that are left; those before them are written. */
async function skipForStorage(
  fault: unknown,
  left: readonly CommitRow[],
  store: Store,
  accountId: string,
): Promise<Written<CommitResult[]>> {
  if (!(fault instanceof AppError && fault.code === "storage_limit_reached")) throw fault;
  const { txid } = await getAccountHead(store, accountId);
  const result = left.map((row) => skipped("fault" in row ? row : { tempId: row.tempId, fault: fault.code }));
  return { result, txid: String(txid) };
}

/** "full": the transaction has no room left for this row. Without `create`, the account has none for another contact. */
async function takeRow(
  draft: CommitDraft,
  given: CommitRow,
  create: ((row: ImportedRow) => ContactRecord) | undefined,
  context: WriteContext,
): Promise<CommitResult | "full"> {
  const { tempId } = given;
  if ("fault" in given) return skipped(given);
  const known = draft.importedAs(tempId);
  if (known !== undefined) return { tempId, status: "skipped", contactId: known, code: "already_imported" };

  const { row } = given;
  const match = await draft.findMatch(given);
  const before = match ?? create?.(row);
  if (!before) return skipped({ tempId, fault: "contact_limit_reached" });
  const merged = match ? mergeImported(match, row, context) : before;
  const after = withPicture(merged, given.picture, context);
  const joining = draft.proposeGroups(after.id, row.groupLabels);
  const isLimited = exceedsLimits(before, row) || joining.isLimited;
  const isChanged = after !== match || joining.numbers.length > 0;
  // What had no room is left for another commit of the row: it tells so again, or finds the room that was made.
  const isDone = !match || !isLimited;
  if ((isDone || isChanged) && !draft.write(after, joining, isDone ? given : undefined)) return "full";

  const contactId = after.id;
  const limited = isLimited ? ({ code: "limits_reached" } as const) : {};
  const avatar = avatarResult(after, given);
  if (!match) return { tempId, status: "imported", contactId, ...limited, ...avatar };
  const fields = [...differingFields(after, row.contact), ...(isOtherPicture(after, given.picture) ? ["avatar"] : [])];
  const told = { ...limited, ...(fields.length > 0 && { differing: fields }), ...avatar };
  if (!isChanged) return { tempId, status: "skipped", contactId, code: "unchanged", ...told };
  return { tempId, status: "updated", contactId, ...told };
}

function skipped({ tempId, fault, details }: FaultyRow): CommitResult {
  return { tempId, status: "skipped", code: fault, ...(details && { details }) };
}

function newContact(accountId: string, id: string, row: ImportedRow, context: WriteContext): ContactRecord {
  return mergeImported(createContact(accountId, id, row.contact, context), row, context);
}

/** Never in the place of one that the contact has. */
function withPicture(contact: ContactRecord, picture: string | undefined, { now }: WriteContext): ContactRecord {
  if (picture === undefined || contact.photoVersion !== null) return contact;
  return { ...contact, photoVersion: picture, updatedAt: now.toISOString() };
}

function avatarResult(
  { photoVersion }: ContactRecord,
  { picture, pictureLost }: { picture?: string; pictureLost?: PictureLost },
): Pick<CommitResult, "avatar"> {
  if (pictureLost !== undefined) return { avatar: pictureLost };
  if (picture === undefined) return {};
  return { avatar: photoVersion === picture ? "taken" : "kept" };
}

function isOtherPicture({ photoVersion }: ContactRecord, picture: string | undefined): boolean {
  if (picture === undefined || photoVersion === null) return false;
  return !isMadeAlike(photoVersion, picture);
}
