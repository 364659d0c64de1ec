/**
 * A model of lists by the contract: contacts in a plain array, which is sorted and filtered for every query. It shares no code
 * with the service.
 */
import { comparePlain, plainText } from "./plain-letters.ts";
import { type ModelBody, type SearchVerdict, searchVerdict } from "./search-model.ts";

export interface ModelContact {
  id: string;
  body: ModelBody;
  createdAt: Date;
}

/** The contacts that must be found, and those that may be found, because the contract does not decide some searches. */
export interface ModelSelection {
  certain: ModelContact[];
  possible: ModelContact[];
  verdicts: ReadonlyMap<string, SearchVerdict>;
}

export class ListModel {
  /** In the order in which they were created. */
  contacts: ModelContact[] = [];

  create(id: string, body: ModelBody, createdAt: Date): void {
    this.contacts.push({ id, body, createdAt });
  }

  patch(id: string, patch: Partial<ModelBody>): void {
    this.contacts = this.contacts.map((contact) =>
      contact.id === id ? { ...contact, body: { ...contact.body, ...patch } } : contact,
    );
  }

  remove(id: string): void {
    this.contacts = this.contacts.filter((contact) => contact.id !== id);
  }

  /** Contacts that pass the filters, in the requested order. The order of a search without `sort` is not checked here. */
  select(query: { sort?: string; keepInTouch?: string; search?: string }): ModelSelection {
    const search = query.search?.trim() ?? "";
    const kept = this.sorted(query.sort ?? "nameAsc").filter(
      ({ body }) => query.keepInTouch !== "true" || body.keepFrequencyDays !== null,
    );
    const verdicts = new Map(kept.map(({ id, body }) => [id, searchVerdict(search, body)]));
    return {
      certain: kept.filter(({ id }) => verdicts.get(id)?.certain),
      possible: kept.filter(({ id }) => verdicts.get(id)?.possible),
      verdicts,
    };
  }

  /** The model has no interactions. */
  stats(now: Date): Record<string, number> {
    const thisYear = this.contacts.filter(({ createdAt }) => createdAt.getUTCFullYear() === now.getUTCFullYear());
    return {
      newContactsThisYear: thisYear.length,
      thisMonthInteractions: 0,
      totalContacts: this.contacts.length,
    };
  }

  private sorted(sort: string): ModelContact[] {
    const order = orders[sort.replace(/(Asc|Desc)$/, "")];
    if (!order) throw new Error(`no order ${sort}`);
    const ascending = this.contacts.toSorted((one, other) => order(one, other) || (one.id < other.id ? -1 : 1));
    return sort.endsWith("Desc") ? ascending.toReversed() : ascending;
  }
}

type Order = (one: ModelContact, other: ModelContact) => number;

const byFirst: Order = (one, other) => comparePlain(plainText(one.body.firstName), plainText(other.body.firstName));
const byLast: Order = (one, other) => comparePlain(plainText(one.body.lastName), plainText(other.body.lastName));

const orders: Readonly<Record<string, Order>> = {
  name: (one, other) => byFirst(one, other) || byLast(one, other),
  surname: (one, other) => byLast(one, other) || byFirst(one, other),
  interaction: (one, other) => timeOf(one) - timeOf(other),
  // The contacts are in this order already, and sorting is stable.
  createdAt: () => 0,
};

function timeOf({ body: { lastInteraction } }: ModelContact): number {
  return lastInteraction === null ? Number.NEGATIVE_INFINITY : Date.parse(lastInteraction);
}
