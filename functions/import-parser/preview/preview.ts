/** Joins the rows of a file to contacts, in their order, as a commit of all of them would. */
import { hasDerivedName } from "../../../shared/import/identity/identity.ts";
import { maxCandidates } from "../../../shared/import/identity/lookup-index.ts";
import { decideJoin, type Join } from "../../../shared/import/identity/match.ts";
import { rowMark } from "../../../shared/import/identity/row-identity.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { contactOfRow, joinRow } from "./compared-contact.ts";
import type { PreviewAccount } from "./preview-account.ts";
import { fittingIssue, joinIssues, otherNameIssues } from "./preview-issues.ts";

/** Keeps some 500 bytes of each row, and its compressed notes, to compare later rows with. `standIns`: see `markExisting`. */
export class Preview {
  readonly #account: PreviewAccount;
  readonly #standIns: StandIns;
  /** The first row of each contact that only this preview has made, because a commit knows only the rows. */
  readonly #madeBy = new Map<string, string>();
  #rowCount = 0;

  constructor(account: PreviewAccount, standIns: Map<number, string>) {
    this.#account = account;
    this.#standIns = new StandIns(standIns);
  }

  /** Returns the rows, in their order, with the result of a commit of them after all earlier rows. */
  async compare(rows: readonly ParsedContact[]): Promise<ParsedContact[]> {
    await this.#account.read(rows.filter(({ isValid }) => isValid));
    const compared: ParsedContact[] = [];
    for (const row of rows) {
      // An invalid row has no name to compare. A client may add a name before the commit.
      compared.push(row.isValid ? await this.#compareRow(row) : row);
      this.#rowCount += 1;
    }
    return compared;
  }

  async #compareRow(row: ParsedContact): Promise<ParsedContact> {
    const account = this.#account;
    const mark = rowMark(account.source, row.tempId);
    const importedAs = account.marked(mark);
    if (importedAs !== undefined) return this.#answer(row, importedAs, "import");
    const { join, notSameAs, fitting } = await decideJoin(account, row, row);
    const contact = join ? joinRow(join.contact, row) : contactOfRow(this.#newId(), row, mark);
    account.write(contact, row);

    const who = isMade(contact.id) ? "An earlier row of the same person" : "The contact of this row";
    const issues = join ? joinIssues(join.contact, contact, row, who) : [];
    if (fitting.length > 0) issues.push(fittingIssue(fitting));
    else if (!join || isMade(contact.id)) issues.push(...(await otherNameIssues(account, row)));
    const others = [...new Set(notSameAs.map((id) => this.#madeBy.get(id) ?? id))].slice(0, maxCandidates);
    if (!join) this.#madeBy.set(contact.id, row.tempId);
    const answered = { ...row, notSameAs: others, issues: [...row.issues, ...issues] };
    return this.#answer(answered, contact.id, join?.matchedOn);
  }

  #answer(row: ParsedContact, contactId: string, matchedOn?: Join<unknown>["matchedOn"]): ParsedContact {
    const duplicateInFile = this.#standIns.standFor(contactId, row, this.#rowCount);
    if (matchedOn === undefined || isMade(contactId)) return { ...row, duplicateInFile };
    return { ...row, alreadyExists: true, duplicateOf: { contactId, matchedOn }, duplicateInFile };
  }

  /** The ids of new contacts sort behind all others. */
  #newId(): string {
    return `~${String(this.#madeBy.size + 1).padStart(6, "0")}`;
  }
}

function isMade(contactId: string): boolean {
  return contactId.startsWith("~");
}

/**
 * The row that stands for a contact: the first one with a name. Earlier rows, whose name is only an address, a number or a
 * handle, are its duplicates.
 */
class StandIns {
  readonly #standIns: Map<number, string>;
  /** The `tempId` by contact. */
  readonly #first = new Map<string, string>();
  readonly #unnamed = new Map<string, number[]>();

  constructor(standIns: Map<number, string>) {
    this.#standIns = standIns;
  }

  standFor(contactId: string, row: ParsedContact, at: number): string | null {
    const earlier = this.#first.get(contactId);
    const waiting = this.#unnamed.get(contactId);
    if (earlier !== undefined && waiting === undefined) return earlier;
    if (hasDerivedName(row)) {
      this.#unnamed.set(contactId, [...(waiting ?? []), at]);
      if (earlier === undefined) this.#first.set(contactId, row.tempId);
      return earlier ?? null;
    }
    for (const index of waiting ?? []) this.#standIns.set(index, row.tempId);
    this.#unnamed.delete(contactId);
    this.#first.set(contactId, row.tempId);
    return null;
  }
}
