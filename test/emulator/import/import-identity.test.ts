/** Who a row of a file is, from its parse to its commit: nobody swallows anybody, and the preview says what comes. */
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRowIdentity } from "../../../shared/import/identity/row-identity.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import {
  commitParsed,
  importCards,
  importRows,
  contactsOf as listOf,
  toldFields,
} from "../../support/import/imported-cards.ts";
import { accountOf, newAccount, parsedContact } from "../../support/import/imports.ts";
import { duplicatesIn } from "../../support/import/previews.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

let store: Store;
let accountId: string;
beforeAll(async () => {
  ({ store } = await freshTable());
});
beforeEach(async () => {
  accountId = await newAccount(store);
});

const contactsOf = () => listOf(store, accountId);

const landline = "TEL;TYPE=HOME:+49 30 1234567";
const signal = ["item1.IMPP:x-apple:+491701234567", "item1.X-ABLabel:Signal"];
const facebook = "X-SOCIALPROFILE;TYPE=facebook:https://www.facebook.com/bakery";
const linkedin = (name: string) => `X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/${name}`;

/** Two people each, who share something. */
const pairs: [string, string[], string[]][] = [
  [
    "a couple with one network_d number",
    ["FN:Anna Huber", "X-WHATSAPP:+49 170 1234567", "NOTE:sings"],
    ["FN:Peter Huber", "X-WHATSAPP:+49 170 1234567", "NOTE:dances", "BDAY:1979-03-04"],
  ],
  ["an office with one network_e number", ["FN:Anna Huber", ...signal], ["FN:Ben Okri", ...signal]],
  [
    "a number that is one's phone and the other's messenger",
    ["FN:Anna Huber", "TEL;TYPE=CELL:0170 1234567"],
    ["FN:Peter Huber", "X-WHATSAPP:+49 170 1234567"],
  ],
  [
    "a network_c page, with another name, e-mail and network_a profile",
    ["FN:Anna Huber", facebook, "EMAIL:anna@x.example", linkedin("anna-huber")],
    ["FN:Ben Okri", facebook, "EMAIL:ben@x.example", linkedin("ben-okri")],
  ],
  [
    "a network_c page, with another name and birthday",
    ["FN:Anna Huber", facebook, "BDAY:1980-01-02"],
    ["FN:Ben Okri", facebook, "BDAY:1979-03-04"],
  ],
  [
    "father and son with one landline",
    ["N:Smith;John;;;Sr.", "FN:John Smith", landline],
    ["N:Smith;John;;;Jr.", "FN:John Smith", landline],
  ],
  [
    "father and son as programs show them",
    ["N:Smith;John;;;Sr.", "FN:John Smith Sr.", landline],
    ["N:Smith;John;;;Jr.", "FN:John Smith\\, Jr.", landline],
  ],
  [
    "a son whose father has no suffix, and another mobile",
    ["FN:John Smith", landline, "TEL;TYPE=CELL:+49 170 1234567"],
    ["N:Smith;John;;;III", "FN:John Smith", landline, "TEL;TYPE=CELL:+49 170 7654321"],
  ],
  [
    "a couple by their initial and their titles",
    ["N:Smith;A.;;Mr.;", "FN:A. Smith", landline],
    ["N:Smith;A.;;Mrs.;", "FN:A. Smith", landline],
  ],
];

describe("two people who share a value", () => {
  it.each(pairs)(
    "are two contacts in one file, and each is met again by their own card: %s",
    async (_case, one, other) => {
      const { rows, results } = await importCards(store, accountId, [one, other]);
      expect(duplicatesIn(rows)).toEqual([-1, -1]);
      expect(results.map(({ status }) => status)).toEqual(["imported", "imported"]);
      const again = await importCards(store, accountId, [
        [...one, "URL:https://one.example"],
        [...other, "URL:https://other.example"],
      ]);
      expect(again.results.map(({ status, contactId }) => [status, contactId])).toEqual(
        results.map(({ contactId }) => ["updated", contactId]),
      );
    },
  );

  it.each(pairs)("are two contacts of two files, in any order, also with UIDs: %s", async (_case, one, other) => {
    for (const files of [
      [one, other],
      [other, [...one, "UID:1"]],
      [
        [...one, "UID:1"],
        [...other, "UID:2"],
      ],
    ]) {
      accountId = await newAccount(store);
      for (const file of files) {
        const { results } = await importCards(store, accountId, [file]);
        expect(results).toMatchObject([{ status: "imported" }]);
      }
    }
  });
});

describe("one person", () => {
  it.each([
    ["by a messenger's number and a phone in another spelling", ["TEL:0170 1234567"], ["X-WHATSAPP:+49 170 1234567"]],
    ["by two messengers", ["X-WHATSAPP:+49 170 1234567"], signal],
    ["by a profile alone, whatever the name", ["FN:Anna Meier", facebook], ["FN:Anna Huber", facebook]],
  ])("is met %s, in one file and in two", async (_case, one, other) => {
    const cards = [one, other].map((lines) => (lines[0]?.startsWith("FN") ? lines : ["FN:Anna Huber", ...lines]));
    const { rows } = await importCards(store, accountId, cards);
    expect(duplicatesIn(rows)).toEqual([-1, 0]);
    accountId = await newAccount(store);
    for (const lines of cards) await importCards(store, accountId, [lines]);
    expect(await contactsOf()).toHaveLength(1);
  });
});

describe("a card without a name", () => {
  const unnamed = ["EMAIL:home@x.example", "NOTE:from the phone"];
  const ann = ["FN:Ann Smith", "EMAIL:home@x.example"];
  const bob = ["FN:Bob Jones", "EMAIL:home@x.example"];

  it.each([
    ["before", [unnamed, ann, bob], [1, -1, -1]],
    ["between", [ann, unnamed, bob], [-1, 0, -1]],
    ["behind", [ann, bob, unnamed], [-1, -1, 0]],
    ["twice before", [unnamed, [...unnamed, "URL:https://x.example"], bob, ann], [2, 2, -1, -1]],
  ])("is the duplicate of a named one, and never the other way round: %s", async (_case, cards, expected) => {
    const { rows } = await importCards(store, accountId, cards);
    expect(duplicatesIn(rows)).toEqual(expected);
    expect((await contactsOf()).map(({ firstName }) => firstName).sort()).toEqual(["Ann Smith", "Bob Jones"]);
  });

  it("costs nobody their contact where a client leaves duplicates out", async () => {
    const { rows } = await importCards(store, await newAccount(store), [unnamed, ann, bob]);
    const chosen = rows.filter(({ duplicateInFile, alreadyExists }) => duplicateInFile === null && !alreadyExists);
    await commitParsed(store, accountId, "vcard", chosen);
    expect((await contactsOf()).map(({ firstName }) => firstName).sort()).toEqual(["Ann Smith", "Bob Jones"]);
  });

  it("of another file gives its contact to the first who is named, and to no one else", async () => {
    const [first] = (await importCards(store, accountId, [unnamed])).results;
    const { rows, results } = await importCards(store, accountId, [ann, bob]);
    expect(rows.map(({ duplicateOf }) => duplicateOf?.contactId)).toEqual([first?.contactId, undefined]);
    expect(rows[1]?.issues).toMatchObject([{ code: "duplicate_name_differs", field: "emails" }]);
    expect(rows[1]?.issues[0]?.message).toContain("Ann Smith");
    expect(results).toMatchObject([{ status: "updated" }, { status: "imported" }]);
  });
});

describe("what a row loses by joining", () => {
  const full = ["FN:Ann Smith", "EMAIL:ann@x.example", "NOTE:sings", "ORG:Fjord", linkedin("ann1"), "BDAY:1980-01-02"];
  const other = ["FN:Ann M. Smith", "EMAIL:ann@x.example", "NOTE:dances", "ORG:Delta", linkedin("ann2")];

  it.each(["a contact", "another row"])(
    "%s is told in the preview, with both values, and by the commit",
    async (joined) => {
      const ofContact = joined === "a contact";
      if (ofContact) await importCards(store, accountId, [full]);
      const { rows, results } = await importCards(store, accountId, ofContact ? [other] : [full, other]);
      const row = rows.at(-1) as ParsedContact;
      expect(toldFields(row)).toEqual(expect.arrayContaining(["headline", "notes", "network_a"]));
      expect(results.at(-1)?.differing).toEqual(toldFields(row));
      expect(row.issues.map(({ code, field }) => [code, field])).toContainEqual([
        "duplicate_profile_differs",
        "network_a",
      ]);
      const messages = row.issues.map(({ message }) => message).join("\n");
      for (const value of ["Fjord", "Delta", "sings", "dances", "ann1", "ann2"]) expect(messages).toContain(value);
      expect(messages).toMatch(ofContact ? /^The contact of this row / : /^An earlier row /);
    },
  );
});

describe("the preview of random rows", () => {
  const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
  const mostly = <Value>(none: Value, value: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: value });
  const emails = some("home@x.example", "ann.s@x.example", "bob@x.example");
  const phones = some(["+49", "301234567"], ["", "0301234567"], ["+49", "1701234567"], ["", "01701234567"]);
  const names = some(
    ..."Ann|Smith/A.|Smith/Ann|/Smith, Ann|/Ann Marie|Smith/Ann & Bob|Smith/Ann|Smith Jr./Bob|Jones/B.|Jones/ann.s|/home@x.example|/bob|/030 1234567|/bobs|"
      .split("/")
      .map((name) => name.split("|")),
  );
  const row = fc
    .record({
      name: names,
      middleName: mostly(null, some<string | null>("M.", "Marie")),
      emails: fc.uniqueArray(emails, { maxLength: 2 }),
      phones: fc.uniqueArray(phones, { maxLength: 1 }),
      type: some("home", "mobile"),
      network_a: mostly(null, some<string | null>("ann1", "ann2")),
      network_b: mostly(null, some<string | null>("bobs", "ann.s")),
      network_c: mostly(null, some<string | null>("bakery")),
      network_d: mostly(null, some<string | null>("+491701234567")),
      network_e: mostly(null, some<string | null>("+49301234567")),
      website: mostly(null, some<string | null>("https://x.example")),
      birthday: mostly("", some("1950-01-02", "1980-01-02", "1904-01-03", "1980-05-06")),
      notes: mostly(null, some<string | null>("sings", "Suffix: Sr.", "Suffix: Jr.", "Prefix: Mr.", "Prefix: Mrs.")),
      headline: mostly(null, some<string | null>("Cook", "Baker")),
      uid: mostly("", some("u1", "u2", "0195561e-5a00-7000-8000-00000000001")),
      connectedAt: mostly(null, some<string | null>("2019-05-04T00:00:00.000Z")),
    })
    .map(({ name: [firstName = "", lastName = ""], birthday, emails, phones, type, network_a, uid, ...rest }) =>
      parsedContact({
        ...rest,
        tempId: "",
        firstName,
        lastName,
        emails: emails.map((value) => ({ preferred: false, type: "home", value })),
        phones: phones.map(([prefix = "", value = ""]) => ({ preferred: false, type, prefix, value })),
        network_a: network_a && `https://www.linkedin.com/in/${network_a}`,
        importantDates: birthday === "" ? [] : [{ type: "birthday", date: birthday, note: "", notifyDaysBefore: null }],
        ...(uid !== "" && { uid: uid.length === 35 ? `${uid}0` : uid.padEnd(22, "_") }),
      }),
    );
  const files = fc.array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });

  it.each(["vcard", "network_a"] as const)(
    "of %s says what a commit of them does, file after file",
    async (source) => {
      const own = { firstName: "Ann", lastName: "Smith", network_b: "ann.s" };
      await fc.assert(
        fc.asyncProperty(files, fc.boolean(), async (given, isOwned) => {
          accountId = isOwned ? await accountOf(store, own) : await newAccount(store);
          for (const rows of given) {
            const identify = createRowIdentity();
            const parsed = rows.map((each) => ({ ...each }));
            for (const each of parsed) identify(each);
            await importRows(store, accountId, source, parsed);
          }
        }),
        { numRuns: tries(12, 60) },
      );
    },
    120_000,
  );
});
