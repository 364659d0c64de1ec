/**
 * An account with a model: every write changes both, and all pages are compared. Two processes with separate memories are
 * used by turns, so that each one must notice the writes of the other. A process is regularly replaced by a new one.
 */
import { expect } from "vitest";
import type { ContactAnswer, ContactSelection } from "../../../shared/contact/answer/answer.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../contact/contact-calls.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { anotherProcess } from "../process/database-proxy.ts";
import type { FreshTable } from "../process/stack.ts";
import { ListModel, type ModelBody, type ModelContact } from "../search/list-model.ts";
import type { ListedWrite } from "../search/listed-contact.ts";

type ListRoute = "list" | "select";
type ListedQuery = { sort?: string; keepInTouch?: string; search?: string };

const year = 365 * 24 * 3600 * 1000;
/** The number of turns after which a process is replaced by a new one. */
const turnsOfProcess = 11;

type Calls = ReturnType<typeof contactCalls>;

export class ModelledAccount {
  readonly model = new ListModel();
  private readonly table: FreshTable;
  private readonly accountId: string;
  private readonly stores: readonly Store[];
  private readonly files = memoryAccountFiles();
  private readonly processes: Calls[];
  private turns = 0;
  /** Every write takes a second. */
  private time = Date.now();
  /** The `txid` of the last write. */
  private txid = 0;

  private constructor(table: FreshTable, accountId: string) {
    this.table = table;
    this.accountId = accountId;
    this.stores = [0, 1].map(() => anotherProcess(table.host, table.store.tableName));
    this.processes = this.stores.map((store) => this.startProcess(store));
  }

  /** An account with contacts, of which every second one is a year old. */
  static async open(table: FreshTable, bodies: readonly ModelBody[]): Promise<ModelledAccount> {
    const account = new ModelledAccount(table, await seedAccount(table.store));
    const records = bodies.map((body, at) => {
      const createdAt = new Date(account.time - (at % 2) * year);
      const record = { ...recordOf(account.accountId, body), createdAt: createdAt.toISOString() };
      account.model.create(record.id, body, createdAt);
      return record;
    });
    await storeAll(table.store, account.accountId, records);
    return account;
  }

  /** Returns the contact before and after the write; nothing if no contact exists to write to. */
  async write(write: ListedWrite): Promise<ModelContact[]> {
    this.time += 1_000;
    const { model } = this;
    if (write.does === "create") {
      const { body, txid } = await this.next.create(write.body);
      this.txid = Number(txid);
      model.create(body.contact.id, write.body, new Date(this.time));
      return model.contacts.slice(-1);
    }
    const before = model.contacts[write.at % Math.max(1, model.contacts.length)];
    if (!before) return [];
    const patch = write.does === "patch" ? write.patch : undefined;
    const { txid } = patch ? await this.next.patch(before.id, patch) : await this.next.remove(before.id);
    this.txid = Number(txid);
    if (patch) model.patch(before.id, patch);
    else model.remove(before.id);
    return [before, ...model.contacts.filter(({ id }) => id === before.id)];
  }

  /** Compares all pages with the model. The limits are used by turns. */
  async expectPages(query: ListedQuery, limits: readonly number[], route: ListRoute = "list"): Promise<void> {
    const seen: string[] = [];
    let total: number | undefined;
    for (let page = 0; total === undefined || seen.length < total; page++) {
      const limit = limits[page % limits.length] ?? 1;
      const { contacts, totalCount } = await this.expectPage(query, { limit, offset: seen.length, total }, route);
      seen.push(...contacts);
      total = totalCount;
    }
    const where = JSON.stringify({ ...query, limits, route });
    expect(this.namesOf(seen), where).toEqual(this.namesOf(this.model.select(query).map(({ id }) => id)));
  }

  /** Checks that the page at the end is empty and has the right counts. */
  async expectEnd(query: ListedQuery, offset: number, route: ListRoute = "list"): Promise<void> {
    const { contacts } = await this.expectPage(query, { limit: 7, offset, total: undefined }, route);
    expect(contacts).toEqual([]);
  }

  private async expectPage(
    query: ListedQuery,
    { limit, offset, total }: { limit: number; offset: number; total: number | undefined },
    route: ListRoute,
  ): Promise<{ contacts: string[]; totalCount: number }> {
    const { body, txid } = await this.next[route]({ ...query, limit: String(limit), offset: String(offset) });
    const { totalCount } = body.pagination;
    const search = query.search?.trim() || null;
    const expected = total ?? totalCount;
    expect(body.pagination).toEqual({
      hasMore: offset + limit < expected,
      limit,
      offset,
      search,
      sort: query.sort ?? (search === null ? "nameAsc" : null),
      totalCount: expected,
    });
    expect(body.contacts.length).toBe(Math.max(0, Math.min(limit, expected - offset)));
    expect(Number(txid)).toBeGreaterThanOrEqual(this.txid);
    if ("stats" in body) expect(body.stats).toEqual(this.model.stats(new Date(this.time)));
    for (const contact of body.contacts) this.expectShown(contact, route);
    return { contacts: body.contacts.map(({ id }) => id), totalCount };
  }

  private expectShown(contact: ContactAnswer | ContactSelection, route: ListRoute): void {
    const body = this.bodyOf(contact.id);
    if (!body) throw new Error("a contact is listed that is not in the model");
    const { firstName, lastName, middleName, headline, location } = body;
    const short = { id: contact.id, firstName, lastName, middleName, headline, location };
    if (route === "list") expect(contact).toMatchObject({ ...short, ...body, myself: false });
    else expect(contact).toEqual({ ...short, avatar: null, myself: false });
  }

  /** The ids with the names, which make a difference readable. */
  private namesOf(ids: readonly string[]): string[] {
    return ids.map((id) => `${id} ${this.bodyOf(id)?.firstName} ${this.bodyOf(id)?.lastName}`);
  }

  private bodyOf(id: string): ModelBody | undefined {
    return this.model.contacts.find((contact) => contact.id === id)?.body;
  }

  private startProcess(store: Store): Calls {
    const now = () => new Date(this.time);
    const indexes = createContactIndexes({ store, files: this.files, now, log: () => undefined });
    return contactCalls(store, this.accountId, { now, indexes });
  }

  /** The process that was not used for the last call. */
  private get next(): Calls {
    const at = ++this.turns % this.processes.length;
    const store = this.stores[at] ?? this.table.store;
    const process = this.turns % turnsOfProcess === 0 ? undefined : this.processes[at];
    this.processes[at] = process ?? this.startProcess(store);
    return this.processes[at];
  }
}
