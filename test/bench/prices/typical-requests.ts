/** The requests of the price sheet, with their measured units, and how often an account sends them. */
import type { CommittedFigures, Figures } from "../figures.ts";
import type { PricedRequest } from "./request-price.ts";

/** Requests of an account in a month, as a person with 500 contacts may use it every other day. */
export const monthlyUse = {
  "page of 50 contacts": 60,
  "one contact": 60,
  "search with 50 hits": 30,
  "box of the map": 10,
  "create a contact": 10,
  "change the notes": 20,
  "delete a contact": 2,
  "merge two contacts": 1,
  "50 merge recommendations": 2,
  "share with one recipient": 1,
  "import 25 contacts": 4,
} as const;

export type RequestName = keyof typeof monthlyUse;
export type Requests = Readonly<Record<RequestName, PricedRequest & { name: RequestName }>>;

/** Of accounts with 1,000 contacts. */
export function requestsOf({ accounts: sizes, others, map }: CommittedFigures): Requests {
  const access = (name: string): Figures => {
    const figures = sizes["1000"]?.[name] ?? others[name];
    if (!figures) throw new Error(`no figures of ${name}; run \`npm run bench -- --write\``);
    return figures;
  };
  const pins = map.accounts["1000"];
  if (!pins) throw new Error("no figures of the map");
  const box = {
    ...{ readUnits: pins.units.mean, writeUnits: 0, roundTrips: 1, storageReads: 0, storageWrites: 0 },
    answerBytes: pins.returned.mean * map.entryBytes,
  };
  const rows: Record<RequestName, Omit<PricedRequest, "name">> = {
    "page of 50 contacts": { function: "contacts", figures: access("first page, nameAsc") },
    "one contact": { function: "contacts", figures: access("get") },
    "search with 50 hits": { function: "contacts", figures: access("search, index in memory") },
    "box of the map": { function: "contacts", figures: box },
    "create a contact": { function: "contacts", figures: access("create") },
    "change the notes": { function: "contacts", figures: access("patch of the notes") },
    "delete a contact": { function: "contacts", figures: access("delete") },
    "merge two contacts": { function: "merges", figures: access("merge of a contact") },
    "50 merge recommendations": {
      function: "merge-recommendations",
      figures: access("merge recommendations, pairs in memory"),
    },
    "share with one recipient": { function: "share", figures: access("share with one recipient"), mails: 1 },
    "import 25 contacts": {
      function: "imports",
      figures: access("commit of 25 new people, index in memory"),
      processorTime: 60,
    },
  };
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { name, ...row }])) as Requests;
}
