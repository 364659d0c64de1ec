/**
 * Who shares a value, and whom a short name stands for, in every order of the cards: in one file, and each card in a file of
 * its own. The preview and the commit agree on each row (`importRows`).
 */
import { beforeAll, expect, it } from "vitest";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactsOf, importCards } from "../../support/import/imported-cards.ts";
import { newAccount } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const home = "TEL;TYPE=HOME:+49 30 1234567";
const cell = (digits: string) => `TEL;TYPE=CELL:+49 170 ${digits}`;
const mail = (name: string) => `EMAIL:${name}@x.example`;
const profile = "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/quill";
const site = "URL:https://www.x.example";

/** The cards of each person. The second number is that of contacts when a card after the other is imported, if it is another. */
it.each<[string, string[][][], number?]>([
  ["a couple on one landline", [[["FN:Jane Doe", home]], [["FN:John Doe", home, cell("1111111")]]]],
  [
    "a card with an initial, which has most values in common with one of them",
    [
      [["FN:Jane Doe", home]],
      [
        ["FN:John Doe", home, cell("1111111")],
        ["FN:J. Doe", home, cell("1111111"), mail("john")],
      ],
    ],
  ],
  ["a first name that fits two", [[["FN:Mia", home]], [["FN:Mia Lopez", home]], [["FN:Mia Garcia", home]]], -1],
  [
    "a first name that fits two, whom it shares other values with",
    [[["FN:Noa", home, mail("noa")]], [["FN:Noa Wyss", home]], [["FN:Noa Perret", mail("noa")]]],
    -1,
  ],
  ["an initial that fits two", [[["FN:L. Frey", home]], [["FN:Luc Frey", home]], [["FN:Lea Frey", home]]], -1],
  [
    "an initial that fits one",
    [
      [
        ["FN:L. Frey", home],
        ["FN:Luc Frey", home, mail("luc")],
      ],
      [["FN:Peter Frey", home]],
    ],
  ],
  [
    "a first name twice, and the whole name",
    [
      [
        ["FN:Noa", home],
        ["FN:Noa Wyss", home, "NOTE:x"],
        ["FN:Noa", home, "NOTE:y"],
      ],
    ],
  ],
  [
    "two of one first name with other mobiles",
    [[["FN:Noa", home, cell("1111111")]], [["FN:Noa", home, cell("2222222")]]],
  ],
  ["an initial with another e-mail address", [[["FN:L. Frey", home, mail("l")]], [["FN:Luc Frey", home, mail("luc")]]]],
  [
    "a name that fits two, and has most values in common with one",
    [
      [
        ["FN:Ann Smith", home, mail("ann")],
        ["FN:Ann Marie Smith", home, mail("ann")],
      ],
      [["FN:Ann Jane Smith", home]],
    ],
  ],
  [
    "an initial of the last name, and one profile",
    [
      [
        ["FN:Otto Q.", profile, mail("otto")],
        ["FN:Otto Quill", profile, mail("quill")],
      ],
    ],
  ],
  [
    "a nickname on the card",
    [
      [
        ["FN:Robert Miller", "NICKNAME:Bob", home],
        ["FN:Bob Miller", home, mail("bob")],
      ],
    ],
  ],
  [
    "namesakes of one company's website",
    [
      [["FN:Thomas Müller", site, cell("1111111"), mail("t.mueller")]],
      [["FN:Thomas Müller", site, cell("2222222"), mail("th.mueller")]],
    ],
  ],
  ["a first name and a name of one website", [[["FN:Kim", site]], [["FN:Kim Lee", site]]]],
  [
    "one person of one website",
    [
      [
        ["FN:Kim Lee", site, home],
        ["FN:Kim Lee", site, mail("kim")],
      ],
    ],
  ],
  [
    "namesakes of a website that a colleague has",
    [[["FN:Kim Lee", site, home]], [["FN:Kim Lee", site, mail("kim")]], [["FN:Eva Lind", site]]],
    -1,
  ],
  [
    "father and son on one landline",
    [
      [["N:Silva;João;;;", "FN:João Silva", home, cell("1111111")]],
      [["N:Silva;João;;;Filho", "FN:João Silva Filho", home, cell("2222222")]],
    ],
  ],
  [
    "cousins of one landline",
    [[["FN:Ali Khan", home, cell("1111111"), mail("ali")]], [["FN:Ali Khan", home, cell("2222222"), mail("a.khan")]]],
  ],
  [
    "cousins of one landline, of whom one has no e-mail address",
    [
      [
        ["FN:Ali Khan", home, cell("1111111"), mail("ali")],
        ["FN:Ali Khan", home, cell("2222222")],
      ],
    ],
  ],
  [
    "namesakes with an e-mail address of their company",
    [[["FN:Ali Khan", mail("info"), cell("1111111")]], [["FN:Ali Khan", mail("info"), cell("2222222")]]],
  ],
  [
    "one person with an e-mail address and two mobiles",
    [
      [
        ["FN:Ali Khan", mail("infante"), cell("1111111")],
        ["FN:Ali Khan", mail("infante"), cell("2222222")],
      ],
    ],
  ],
])("%s", async (_case, people, apart) => {
  const cards = people.flatMap((own, person) => own.map((lines) => ({ lines, person })));
  for (const order of permutations(cards)) {
    const names = order.map(({ lines }) => lines[0]).join(", ");
    const accountId = await newAccount(store);
    const { results } = await importCards(
      store,
      accountId,
      order.map(({ lines }) => lines),
    );
    const persons = new Map(order.map(({ person }, at) => [results[at]?.contactId, person]));
    expect(
      order.map((_, at) => persons.get(results[at]?.contactId)),
      names,
    ).toEqual(order.map(({ person }) => person));
    expect(persons.size, names).toBe(people.length);
    if (apart === -1) continue;
    const one = await newAccount(store);
    for (const { lines } of order) await importCards(store, one, [lines]);
    expect(await contactsOf(store, one), names).toHaveLength(people.length);
  }
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
