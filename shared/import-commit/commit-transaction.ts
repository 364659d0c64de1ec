/** One transaction of a commit: the contacts, groups and results of as many rows as fit into it. */
import type { Change } from "../account/change.ts";
import type { AccountHead } from "../account/store/account.ts";
import { maxPlanActions, type PlanPart } from "../account/store/account-write.ts";
import type { ContactRecord } from "../contact/record.ts";
import { contactHistory } from "../contact-change/contact-history.ts";
import {
  contactWriteActions,
  historyActions,
  maxCommonActions,
  maxContacts,
  planContacts,
} from "../contact-change/contact-write.ts";
import { rowMark } from "../import/identity/row-identity.ts";
import { addMarks, personMark } from "../import/identity/row-marks.ts";
import { bytesOfActions, type Store, type WriteAction } from "../platform/dynamodb/store.ts";
import { CommitAccount, type KnownAccount } from "./commit-account.ts";
import type { CommitResult } from "./commit-result.ts";
import type { CommitRow, ValidRow } from "./commit-row.ts";
import { type GroupJoin, type GroupJoins, startJoins } from "./group-joins.ts";
import { maxReceiptActions, type ReceiptWriter } from "./receipt-writer.ts";
import { type RowChanges, startRowChanges } from "./row-changes.ts";

export interface TransactionScope {
  store: Store;
  head: AccountHead;
  /** The `txid` of the transaction, which is the version of its contacts. */
  version: number;
  /** Where its results are recorded, with actions of the transaction. */
  receipt: ReceiptWriter | undefined;
  now: Date;
  newId: () => string;
}

/** The bytes of the contacts of a transaction as JSON. DynamoDB accepts 4 MB, of which a part of a receipt takes up to 400 KB. */
const maxTransactionBytes = 3.3 * 1000 * 1000;

interface SizedChange {
  before: ContactRecord | null;
  after: ContactRecord;
  /** The actions of the transaction that write it. They are made once, because a contact is compressed for them. */
  actions: readonly WriteAction[];
  bytes: number;
}

/** Reads the groups of the contacts that these rows can meet, and what earlier undos left of them. */
export async function startTransaction(
  scope: TransactionScope,
  known: KnownAccount,
  rows: readonly CommitRow[],
): Promise<CommitTransaction> {
  const { aliases, contacts, marks } = known;
  const labels = rows.flatMap((row) => ("row" in row ? row.row.groupLabels : []));
  const joins = await startJoins(scope, labels, contacts.keys());
  const rowChanges = await startRowChanges({ ...scope, aliases }, [...contacts.keys(), ...marks.values()]);
  return new CommitTransaction(scope, new CommitAccount(known), joins, rowChanges);
}

export class CommitTransaction {
  /** The account as the rows of this transaction leave it. */
  readonly account: CommitAccount;
  readonly joins: GroupJoins;
  readonly #rowChanges: RowChanges;
  readonly #scope: TransactionScope;
  readonly #changes = new Map<string, SizedChange>();

  constructor(scope: TransactionScope, account: CommitAccount, joins: GroupJoins, rowChanges: RowChanges) {
    this.#scope = scope;
    this.account = account;
    this.joins = joins;
    this.#rowChanges = rowChanges;
  }

  /** Whether the account may have another contact. */
  get hasRoomForContact(): boolean {
    const created = this.#all().filter(({ before }) => before === null).length;
    return this.#scope.head.contactCount + created < maxContacts;
  }

  /**
   * Notes that the row with this index meets a contact that was there before. Returns false when the transaction would be
   * too large.
   */
  meet(contactId: string, row: number): boolean {
    if (this.#rowChanges.leftOf(contactId).length === 0) return true;
    if (!this.#fits(this.#all(), this.joins.actionsWith() + this.#rowChanges.actionsWith(contactId))) return false;
    this.#rowChanges.meet(contactId, row);
    return true;
  }

  /**
   * Adds the contact to the transaction, as the row with this index changes it, and, if `row` is there, marks it as
   * committed. Returns false, and adds nothing, when the transaction would be too large.
   */
  write(contact: ContactRecord, join: GroupJoin, index: number, row?: ValidRow): boolean {
    const { account } = this;
    const { id } = contact;
    const known = account.contacts.get(id) ?? null;
    const earlier = this.#changes.get(id);
    const before = earlier ? earlier.before : known;
    const marks = row ? this.#freeMarks(id, row) : [];
    const createdByRow = before ? contact.createdByRow : (contact.createdByRow ?? marks[0] ?? null);
    const importedRows = row ? addMarks(contact.importedRows, marks, createdByRow) : contact.importedRows;
    const after = { ...contact, version: this.#scope.version, importedRows, createdByRow };
    const actions = contactWriteActions(this.#scope.store, before, after, this.#scope.head);
    const bytes = bytesOfActions(actions) + Buffer.byteLength(JSON.stringify(contactHistory([{ before, after }])));
    const change = { before, after, actions, bytes };
    const all = [...this.#all().filter((each) => each !== earlier), change];
    if (!this.#fits(all, this.joins.actionsWith(join) + this.#rowChanges.actionsWith(id))) return false;
    this.#changes.set(id, change);
    this.#rowChanges.add(known, after, { row: index, labels: join.numbers });
    this.joins.accept(join);
    account.write(after, marks);
    return true;
  }

  /** The plan of the rows with these results. Undefined if the results do not fit into a part of the receipt. */
  async plan(results: readonly CommitResult[]): Promise<PlanPart | undefined> {
    const { store, head, version, receipt, now } = this.#scope;
    const made = {
      results: [...results],
      changes: this.#rowChanges.ofRows(results.length),
      groups: this.joins.createdIds(),
    };
    const recorded = receipt ? await receipt.plan(made, now, { read: head.txid, written: version }) : [];
    if (!recorded) return undefined;
    const receiptId = receipt?.receiptId();
    const via = receiptId === undefined ? undefined : ({ kind: "import", id: receiptId } as const);
    const count = receipt?.jobCount?.();
    const origin = { kind: "imported", via, inActivity: count === undefined } as const;
    const own = this.#all().flatMap(({ actions }) => actions);
    const contacts = planContacts(store, head, this.#all(), { txid: version, now, own }, origin);
    const joins = await this.joins.plan(contacts.head, version);
    const changes: Change[] = [...contacts.changes];
    if (changes.length > 0 && receiptId !== undefined && count !== undefined) {
      const job = { id: receiptId, count };
      changes.push({ subject: "contact", subjectId: receiptId, kind: "imported", via, fields: [], job });
    }
    const held = this.#rowChanges.planHolding(joins.head, results.length, receiptId);
    return {
      actions: [...contacts.actions, ...joins.actions, ...recorded, ...held.actions],
      head: held.head,
      events: [...contacts.events, ...joins.events],
      changes,
    };
  }

  #all(): SizedChange[] {
    return [...this.#changes.values()];
  }

  /**
   * The mark of the row, and that of its person, which is an item of its own: only the first of two contacts with the same
   * name or UID has it.
   */
  #freeMarks(contactId: string, row: ValidRow): string[] {
    const { source, marks } = this.account;
    const person = personMark(source, row, row.row.contact);
    const isFree = person !== undefined && (marks.get(person) ?? contactId) === contactId;
    return [rowMark(source, row.tempId), ...(isFree ? [person] : [])];
  }

  /** Leaves room for the actions of the search log, the due index and the receipt. */
  #fits(changes: readonly SizedChange[], otherActions: number): boolean {
    const reserved = maxCommonActions + (this.#scope.receipt ? maxReceiptActions : 0);
    const countOf = ({ actions }: SizedChange) => actions.length + historyActions;
    return (
      changes.reduce((count, change) => count + countOf(change), otherActions) <= maxPlanActions - reserved &&
      changes.reduce((sum, { bytes }) => sum + bytes, 0) <= maxTransactionBytes
    );
  }
}
