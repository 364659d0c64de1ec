/**
 * Who shares a value, and whom a short name stands for, in any order of the cards: in one file, and each card in a file of
 * its own. The preview and the commit agree on each row (`importRows`).
 */
import { expect, it } from "vitest";
import { importCards } from "../../support/import/imported-cards.ts";
import { newAccount } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();

const home = "TEL;TYPE=HOME:+49 30 1234567";
const cell = (digits: string) => `TEL;TYPE=CELL:+49 170 ${digits}`;
const mail = (name: string) => `EMAIL:${name}@x.example`;
const profile = "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/quill";
const site = "URL:https://www.x.example";

/** The cards of each person, and the names for which the decision is open until all cards are known. */
it.each<[string, string[][][], string[]?]>([
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
    ["J. Doe"],
  ],
  ["a first name that fits two", [[["FN:Mia", home]], [["FN:Mia Lopez", home]], [["FN:Mia Garcia", home]]], ["Mia"]],
  [
    "a first name that fits two, whom it shares other values with",
    [[["FN:Noa", home, mail("noa")]], [["FN:Noa Wyss", home]], [["FN:Noa Perret", mail("noa")]]],
    ["Noa"],
  ],
  ["an initial that fits two", [[["FN:L. Frey", home]], [["FN:Luc Frey", home]], [["FN:Lea Frey", home]]], ["L. Frey"]],
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
    ["Ann Smith"],
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
    "two people of one nickname",
    [
      [["FN:Andreas Keller", "NICKNAME:Andi", home, cell("1111111")]],
      [["FN:Andrea Keller", "NICKNAME:Andi", home, mail("andrea")]],
    ],
  ],
  [
    "a couple whose joiner is short",
    [
      [["FN:Anna u. Peter Müller", home]],
      [["FN:Anna Müller", home, mail("anna")]],
      [["FN:Peter Müller", home, mail("peter")]],
    ],
  ],
  ["a couple in capitals", [[["FN:KARL UND EVA MÜLLER", home]], [["FN:Karl Müller", home]]]],
  ["two generations", [[["FN:João Silva Filho", home]], [["FN:João Silva Neto", home]]]],
  [
    "a first name that fits two, beside another card of one of them",
    [
      [
        ["FN:Mia Lopez", home],
        ["FN:Mia Lopez", home, mail("mia")],
        ["FN:Mia", home, mail("mia")],
      ],
      [["FN:Mia Garcia", home]],
    ],
    ["Mia"],
  ],
  [
    "two with an office's number and address",
    [
      [["FN:Ali Khan", home, mail("info"), cell("1111111")]],
      [["FN:Ali Khan", home, mail("info"), "item1.TEL:+49 171 2222222", "item1.X-ABLabel:Handy"]],
    ],
  ],
  [
    "two profiles beside one website",
    [
      [["FN:Thomas Müller", site, "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/tm1"]],
      [["FN:Thomas Müller", site, "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/tm2"]],
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
    ["Kim Lee"],
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
])("%s", async (_case, people, open = []) => {
  const cards = people.flatMap((own, person) => own.map((lines) => ({ lines, person })));
  const orders = permutations(cards);
  // The first order, the reverse one, and a few between them; all of them in the full run.
  for (const order of orders.filter((_, at) => at % tries(7, 1) === 0 || at === orders.length - 1)) {
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
    // In files of their own, a name may join the first person whom it fits, but no two people become one.
    const one = await newAccount(store);
    const joined = new Map<string | undefined, Set<number>>();
    for (const { lines, person } of order) {
      const [result] = (await importCards(store, one, [lines])).results;
      const others = joined.get(result?.contactId) ?? new Set();
      joined.set(result?.contactId, open.includes(lines[0]?.slice(3) ?? "") ? others : others.add(person));
    }
    const most = Math.max(...Array.from(joined.values(), ({ size }) => size));
    expect(most, names).toBe(1);
    if (open.length === 0) expect(joined.size, names).toBe(people.length);
  }
});

it.each<[string, string[][]]>([
  [
    "a later row resolves",
    [
      ["FN:Mia Lopez", home],
      ["FN:Mia Garcia", home],
      ["FN:Mia", home, mail("mia")],
      ["FN:Mia Lopez", home, mail("mia")],
    ],
  ],
  [
    "a UID resolves",
    [
      ["FN:Jane", "UID:abc", home],
      ["FN:Jane Doe", "UID:abc"],
      ["FN:Jane Roe", home],
    ],
  ],
  [
    "a row without a name begins",
    [
      [home, mail("x")],
      ["FN:Mia Eva", mail("x")],
      ["FN:Mia", home],
      ["FN:Mia Garcia", home],
    ],
  ],
])("the commit joins as the preview says, although it does not know what %s", async (_case, cards) => {
  await importCards(store, await newAccount(store), cards);
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
