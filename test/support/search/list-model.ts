/**
 * A model of lists by the contract: contacts in a plain array, which is sorted and filtered for every query. It shares no code
 * with the service, except that a new index finds what is searched, because the index alone has tests of its own.
 */
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import { type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { recordOf } from "../contact/contact-calls.ts";
import { comparePlain, plainText } from "./plain-letters.ts";

/** The fields of contacts in the model, in the form of requests and answers. */
export interface ModelBody {
  firstName: string;
  lastName: string;
  middleName: string | null;
  headline: string | null;
  position: string | null;
  location: string | null;
  addresses: { type: string; addressLine1: string; addressCity: string }[];
  notes: string | null;
  emails: { preferred: boolean; type: string; value: string }[];
  phones: { preferred: boolean; type: string; prefix: string; value: string }[];
  network_a: string | null;
  network_b: string | null;
  network_d: string | null;
  website: string | null;
  keepFrequencyDays: number | null;
  lastInteraction: string | null;
}

export interface ModelContact {
  id: string;
  body: ModelBody;
  createdAt: Date;
}

/** What the search index knows of such a contact. */
export function modelEntry(body: ModelBody): SearchEntry {
  return searchEntryOf(recordOf("0190b6a4-0000-7abc-8def-000000000000", body));
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

  /** Contacts that pass the filters: in the requested order, or the best match first. */
  select({ sort, keepInTouch, search = "" }: { sort?: string; keepInTouch?: string; search?: string }): ModelContact[] {
    const kept = this.sorted(sort ?? "nameAsc").filter(
      ({ body }) => keepInTouch !== "true" || body.keepFrequencyDays !== null,
    );
    if (search.trim() === "") return kept;
    const index = new ContactIndex(kept.map(({ id, body }) => ({ ...modelEntry(body), id })));
    const found = new Set(index.find({ search, keepInTouch: false }, null));
    if (sort !== undefined) return kept.filter(({ id }) => found.has(id));
    return [...found].flatMap((id) => kept.find((contact) => contact.id === id) ?? []);
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
