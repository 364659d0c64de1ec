/** Whether a row is the same person as a contact or another row: the preview says so, and the commit does it. */
import type { BatchGetCommandInput } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { FileRows } from "../../../functions/import-parser/preview/file-rows.ts";
import { Preview } from "../../../functions/import-parser/preview/preview.ts";
import { PreviewAccount } from "../../../functions/import-parser/preview/preview-account.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { createRowIdentity } from "../../../shared/import/identity/row-identity.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { writeCard } from "../../../shared/vcard/write-card.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { card, importText } from "../../support/files/vcard.ts";
import {
  commitParsed,
  contactsOf as contactsIn,
  importCards as importInto,
  importRows,
  lostFields,
} from "../../support/import/imported-cards.ts";
import { accountOf, newAccount, parsedContact } from "../../support/import/imports.ts";
import { duplicatesIn, previewRows } from "../../support/import/previews.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();
let accountId: string;
beforeEach(async () => {
  accountId = await newAccount(store);
});

const importCards = (...cards: string[][]) => importInto(store, accountId, cards);
const contactsOf = () => contactsIn(store, accountId);
const namesOf = async () => (await contactsOf()).map(({ firstName }) => firstName).sort();
const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status);

async function preview(text: string, from = store): Promise<ParsedContact[]> {
  return previewRows(from, accountId, "vcard", (await importText(text)).contacts);
}

const landline = "TEL;TYPE=HOME:+49 30 1234567";
const mobile = "TEL;TYPE=CELL:+49 170 1234567";
const whatsapp = "X-WHATSAPP:+49 170 1234567";
const signal = ["item1.IMPP:x-apple:+491701234567", "item1.X-ABLabel:Signal"];
const facebook = "X-SOCIALPROFILE;TYPE=facebook:https://www.facebook.com/bakery";
const linkedin = (name: string) => `X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/${name}`;

describe("people who share a value", () => {
  it.each<[string, ...string[][]]>([
    [
      "a couple and both of them, with one landline",
      ["N:Müller;Anna & Peter", "FN:Anna & Peter Müller", landline],
      ["N:Müller;Anna", "FN:Anna Müller", landline, "BDAY:1980-01-02"],
      ["N:Müller;Peter", "FN:Peter Müller", landline, "BDAY:1979-03-04", "EMAIL:peter@x.example"],
    ],
    [
      "a couple whose first names are in two fields, and one of them",
      ["N:José;Maria y", "FN:Maria y José", landline],
      ["FN:Maria José", landline, "EMAIL:maria@x.example"],
    ],
    [
      "a father with an initial, and his children",
      ["FN:J. Smith", landline, "BDAY:1950-01-02"],
      ["FN:John Smith", landline, "BDAY:1970-01-02"],
      ["FN:Jane Smith", landline, "BDAY:1975-01-02"],
    ],
    [
      "relatives who share a part of their first names",
      ["N:Huber;Maria;Anna", "FN:Maria Anna Huber", landline, "BDAY:1950-01-02"],
      ["N:Huber;Maria", "FN:Maria Huber", landline, "BDAY:1980-01-02"],
      ["N:Huber;Anna", "FN:Anna Huber", landline, "BDAY:1985-01-02"],
    ],
    [
      "father and son, with suffixes that FN lacks",
      ["N:Smith;John;;;Sr.", "FN:John Smith", landline],
      ["N:Smith;John;;;Jr.", "FN:John Smith", landline],
    ],
    [
      "father and son, with suffixes in FN",
      ["N:Smith;John;;;Sr.", "FN:John Smith Sr.", landline],
      ["N:Smith;John;;;Jr.", "FN:John Smith\\, Jr.", landline],
    ],
    [
      "a son whose father has no suffix and another mobile",
      ["FN:John Smith", landline, mobile],
      ["N:Smith;John;;;III", "FN:John Smith", landline, "TEL;TYPE=CELL:+49 170 7654321"],
    ],
    [
      "a couple with one initial and different titles",
      ["N:Smith;A.;;Mr.;", "FN:A. Smith", landline],
      ["N:Smith;A.;;Mrs.;", "FN:A. Smith", landline],
    ],
    [
      "a couple with one network_d number",
      ["FN:Anna Huber", whatsapp],
      ["FN:Peter Huber", whatsapp, "BDAY:1979-03-04"],
    ],
    ["an office with one network_e number", ["FN:Anna Huber", ...signal], ["FN:Ben Okri", ...signal]],
    ["a phone of one that is the messenger of the other", ["FN:Anna Huber", mobile], ["FN:Peter Huber", whatsapp]],
    [
      "a network_c page, with other names, e-mails and network_a profiles",
      ["FN:Anna Huber", facebook, "EMAIL:anna@x.example", linkedin("anna-huber")],
      ["FN:Ben Okri", facebook, "EMAIL:ben@x.example", linkedin("ben-okri")],
    ],
    [
      "a network_c page, with other names and birthdays",
      ["FN:Anna Huber", facebook, "BDAY:1980-01-02"],
      ["FN:Ben Okri", facebook, "BDAY:1979-03-04"],
    ],
  ])("are a contact each, in one file or several, and each is found again: %s", async (_case, ...cards) => {
    const { rows, results } = await importCards(...cards);
    expect(duplicatesIn(rows)).toEqual(cards.map(() => -1));
    expect(statuses(results)).toEqual(cards.map(() => "imported"));
    const again = await importCards(...cards.map((lines, at) => [...lines, `URL:https://${at}.example`]));
    const ids = results.map(({ contactId }) => contactId);
    expect(again.results.map(({ status, contactId }) => [status, contactId])).toEqual(ids.map((id) => ["updated", id]));
    const withUids = cards.map((lines, at) => [...lines, `UID:${at}`]);
    for (const files of [cards, [...withUids.slice(1), ...cards.slice(0, 1)], withUids]) {
      accountId = await newAccount(store);
      for (const file of files) expect(statuses((await importCards(file)).results)).toEqual(["imported"]);
    }
  });

  it("are other people than a contact that a user wrote, which the preview names", async () => {
    const phones = [{ type: "home", prefix: "+49", value: "301234567" }];
    const { body } = await contactCalls(store, accountId).create({
      firstName: "Anna & Peter",
      lastName: "Müller",
      phones,
    });
    const { rows, results } = await importCards(["N:Müller;Anna", "FN:Anna Müller", landline]);
    expect(statuses(results)).toEqual(["imported"]);
    expect(rows[0]?.issues).toMatchObject([{ code: "duplicate_name_differs", field: "phones" }]);
    expect(rows[0]?.issues[0]?.message).toContain(`${body.contact.id}, "Anna & Peter Müller"`);
  });

  it("are compared with the birthday that an earlier row gave to the contact", async () => {
    const phones = [{ type: "home", prefix: "+49", value: "301234567" }];
    for (const more of [{}, { network_b: "karl.m" }]) {
      accountId = await newAccount(store);
      const { body } = await contactCalls(store, accountId).create({
        firstName: "Karl",
        lastName: "Müller",
        phones,
        ...more,
      });
      const { results } = await importCards(
        ["FN:Karl Müller", landline, "BDAY:1950-05-12", "X-SOCIALPROFILE;TYPE=instagram:karl.m"],
        ["FN:Karl Müller", landline, "BDAY:1985-01-03"],
      );
      expect(results).toMatchObject([{ status: "updated", contactId: body.contact.id }, { status: "imported" }]);
    }
  });

  it("are compared with the birthday of the account's owner", async () => {
    const time = "2026-03-01T10:00:00.000Z";
    const birthday = { type: "birthday" as const, date: "1980-01-02", note: "", notifyDaysBefore: null };
    const importantDates = [{ ...birthday, id: newId(), createdAt: time, updatedAt: time }];
    const phones = [{ preferred: false, type: "home", prefix: "+49", value: "301234567" }];
    accountId = await accountOf(store, { firstName: "Ada", phones, importantDates });
    const { results } = await importCards(
      ["FN:Ada", landline, "BDAY:1980-01-02", "NOTE:mother"],
      ["FN:Ada", landline, "BDAY:2010-05-06", "NOTE:daughter"],
    );
    expect(results).toMatchObject([{ status: "updated", contactId: accountId }, { status: "imported" }]);
  });
});

describe("one person", () => {
  it.each([
    ["a messenger's number and a phone in another spelling", ["TEL:0170 1234567"], [whatsapp]],
    ["two messengers", [whatsapp], signal],
    ["a profile alone, whatever the name", ["FN:Anna Meier", facebook], ["FN:Anna Huber", facebook]],
  ])("is recognised by %s, in one file and in two", async (_case, one, other) => {
    const cards = [one, other].map((lines) => (lines[0]?.startsWith("FN") ? lines : ["FN:Anna Huber", ...lines]));
    const { rows } = await importCards(...cards);
    expect(duplicatesIn(rows)).toEqual([-1, 0]);
    accountId = await newAccount(store);
    for (const lines of cards) await importCards(lines);
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
    ["after", [ann, bob, unnamed], [-1, -1, 0]],
    ["twice before", [unnamed, [...unnamed, "URL:https://x.example"], bob, ann], [2, 2, -1, -1]],
  ])("is the duplicate of a card with a name, and never the other way round: %s it", async (_case, cards, expected) => {
    const { rows } = await importCards(...cards);
    expect(duplicatesIn(rows)).toEqual(expected);
    expect(await namesOf()).toEqual(["Ann Smith", "Bob Jones"]);
  });

  it("does not replace a person when a client leaves duplicates out", async () => {
    const { rows } = await importCards(unnamed, ann, bob);
    const chosen = rows.filter(({ duplicateInFile }) => duplicateInFile === null);
    accountId = await newAccount(store);
    await commitParsed(store, accountId, "vcard", chosen);
    expect(await namesOf()).toEqual(["Ann Smith", "Bob Jones"]);
  });

  it("of another file gives its contact to the first card with a name, and to no other", async () => {
    const [first] = (await importCards(unnamed)).results;
    const { rows, results } = await importCards(ann, bob);
    expect(rows.map(({ duplicateOf }) => duplicateOf?.contactId)).toEqual([first?.contactId, undefined]);
    expect(rows[1]?.issues).toMatchObject([{ code: "duplicate_name_differs", field: "emails" }]);
    expect(rows[1]?.issues[0]?.message).toContain("Ann Smith");
    expect(results).toMatchObject([{ status: "updated" }, { status: "imported" }]);
  });
});

describe("values of a row that are left out because another value is kept", () => {
  const full = ["FN:Ann Smith", "EMAIL:ann@x.example", "NOTE:sings", "ORG:Fjord", linkedin("ann1"), "BDAY:1980-01-02"];
  const other = ["FN:Ann M. Smith", "EMAIL:ann@x.example", "NOTE:dances", "ORG:Delta", linkedin("ann2")];

  it.each(["a contact", "another row"])(
    "are reported by the preview, with both values, and by the commit, when %s has the other value",
    async (joined) => {
      const ofContact = joined === "a contact";
      if (ofContact) await importCards(full);
      const { rows, results } = await importCards(...(ofContact ? [other] : [full, other]));
      const row = rows.at(-1) as ParsedContact;
      expect(lostFields(row)).toEqual(expect.arrayContaining(["headline", "notes", "network_a"]));
      expect(results.at(-1)?.differing).toEqual(lostFields(row));
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

it("a row that joins another one with other e-mail addresses or mobiles carries a warning with both", async () => {
  const first = ["FN:Ann Smith", landline, mobile, "EMAIL:home@x.example"];
  const second = ["FN:Ann Smith", landline, "TEL;TYPE=CELL:+49 170 7654321", "EMAIL:home@x.example"];
  const { rows, results } = await importCards(first, second, ["FN:Ann Smith", mobile, "EMAIL:ann@x.example"]);
  expect(statuses(results)).toEqual(["imported", "updated", "updated"]);
  const warnings = rows.map(({ issues }) => issues.map(({ code, field, message }) => [code, field, message]));
  expect(warnings).toEqual([
    [],
    [["duplicate_reach_differs", "phones", expect.stringMatching(/301234567, 1701234567".*7654321/)]],
    [["duplicate_reach_differs", "emails", expect.stringMatching(/home@x.example".*ann@x.example/)]],
  ]);
});

it("a row whose short name fits several people names them", async () => {
  const { rows } = await importCards(["FN:Noa Wyss", landline], ["FN:Noa", landline], ["FN:Noa Perret", landline]);
  const [wyss, noa, perret] = rows;
  expect(noa?.issues).toMatchObject([{ code: "duplicate_name_differs", field: "firstName" }]);
  expect(noa?.issues[0]?.message).toMatch(/"Noa (Wyss" and "Noa Perret|Perret" and "Noa Wyss)"/);
  expect(noa?.notSameAs?.toSorted()).toEqual([wyss?.tempId, perret?.tempId].sort());
  expect([wyss?.notSameAs, perret?.notSameAs]).toEqual([[noa?.tempId], [noa?.tempId]]);
});

it("a short name of the file that fits two people joins neither when a client commits only one of them", async () => {
  const { rows } = await importCards(["FN:Noa", landline], ["FN:Noa Wyss", landline], ["FN:Noa Perret", landline]);
  accountId = await newAccount(store);
  const results = await commitParsed(store, accountId, "vcard", rows.slice(0, 2));
  expect(statuses(results)).toEqual(["imported", "imported"]);
});

describe("a card of a contact that was exported", () => {
  async function exported(id: string): Promise<string> {
    const contact = await getContact(store, accountId, id);
    if (!contact) throw new Error("there is no such contact");
    return writeCard(contact, "3.0");
  }

  it("updates the contact while they share a word of the name", async () => {
    const calls = contactCalls(store, accountId);
    const { id } = (await calls.create({ firstName: "Ada", lastName: "Byron" })).body.contact;
    const text = await exported(id);
    await calls.patch(id, { firstName: "Countess" });
    for (const each of [text, text.replace(/UID:urn:uuid:.*/, `UID:${id.toUpperCase()}`)]) {
      const rows = await preview(each.replace("END:VCARD", `NOTE:${each.length}\r\nEND:VCARD`));
      expect(rows).toMatchObject([{ duplicateOf: { contactId: id, matchedOn: "import" } }]);
      expect(await commitParsed(store, accountId, "vcard", rows)).toMatchObject([
        { contactId: id, differing: expect.arrayContaining(["firstName"]) },
      ]);
    }
  });

  it("is the contact that it became before, even with the UID of another contact", async () => {
    const ada = ["FN:Ada Byron", "NOTE:x"];
    const [first] = (await importCards(ada)).results;
    const { body } = await contactCalls(store, accountId).create({ firstName: "Ada", lastName: "Byron" });
    const { rows, results } = await importCards([...ada, `UID:${body.contact.id}`]);
    expect(rows).toMatchObject([{ duplicateOf: { contactId: first?.contactId, matchedOn: "import" } }]);
    expect(results).toMatchObject([{ code: "already_imported", contactId: first?.contactId }]);
  });

  it("updates the account's own contact, also in an account without others", async () => {
    accountId = await accountOf(store, { firstName: "Ada" });
    const uid = `UID:urn:uuid:${accountId}`;
    const { results } = await importCards(["FN:Countess Ada", uid, "NOTE:x"], ["FN:Bob", uid]);
    expect(results).toMatchObject([{ status: "updated", contactId: accountId }, { status: "imported" }]);
  });

  it("becomes a new contact when the contact is gone, which the next card finds", async () => {
    const calls = contactCalls(store, accountId);
    const { body } = await calls.create({ firstName: "Ada" });
    const text = await exported(body.contact.id);
    await calls.create({ firstName: "Somebody" });
    await calls.remove(body.contact.id);
    const [made] = await commitParsed(store, accountId, "vcard", await preview(text));
    expect(made).toMatchObject({ status: "imported" });
    const rows = await preview(text.replace("END:VCARD", "NOTE:x\r\nEND:VCARD"));
    expect(rows).toMatchObject([{ duplicateOf: { contactId: made?.contactId, matchedOn: "import" } }]);
    expect(await commitParsed(store, accountId, "vcard", rows)).toMatchObject([
      { status: "updated", contactId: made?.contactId },
    ]);
  });
});

describe("cards of another program", () => {
  it("find their contact by the UID, until the contact is gone", async () => {
    const [first] = (await importCards(["FN:Ann Smith", "UID:4711"])).results;
    const { rows, results } = await importCards(["FN:Ann Marie Smith", "UID:4711", "NOTE:x"]);
    expect(rows).toMatchObject([{ duplicateOf: { contactId: first?.contactId, matchedOn: "import" } }]);
    expect(results).toMatchObject([{ status: "updated", contactId: first?.contactId }]);
    await contactCalls(store, accountId).remove(first?.contactId ?? "");
    expect(statuses((await importCards(["FN:Ann Smith", "UID:4711", "NOTE:y"])).results)).toEqual(["imported"]);
  });

  it("cost one read each, and a commit one more of the contact when the UID has the form of our ids", async () => {
    const readsOf = async (lines: (index: number) => string[]) => {
      accountId = await newAccount(store);
      await contactCalls(store, accountId).create({ firstName: "Somebody" });
      const cards = Array.from({ length: 20 }, (_, index) => card(`FN:Person${index}`, ...lines(index)));
      const shown = countingUnits();
      const rows = await preview(cards.join(""), shown.store);
      const done = countingUnits();
      await commitParsed(done.store, accountId, "vcard", rows);
      return { shown: shown.count(), done: done.count() };
    };
    const without = await readsOf(() => []);
    const others = await readsOf((index) => [`UID:b4c0ffee-5a00-4000-8000-0000000000${10 + index}`]);
    expect(others).toEqual({ shown: without.shown, done: without.done + 20 });
    const alike = await readsOf((index) => [`UID:0195561e-5a00-7000-8000-0000000000${10 + index}`]);
    expect(alike).toEqual({ shown: without.shown, done: without.done + 40 });
  });

  it("cost a preview one read each in a larger account, whether they lead to a contact or not", async () => {
    const calls = contactCalls(store, accountId);
    for (let others = 0; others < 6; others++) await calls.create({ firstName: "Somebody" });
    const { body } = await calls.create({ firstName: "Ada" });
    const uids = [body.contact.id, "0195561e-5a00-7000-8000-000000000010"];
    const { contacts } = await importText(uids.map((uid) => card("FN:Ada", `UID:${uid}`, `NOTE:${uid}`)).join(""));
    const shown = countingUnits();
    const account = await PreviewAccount.open(shown.store, accountId, "vcard", await FileRows.of(contacts));
    const preview = new Preview(account, new Map());
    const first = await preview.compare(contacts);
    const asked = shown.count();
    expect(first.map(({ alreadyExists }) => alreadyExists)).toEqual([true, false]);
    // The own contact, and one each; marks are read as a whole.
    expect(asked).toBe(3);
    await preview.compare(contacts);
    expect(shown.count()).toBe(asked);
  });

  it("reads no contact twice when all of an account were read, however long they are together", async () => {
    const calls = contactCalls(store, accountId);
    const names = ["Ada", "Bea", "Cora", "Dora"];
    const people = await Promise.all(names.map((firstName) => calls.create({ firstName, notes: "n".repeat(500) })));
    const ids = people.map(({ body }) => body.contact.id);
    const { contacts } = await importText(ids.map((id, at) => card(`FN:${names[at]}`, `UID:${id}`)).join(""));
    const shown = countingUnits();
    const rows = await FileRows.of(contacts);
    const keptLength = 1_000;
    const preview = new Preview(
      await PreviewAccount.open(shown.store, accountId, "vcard", rows, keptLength),
      new Map(),
    );
    const first = await preview.compare(contacts.slice(0, 2));
    const asked = shown.count();
    const others = await preview.compare(contacts.slice(2));
    expect([...first, ...others].map(({ alreadyExists }) => alreadyExists)).toEqual([true, true, true, true]);
    expect(shown.count()).toBe(asked);
  });
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
        { numRuns: tries(6, 60) },
      );
    },
    120_000,
  );
});

/** The store, and the read units that items cost so far that were read by their keys; all of them are small. */
function countingUnits(): { store: Store; count: () => number } {
  let units = 0;
  const counting = watchedStore(store, (command, send) => {
    const { RequestItems = {} } = command.input as BatchGetCommandInput;
    for (const { Keys = [], ConsistentRead } of Object.values(RequestItems)) {
      units += Keys.length * (ConsistentRead ? 1 : 0.5);
    }
    return send();
  });
  return { store: counting, count: () => units };
}
