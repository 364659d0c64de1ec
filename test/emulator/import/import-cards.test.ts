/** Cards of relatives, and cards that come again: what the preview says of them, and a commit then does. */
import type { BatchGetCommandInput } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openContactCache } from "../../../functions/import-parser/preview/contact-cache.ts";
import { createPreview } from "../../../functions/import-parser/preview/preview.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { writeCard } from "../../../shared/vcard/write-card.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { card, importText } from "../../support/files/vcard.ts";
import { commitParsed, importCards as importAll } from "../../support/import/imported-cards.ts";
import { accountOf, newAccount } from "../../support/import/imports.ts";
import { previewRows } from "../../support/import/previews.ts";
import { freshTable } from "../../support/process/stack.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
let store: Store;
let accountId: string;
beforeAll(async () => {
  ({ store } = await freshTable());
});
beforeEach(async () => {
  accountId = await newAccount(store);
});

async function preview(text: string, from = store): Promise<ParsedContact[]> {
  return previewRows(from, accountId, "vcard", (await importText(text)).contacts);
}

async function commit(rows: readonly ParsedContact[], to = store) {
  return commitParsed(to, accountId, "vcard", rows);
}

const importCards = (...cards: string[][]) => importAll(store, accountId, cards);

async function exported(id: string): Promise<string> {
  const contact = await getContact(store, accountId, id);
  if (!contact) throw new Error("there is no such contact");
  return writeCard(contact, "3.0");
}

const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status);

const phone = "TEL:+49 30 1234567";
const families: [string, string[][]][] = [
  [
    "a couple and both of them",
    [
      ["N:Müller;Anna & Peter", "FN:Anna & Peter Müller", phone],
      ["N:Müller;Anna", "FN:Anna Müller", phone, "BDAY:1980-01-02"],
      ["N:Müller;Peter", "FN:Peter Müller", phone, "BDAY:1979-03-04", "EMAIL:peter@x.example"],
    ],
  ],
  [
    "a couple whose first names are parted, and one of them",
    [
      ["N:José;Maria y", "FN:Maria y José", phone],
      ["FN:Maria José", phone, "EMAIL:maria@x.example"],
    ],
  ],
  [
    "a father by his initial, and his children",
    [
      ["FN:J. Smith", phone, "BDAY:1950-01-02"],
      ["FN:John Smith", phone, "BDAY:1970-01-02"],
      ["FN:Jane Smith", phone, "BDAY:1975-01-02"],
    ],
  ],
  [
    "those who share a part of their first names",
    [
      ["N:Huber;Maria;Anna", "FN:Maria Anna Huber", phone, "BDAY:1950-01-02"],
      ["N:Huber;Maria", "FN:Maria Huber", phone, "BDAY:1980-01-02"],
      ["N:Huber;Anna", "FN:Anna Huber", phone, "BDAY:1985-01-02"],
    ],
  ],
  [
    "father and son of one name",
    [
      ["N:Müller;Hans;;;Sr.", "FN:Hans Müller Sr.", phone, "BDAY:1950-01-02"],
      ["N:Müller;Hans;;;Jr.", "FN:Hans Müller Jr.", phone, "BDAY:1980-01-02"],
    ],
  ],
];

describe("relatives who share a number", () => {
  it.each(families)("are a contact each, in one file and in another: %s", async (_case, cards) => {
    const { results } = await importCards(...cards);
    expect(statuses(results)).toEqual(cards.map(() => "imported"));
    const ids = results.map(({ contactId }) => contactId);
    const again = await importCards(...cards.map((lines) => [...lines, "NOTE:again"]));
    expect(again.results.map(({ contactId, status }) => [contactId, status])).toEqual(ids.map((id) => [id, "updated"]));
  });

  it.each(families)(
    "are no contact that a person wrote of another of them: %s",
    async (_case, [first = [], ...rest]) => {
      const [{ firstName = "", lastName, middleName, phones, importantDates } = {} as ParsedContact] = (
        await importText(card(...first))
      ).contacts;
      const body = { firstName, lastName, middleName, phones, importantDates };
      await contactCalls(store, accountId).create(body);
      const { rows, results } = await importCards(...rest);
      expect(statuses(results)).toEqual(rest.map(() => "imported"));
      expect(rows[0]?.issues.at(-1)).toMatchObject({ code: "duplicate_name_differs", field: "phones" });
    },
  );

  it("are told apart from the account's owner by their birthday", async () => {
    const birthday = { type: "birthday" as const, date: "1980-01-02", note: "", notifyDaysBefore: null };
    const dated = { ...birthday, id: newId(), createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const phones = [{ preferred: false, type: "home", prefix: "+49", value: "301234567" }];
    accountId = await accountOf(store, { firstName: "Ada", phones, importantDates: [dated] });
    const { results } = await importCards(
      ["FN:Ada", phone, "BDAY:1980-01-02", "NOTE:mother"],
      ["FN:Ada", phone, "BDAY:2010-05-06", "NOTE:daughter"],
    );
    expect(results).toMatchObject([{ status: "updated", contactId: accountId }, { status: "imported" }]);
  });
});

describe("a card that tells more than its contact", () => {
  it("adds it, and says unchanged only when nothing was left to add", async () => {
    const ana = ["FN:Ana", "EMAIL:ana@x.example"];
    const dates = ["Max", "Moritz"].flatMap((name, at) => [
      `item${at}.X-ABDATE:2015-06-01`,
      `item${at}.X-ABLabel:Geburtstag ${name}`,
    ]);
    const [first] = (await importCards([...ana, ...dates.slice(0, 2), "TEL:+49 30 1234567 x12"])).results;
    const more = ["FN:Ana", "EMAIL;TYPE=work:ana@x.example", ...dates, "TEL:+49 30 1234567 x34"];
    expect((await importCards(more)).results).toMatchObject([{ status: "updated", contactId: first?.contactId }]);
    const contact = await getContact(store, accountId, first?.contactId ?? "");
    expect(contact).toMatchObject({
      emails: [{ value: "ana@x.example", type: "work" }],
      phones: [{ value: "301234567 x12" }, { value: "301234567 x34" }],
      importantDates: [{ note: "Geburtstag Max" }, { note: "Geburtstag Moritz" }],
    });
    expect((await importCards([...more, "REV:20200101T000000Z"])).results).toMatchObject([
      { code: "already_imported" },
    ]);
    const fewer = [...ana, ...dates.slice(2)];
    expect((await importCards(fewer)).results).toMatchObject([{ status: "skipped", code: "unchanged" }]);
  });
});

describe("a card of a contact that was exported", () => {
  it("meets the contact by a word of its name, whatever else that is by now, and makes no second one", async () => {
    const calls = contactCalls(store, accountId);
    const { id } = (await calls.create({ firstName: "Ada", lastName: "Byron" })).body.contact;
    const text = await exported(id);
    await calls.patch(id, { firstName: "Countess" });
    for (const each of [text, text.replace(/UID:urn:uuid:.*/, `UID:${id.toUpperCase()}`)]) {
      const rows = await preview(each.replace("END:VCARD", `NOTE:${each.length}\r\nEND:VCARD`));
      expect(rows).toMatchObject([{ duplicateOf: { contactId: id, matchedOn: "import" } }]);
      expect(await commit(rows)).toMatchObject([{ contactId: id, differing: expect.arrayContaining(["firstName"]) }]);
    }
  });

  it("that was a template for other people meets nobody but who it was made of", async () => {
    const calls = contactCalls(store, accountId);
    const { body } = await calls.create({ firstName: "Ada", lastName: "Byron" });
    const { id } = body.contact;
    const uid = `UID:urn:uuid:${id}`;
    const { results } = await importCards(
      ["FN:Bob Jones", uid],
      ["FN:Ada Byron", uid, "BDAY:1950-05-12"],
      ["FN:Allegra Byron", uid, "BDAY:1985-01-03"],
      ["FN:Bob Jones", uid, "NOTE:x"],
    );
    expect(statuses(results)).toEqual(["imported", "updated", "imported", "updated"]);
    expect(results[1]).toMatchObject({ contactId: id });
    expect(results[3]).toMatchObject({ contactId: results[0]?.contactId });
  });

  it("is the contact that it became before, if it has another contact's UID by now", async () => {
    const ada = ["FN:Ada Byron", "NOTE:x"];
    const [first] = (await importCards(ada)).results;
    const { body } = await contactCalls(store, accountId).create({ firstName: "Ada", lastName: "Byron" });
    const { rows, results } = await importCards([...ada, `UID:${body.contact.id}`]);
    expect(rows).toMatchObject([{ duplicateOf: { contactId: first?.contactId, matchedOn: "import" } }]);
    expect(results).toMatchObject([{ code: "already_imported", contactId: first?.contactId }]);
  });

  it("meets the account's own contact, also in an account without others", async () => {
    accountId = await accountOf(store, { firstName: "Ada" });
    const uid = `UID:urn:uuid:${accountId}`;
    const { results } = await importCards(["FN:Countess Ada", uid, "NOTE:x"], ["FN:Bob", uid]);
    expect(results).toMatchObject([{ status: "updated", contactId: accountId }, { status: "imported" }]);
  });

  it("is a new contact where the contact is gone, or another account's, and is met by the next card of it", async () => {
    const calls = contactCalls(store, accountId);
    const { body } = await calls.create({ firstName: "Ada" });
    const text = await exported(body.contact.id);
    await calls.create({ firstName: "Somebody" });
    await calls.remove(body.contact.id);
    const [made] = await commit(await preview(text));
    expect(made).toMatchObject({ status: "imported" });
    const rows = await preview(text.replace("END:VCARD", "NOTE:x\r\nEND:VCARD"));
    expect(rows).toMatchObject([{ duplicateOf: { contactId: made?.contactId, matchedOn: "import" } }]);
    expect(await commit(rows)).toMatchObject([{ status: "updated", contactId: made?.contactId }]);
  });
});

describe("cards of another program", () => {
  const ann = ["FN:Ann Smith", "UID:4711"];

  it("are met by their UID when they come again with other content, until the contact is gone", async () => {
    const [first] = (await importCards(ann)).results;
    const { rows, results } = await importCards(["FN:Ann Marie Smith", "UID:4711", "NOTE:x"]);
    expect(rows).toMatchObject([{ duplicateOf: { contactId: first?.contactId, matchedOn: "import" } }]);
    expect(results).toMatchObject([{ status: "updated", contactId: first?.contactId }]);
    await contactCalls(store, accountId).remove(first?.contactId ?? "");
    expect((await importCards([...ann, "NOTE:y"])).results).toMatchObject([{ status: "imported" }]);
  });

  it("are others under another name or with another birthday, in one file and in two", async () => {
    const cards = [
      [...ann, "BDAY:1980-01-02"],
      ["FN:Bob Jones", "UID:4711"],
      [...ann, "BDAY:1996-01-02"],
    ];
    expect(statuses((await importCards(...cards)).results)).toEqual(["imported", "imported", "imported"]);
    const again = await importCards([...ann, "NOTE:x"], ["FN:Bob Jones", "UID:4711", "NOTE:x"]);
    expect(statuses(again.results)).toEqual(["updated", "imported"]);
  });

  it("are asked for by one item more each, and by the contact only where the UID has the form of its id", async () => {
    const askedFor = async (lines: (index: number) => string[]) => {
      accountId = await newAccount(store);
      await contactCalls(store, accountId).create({ firstName: "Somebody" });
      const cards = Array.from({ length: 20 }, (_, index) => card(`FN:Person${index}`, ...lines(index)));
      const shown = countingUnits();
      const rows = await preview(cards.join(""), shown.store);
      const done = countingUnits();
      await commit(rows, done.store);
      return { shown: shown.count(), done: done.count() };
    };
    const without = await askedFor(() => []);
    const others = await askedFor((index) => [`UID:b4c0ffee-5a00-4000-8000-0000000000${10 + index}`]);
    expect(others).toEqual({ shown: without.shown, done: without.done + 20 });
    const alike = await askedFor((index) => [`UID:0195561e-5a00-7000-8000-0000000000${10 + index}`]);
    expect(alike).toEqual({ shown: without.shown + 20, done: without.done + 40 });
  });

  it("are asked for once by a preview, whether they lead to a contact or not", async () => {
    const { body } = await contactCalls(store, accountId).create({ firstName: "Ada" });
    const uids = [body.contact.id, "0195561e-5a00-7000-8000-000000000010"];
    const { contacts } = await importText(uids.map((uid) => card("FN:Ada", `UID:${uid}`, `NOTE:${uid}`)).join(""));
    const shown = countingUnits();
    const cache = await openContactCache(shown.store, accountId, "vcard", 1);
    const compare = createPreview(cache, accountId, "vcard", new Map());
    const first = await compare(contacts, () => []);
    const asked = shown.count();
    expect(first.map(({ alreadyExists }) => alreadyExists)).toEqual([true, false]);
    // The own contact, and one each; marks are read as a whole.
    expect(asked).toBe(3);
    await compare(contacts, () => []);
    expect(shown.count()).toBe(asked);
  });
});

describe("a person whose birthday changed", () => {
  const karl = ["FN:Karl Müller", phone, "EMAIL:karl@x.example"];

  it.each([
    ["was corrected", ["BDAY:1980-05-12"], ["BDAY:1981-06-14"]],
    ["is a placeholder by now", ["BDAY:1990-06-14"], ["BDAY:1900-01-01"]],
    ["stood in a second line", ["BDAY:1990-06-14", "BDAY:1950-05-12"], ["BDAY:1950-05-12"]],
  ])("is the same contact where it %s", async (_case, before, after) => {
    const [first] = (await importCards([...karl, ...before])).results;
    const { results } = await importCards([...karl, ...after, "NOTE:x"]);
    expect(results).toMatchObject([{ status: "updated", contactId: first?.contactId }]);
  });

  it("is told from one of all of their name by that which the first row gave to the contact", async () => {
    const phones = [{ type: "home", prefix: "+49", value: "301234567" }];
    for (const more of [{}, { network_b: "karl.m" }]) {
      accountId = await newAccount(store);
      const { body } = await contactCalls(store, accountId).create({
        firstName: "Karl",
        lastName: "Müller",
        phones,
        ...more,
      });
      const { rows, results } = await importCards(
        ["FN:Karl Müller", phone, "BDAY:1950-05-12", "X-SOCIALPROFILE;TYPE=instagram:karl.m"],
        ["FN:Karl Müller", phone, "BDAY:1985-01-03"],
      );
      expect(results).toMatchObject([{ status: "updated", contactId: body.contact.id }, { status: "imported" }]);
      expect(rows[1]?.issues.at(-1)).toMatchObject({ code: "duplicate_name_differs" });
    }
  });
});

/** The store, and how many read units it spent on items, all of them small, that it was asked for by their keys. */
function countingUnits(): { store: Store; count: () => number } {
  let units = 0;
  const client = new Proxy(store.client, {
    get: (target, name) => {
      if (name !== "send") return Reflect.get(target, name);
      return (command: { input: BatchGetCommandInput }) => {
        for (const { Keys = [], ConsistentRead } of Object.values(command.input.RequestItems ?? {})) {
          units += Keys.length * (ConsistentRead ? 1 : 0.5);
        }
        return target.send(command as never);
      };
    },
  });
  return { store: { ...store, client }, count: () => units };
}
