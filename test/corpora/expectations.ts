/**
 * What the files of a corpora folder should give, by its EXPECT.json: an object from each file's path to its counts,
 * which the folder's README explains.
 */
import * as z from "zod";
import type { FollowStrategy, ImportSource } from "../../shared/import/row/parsed-contact.ts";

const count = z.int().min(0);

/** `usable` of a vCard's cards name somebody or can be written to; `names` may end with how many more there are. */
const vcardCounts = z.strictObject({ cards: count, usable: count, names: z.array(z.string()) });
const networkACounts = z.strictObject({ rows: count, people: count });
const networkBCounts = z.strictObject({ people: count });

export interface Expectation {
  path: string;
  /** The first two parts of the path. */
  folder: string;
  source: ImportSource;
  strategy: FollowStrategy;
  /** Those who become valid contacts. */
  people: number;
  /** Cards or records, those of nobody included; null where it is not known. */
  rows: number | null;
  /** By row; empty for a row without a name. Of long files only the first ones. */
  names: readonly string[];
  /** Null for a file that has to be read. */
  refusal: Refusal | null;
}

export interface Refusal {
  why: "nobody in it" | "web pages" | "another list";
  /** What the message has to say. */
  says: RegExp;
}

/** Throws ZodError for a file of another form. */
export function readExpectations(json: unknown): Expectation[] {
  const files = z.record(z.string(), z.unknown()).parse(json);
  return Object.entries(files).map(([path, counts]) => expectationOf(path, counts));
}

function expectationOf(path: string, counts: unknown): Expectation {
  const [top = "", second = ""] = path.split("/");
  const common = { path, folder: `${top}/${second}`, strategy: "following_and_followers", names: [] } as const;
  if (top === "vcard") {
    const { cards, usable, names } = vcardCounts.parse(counts);
    // Cards that have a name and still are nobody are groups of people.
    const isOnlyGroups = usable === 0 && cards > 0 && names.every((name) => name !== "");
    if (cards === 0 || isOnlyGroups) return { ...common, source: "vcard", people: 0, rows: cards, refusal: nobody };
    return { ...common, source: "vcard", people: usable, rows: cards, names: listed(names), refusal: null };
  }
  if (top === "network_a") {
    const { rows, people } = networkACounts.parse(counts);
    return { ...common, source: "network_a", people, rows, refusal: people === 0 ? nobody : null };
  }
  const { people } = networkBCounts.parse(counts);
  const strategy = path.includes("close_friends") ? "close_friends" : common.strategy;
  const refusal = refusalOfNetworkB(path, people);
  return { ...common, source: "network_b", strategy, people: refusal ? 0 : people, rows: null, refusal };
}

const nobody: Refusal = { why: "nobody in it", says: /./ };

/** Lists of the photo network that are no follows have to be refused with their number; web pages whatever they hold. */
function refusalOfNetworkB(path: string, people: number): Refusal | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/html/i.test(name)) return { why: "web pages", says: /\bJSON\b/ };
  if (people === 0) return nobody;
  return follows.test(name) ? null : { why: "another list", says: new RegExp(`\\(${people}\\)`) };
}

const follows = /^(?:(?:followers|following|close_friends)(?:_\d+)?\.json|connections\.json|.+\.zip)$/;

/** Without the last one of a shortened list, such as `... 995 more`. */
function listed(names: readonly string[]): readonly string[] {
  return /^\.\.\. \d+ more$/.test(names.at(-1) ?? "") ? names.slice(0, -1) : names;
}
