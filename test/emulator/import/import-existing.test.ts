import { beforeAll, describe, expect, it } from "vitest";
import { markExisting } from "../../../functions/import-parser/preview/mark-existing.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { commitParsed, email } from "../../support/import/imported-cards.ts";
import { newAccount, parsedContact } from "../../support/import/imports.ts";
import { previewRows } from "../../support/import/previews.ts";
import { freshTable } from "../../support/process/stack.ts";

const contactCount = 200;
let store: Store;
let accountId: string;
/** By the number of the person. */
let ids: string[];

beforeAll(async () => {
  ({ store } = await freshTable());
  accountId = await newAccount(store);
  const people = Array.from({ length: contactCount }, (_, number) => person(number, {}));
  ids = (await commitParsed(store, accountId, "vcard", people)).map(({ contactId = "" }) => contactId);
});

const phone = (number: number) => {
  const [prefix, start] = number < 100 ? ["+44", "20"] : ["", "020"];
  return { preferred: false, type: "home", prefix, value: `${start}7946${String(number).padStart(4, "0")}` };
};

/** Known by an e-mail address, a phone number (from 100 on without country) and a profile; all share a website. */
function person(number: number, other: Partial<ParsedContact>): ParsedContact {
  return parsedContact({
    tempId: `row${number}`,
    firstName: `Person${number}`,
    emails: [email(`Person${number}@x.example`)],
    phones: [phone(number)],
    network_b: `person.${number}`,
    website: "https://x.example",
    ...other,
  });
}

/** Without what all share. */
const alone = { website: null };
const nobody = { emails: [], phones: [], network_b: null, ...alone };

async function marked(
  contacts: Iterable<ParsedContact>,
  account = accountId,
): Promise<{ rows: ParsedContact[]; readUnits: number }> {
  return meterCapacity(async (units) => {
    const rows = await previewRows(store, account, "network_b", contacts);
    return { rows, readUnits: units.readUnits };
  });
}

const about = (rows: readonly ParsedContact[]) =>
  rows.map(({ duplicateOf }) => duplicateOf && [ids.indexOf(duplicateOf.contactId), duplicateOf.matchedOn]);

describe("rows about people who are contacts already", () => {
  it("are known by a handle, an e-mail address or a phone number, in this order, by a website only under their name", async () => {
    const { rows } = await marked([
      person(7, { tempId: "1" }),
      person(7, { tempId: "2", ...alone, network_b: "somebody.else" }),
      person(7, { tempId: "3", ...alone, network_b: null, emails: [] }),
      person(7, { tempId: "4", ...nobody }),
      person(9, { tempId: "5", ...nobody, emails: [email("PERSON9@x.example")] }),
      person(7, { tempId: "6", ...nobody, network_b: "Person.8" }),
      person(7, { tempId: "7", ...nobody, website: "http://www.x.example/" }),
      person(999, { tempId: "8", ...nobody, website: "https://x.example" }),
    ]);
    expect(about(rows)).toEqual([
      [7, "handle"],
      [7, "email"],
      [7, "phone"],
      null,
      [9, "email"],
      [8, "handle"],
      [7, "handle"],
      null,
    ]);
    expect(rows.map(({ alreadyExists }) => alreadyExists)).toEqual(about(rows).map((found) => found !== null));
    expect(rows.at(-1)?.issues).toEqual([]);
  });

  it("keep their order and all else, whether few are asked for or all are read", async () => {
    const given = Array.from({ length: 600 }, (_, index) =>
      person(index * 2, { tempId: `t${index}`, notes: `n${index}` }),
    );
    const { rows } = await marked(given);
    const few = await Promise.all([given.slice(0, 3), given.slice(300, 303)].map((part) => marked(part)));
    expect(about(rows)).toEqual(given.map((_, index) => (index < contactCount / 2 ? [index * 2, "handle"] : null)));
    expect([...rows.slice(0, 3), ...rows.slice(300, 303)]).toEqual(few.flatMap((part) => part.rows));
    expect(rows.map((row) => ({ ...row, alreadyExists: false, duplicateOf: null }))).toEqual(given);
  });

  it("cost what asking for all at once would: a query each while they are few, then one read of all lookups", async () => {
    const five = await marked(Array.from({ length: 5 }, (_, index) => person(index, {})));
    // The own contact, the head, four questions a row, each a unit whether it finds somebody or not, and all who share the website, who are 20 to
    // a unit or more.
    expect(five.readUnits).toBeLessThanOrEqual(1 + 1 + 5 * 4 + contactCount / 20);
    const thousands = await marked(Array.from({ length: 5000 }, (_, index) => person(index, {})));
    // Some 27 lookups a unit, of which each contact has four, and as many marks; each contact once, at half a unit.
    expect(thousands.readUnits).toBeLessThanOrEqual(2 + (contactCount * 5) / 20 + contactCount / 2);
  });

  it("are asked for in parts when they are long, before so many are held that memory ends", async () => {
    const notes = "n".repeat(20_000);
    let [taken, most] = [0, 0];
    async function* long() {
      for (; taken < 2000; taken++)
        yield person(taken, { ...nobody, notes, network_b: taken === 0 ? "person.3" : null });
    }
    let given = 0;
    for await (const row of markExisting(store, accountId, "network_b", long(), new Map())) {
      if (given++ === 0) expect(row.duplicateOf).toMatchObject({ contactId: ids[3] });
      most = Math.max(most, taken - given);
    }
    expect(given).toBe(2000);
    expect(most).toBeLessThan(1000);
  });

  it("are known by a number in national spelling, in the file or in the contact, and not by another country's", async () => {
    const spelled = (number: number, prefix: string, value: string) =>
      person(number, {
        tempId: prefix + value,
        ...nobody,
        phones: [{ preferred: false, type: "home", prefix, value }],
      });
    const given = [
      spelled(7, "", "02079460007"),
      spelled(7, "", "442079460007"),
      spelled(7, "+49", "2079460007"),
      spelled(107, "+44", "2079460107"),
      spelled(107, "+1", "2079460107"),
    ];
    const few = await marked(given);
    expect(about(few.rows)).toEqual([[7, "phone"], [7, "phone"], null, [107, "phone"], null]);
    const others = Array.from({ length: 100 }, (_, index) => person(index, {}));
    const all = await marked([...others, ...given]);
    expect(all.rows.slice(others.length)).toEqual(few.rows);
  });

  it("of an account without contacts are nobody, and nothing is asked", async () => {
    const empty = await newAccount(store);
    const { rows, readUnits } = await marked([person(1, {})], empty);
    expect(rows).toEqual([person(1, {})]);
    // The head and the own contact.
    expect(readUnits).toBeLessThanOrEqual(2);
  });
});
