import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { safeLine } from "../../../shared/platform/text/safe-text.ts";
import {
  buildDigest,
  type Digest,
  type DigestEntry,
  type DigestInput,
  digestCapacity,
} from "../../../shared/reminder/digest/digest.ts";
import { htmlCapacity } from "../../../shared/reminder/digest/digest-parts.ts";
import { hostileText, readHtml } from "../../support/reminder/mail.ts";

const today = "2026-11-21";
const unsubscribeUrl = "https://api.example.com/unsubscribe/abc";

const entry = (changes: Partial<DigestEntry> = {}): DigestEntry => ({
  contactId: changes.firstName ?? "Anna",
  firstName: "Anna",
  lastName: "Ahrens",
  type: "birthday",
  date: "1986-11-21",
  note: "",
  occurrence: today,
  ...changes,
});

const digest = (
  entries: readonly DigestEntry[],
  changes: Partial<DigestInput<DigestEntry>> = {},
): Digest<DigestEntry> =>
  buildDigest({ accountName: "Zoë", language: "en", today, unsubscribeUrl, entries, ...changes });

/** The heading and the line of the only date in a mail, among other lines. */
function linesOf(language: string, changes: Partial<DigestEntry>): string[] {
  const { text } = digest([entry(changes)], { language });
  return text.split("\n").filter((line, at, lines) => line.startsWith("- ") || lines[at + 1] === "");
}
const heading = (language: string, changes: Partial<DigestEntry>) => linesOf(language, changes).at(-3);
const line = (language: string, changes: Partial<DigestEntry>) => linesOf(language, changes).at(-2);

describe("a digest", () => {
  it("lists the dates by day, and greets the owner by name", () => {
    const { subject, text } = digest([
      entry({ firstName: "Bob", lastName: "", type: "anniversary", date: "2014-11-26", occurrence: "2026-11-26" }),
      entry({ note: "Likes tea" }),
      entry({ firstName: "Zed", type: "nameday", date: "1986-11-22", occurrence: "2026-11-22" }),
    ]);
    expect(subject).toBe("Anna Ahrens, Zed Ahrens and 1 more have important dates");
    expect(text).toBe(`Hello Zoë,

here is what you wanted to be reminded of.

Today (Saturday, November 21)

- Anna Ahrens: birthday, turns 40
  Likes tea

Tomorrow (Sunday, November 22)

- Zed Ahrens: name day

In 5 days (Thursday, November 26)

- Bob: anniversary, 12 years

You get this mail because reminders are turned on in your account.
Turn reminders off: https://api.example.com/unsubscribe/abc
`);
  });

  it.each([
    ["en", "Today (Saturday, November 21)", "- Anna Ahrens: birthday, turns 40"],
    ["en-GB", "Today (Saturday 21 November)", "- Anna Ahrens: birthday, turns 40"],
    ["de", "Heute (Samstag, 21. November)", "- Anna Ahrens: Geburtstag, wird 40"],
    ["cs", "Dnes (sobota 21. listopadu)", "- Anna Ahrens: narozeniny, 40 let"],
    ["fr", "Aujourd’hui (samedi 21 novembre)", "- Anna Ahrens\u00a0: anniversaire, 40 ans"],
    ["es-MX", "Hoy (sábado, 21 de noviembre)", "- Anna Ahrens: cumpleaños, cumple 40 años"],
    ["fi", "Today (Saturday, November 21)", "- Anna Ahrens: birthday, turns 40"],
    ["en-u-ca-buddhist-nu-arab", "Today (Saturday, November 21)", "- Anna Ahrens: birthday, turns 40"],
    ["no language", "Today (Saturday, November 21)", "- Anna Ahrens: birthday, turns 40"],
  ])("is written in %s", (language, when, what) => {
    expect(linesOf(language, {}).slice(-3, -1)).toEqual([when, what]);
  });

  it.each([
    ["en", ["Tomorrow", "In 2 days", "In 22 days"], ["2025 1 year"]],
    ["de", ["Morgen", "In 2 Tagen", "In 22 Tagen"], ["2025 1 Jahr", "2014 12 Jahre"]],
    ["cs", ["Zítra", "Za 2 dny", "Za 22 dní"], ["2024 2 roky", "2021 5 let"]],
    ["fr", ["Demain", "Dans 2 jours", "Dans 22 jours"], ["2025 1 an"]],
    ["es", ["Mañana", "Dentro de 2 días", "Dentro de 22 días"], ["2025 1 año"]],
  ])("counts days and years in %s", (language, words, years) => {
    const days = ["2026-11-22", "2026-11-23", "2026-12-13"];
    const headings = days.map((occurrence) => heading(language, { occurrence })?.replace(/ \(.*/, ""));
    expect(headings).toEqual(words);
    for (const counted of years) {
      const changes = { type: "anniversary", date: `${counted.slice(0, 4)}-11-21` } as const;
      expect(line(language, changes)?.endsWith(`, ${counted.slice(5)}`), counted).toBe(true);
    }
  });

  it("shows the year of a day in another year", () => {
    expect(heading("en", { occurrence: "2027-02-28" })).toBe("In 99 days (Sunday, February 28, 2027)");
    expect(heading("cs", { occurrence: "2027-02-28" })).toBe("Za 99 dní (neděle 28. února 2027)");
  });

  it.each([
    ["whose year is unknown", { date: "1904-11-21" }, "- Anna Ahrens: birthday"],
    ["that has just come", { date: today }, "- Anna Ahrens: birthday"],
    ["of a name", { type: "nameday" } as const, "- Anna Ahrens: name day"],
    ["of another kind", { type: "other", note: "" } as const, "- Anna Ahrens: important date, 40 years"],
    [
      "29 February in a common year",
      { date: "2000-02-29", occurrence: "2027-02-28" },
      "- Anna Ahrens: birthday (February 29, 2000), turns 27",
    ],
    [
      "29 February of no year",
      { date: "1904-02-29", occurrence: "2027-03-01" },
      "- Anna Ahrens: birthday (February 29)",
    ],
    ["of nobody", { firstName: "", lastName: " " }, "- (no name): birthday, turns 40"],
  ])("describes a date %s", (_name, changes, words) => {
    expect(line("en", changes)).toBe(words);
  });
});

describe("the subject", () => {
  const people = (count: number, occurrence = today) =>
    Array.from({ length: count }, (_, at) => entry({ firstName: `P${String(at).padStart(4, "0")}`, occurrence }));

  it.each([
    ["en", "P0 has a birthday today", "P0 has important dates today", "P0, P1 and 3 more have important dates today"],
    [
      "de",
      "P0 hat heute Geburtstag",
      "P0 hat heute wichtige Daten",
      "P0, P1 und 3 weitere Kontakte haben heute wichtige Daten",
    ],
    ["cs", "P0 má dnes narozeniny", "P0 má dnes důležitá data", "P0, P1 a 3 další kontakty mají dnes důležitá data"],
    [
      "fr",
      "P0 fête son anniversaire aujourd’hui",
      "P0 a des dates importantes aujourd’hui",
      "P0, P1 et 3 autres ont des dates importantes aujourd’hui",
    ],
    ["es", "P0 cumple años hoy", "P0 tiene fechas importantes hoy", "P0, P1 y 3 más tienen fechas importantes hoy"],
  ])("in %s is a sentence about one date, or about the contacts of several", (language, one, ofOne, ofFive) => {
    const of = (entries: readonly DigestEntry[]) =>
      digest(entries, { language }).subject.replaceAll(/000| Ahrens/g, "");
    expect(of(people(1))).toBe(one);
    expect(of([...people(1), ...people(1)])).toBe(ofOne);
    expect(of([...people(5), ...people(5)])).toBe(ofFive);
  });

  it("has a sentence for each type of date, also of a day that has passed", () => {
    const types = ["birthday", "anniversary", "nameday", "graduation", "other"] as const;
    for (const [language, past] of [
      ["en", "Anna Ahrens has a birthday"],
      ["de", "Anna Ahrens hat Geburtstag"],
      ["cs", "Anna Ahrens má narozeniny"],
      ["fr", "Anna Ahrens fête son anniversaire"],
      ["es", "Anna Ahrens cumple años"],
    ] as const) {
      const of = (changes: Partial<DigestEntry>) => digest([entry(changes)], { language }).subject;
      expect(of({ occurrence: "2026-11-20" })).toBe(past);
      const subjects = types.map((type) => of({ type, occurrence: "2026-11-26" }));
      expect(new Set(subjects).size).toBe(types.length);
      for (const subject of subjects) expect(subject).toMatch(/^Anna Ahrens \p{Ll}[^:{}]* 5 [^:{}]*\p{L}$/u);
    }
  });

  it("names two people without a count, and a person with two dates once", () => {
    expect(digest(people(2)).subject).toBe("P0000 Ahrens and P0001 Ahrens have important dates today");
    expect(digest([entry(), entry({ type: "nameday" })]).subject).toBe("Anna Ahrens has important dates today");
  });

  it("is one short safe line with any names", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ firstName: hostileText, lastName: hostileText }), { minLength: 1 }), (names) => {
        const { subject } = digest(names.map(entry));
        expect(subject.length).toBeLessThan(200);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
        expect(subject.isWellFormed()).toBe(true);
        expect(subject.split("\u2068").length).toBe(subject.split("\u2069").length);
      }),
    );
  });
});

it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "the day in a mail does not depend on the zone of the process: %s",
  (TZ) => {
    vi.stubEnv("TZ", TZ);
    expect(heading("en", { occurrence: "2026-11-22" })).toBe("Tomorrow (Sunday, November 22)");
    vi.unstubAllEnvs();
  },
);

describe("names and notes", () => {
  it("are complete in both parts, and are never markup", () => {
    const person = fc.record({ firstName: hostileText, lastName: hostileText, note: hostileText });
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 5 }), hostileText, (people, accountName) => {
        const { text, html } = digest(people.map(entry), { accountName });
        const read = readHtml(html);
        expect(read.tags).toEqual(expect.not.arrayContaining(["script", "img"]));
        const plain = text.replaceAll(/[\u2068\u2069]/g, "");
        for (const { firstName, lastName, note } of people) {
          for (const part of [safeLine(`${firstName} ${lastName}`), safeLine(note), safeLine(accountName)]) {
            expect(plain).toContain(part);
            if (part !== "") expect(read.isolated).toContain(part);
          }
        }
      }),
    );
  });

  it("are unchanged if they are harmless", () => {
    for (const text of ["Žofie O’Brien-Šmíd", "דוד", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u0301", "a\u200db"])
      expect(safeLine(text)).toBe(text);
    expect(safeLine("a\u202eb\r\nBcc: c\u0000\ud800\u2067")).toBe("ab Bcc: c \ufffd");
  });

  it("in right-to-left scripts do not reorder the text beside them", () => {
    const { text, html } = digest([entry({ firstName: "דוד", lastName: "", note: "123 (א)" })]);
    expect(text).toContain("- \u2068דוד\u2069: birthday, turns 40\n  \u2068123 (א)\u2069\n");
    expect(html).toContain("<bdi>דוד</bdi></strong>: birthday");
  });
});

describe("what to call and to write to", () => {
  const phone = (prefix: string, value: string, preferred = false) => ({ preferred, prefix, type: "home", value });
  const email = (value: string, preferred = false) => ({ preferred, type: "home", value });
  const linksOf = (html: string) => readHtml(html).attributes.flatMap(([name, url]) => (name === "href" ? [url] : []));
  const reach = new Map([
    ["Anna", { phones: [phone("+44", "20 7946 0958 x12")], emails: [email("anna@example.com")] }],
    [
      "P0",
      {
        phones: [phone("", "030 1"), phone("", "030 2", true)],
        emails: [email("a@b.example"), email("c@d.example", true)],
      },
    ],
    ["Bob", { phones: [phone("", "*100#")], emails: [email("b?&=%ö@example.com")] }],
  ]);

  it("follows each name in both parts: the preferred number and address, or the first ones", () => {
    const people = [{ contactId: "P0", firstName: "P0", lastName: "", lastDay: null }];
    const { text, html } = digest([entry({ note: "Likes tea" }), entry({ firstName: "Cy" })], {
      keepInTouch: { people, more: 0 },
      reach,
    });
    expect(text).toContain(
      "- Anna Ahrens: birthday, turns 40\n  Likes tea\n  +44 20 7946 0958 x12\n  anna@example.com\n- Cy Ahrens: birthday, turns 40\n\n",
    );
    expect(text).toContain("- P0: no contact yet\n  030 2\n  c@d.example\n\n");
    const links = ["tel:+442079460958", "mailto:anna@example.com", "tel:0302", "mailto:c@d.example", unsubscribeUrl];
    expect(linksOf(html)).toEqual(links);
    expect(readHtml(html).isolated).toEqual(expect.arrayContaining(["+44 20 7946 0958 x12", "anna@example.com"]));
  });

  it("is a number or an address of its own in a link, whatever its characters", () => {
    const { html } = digest([entry({ firstName: "Bob" })], { reach });
    expect(linksOf(html)).toEqual(["tel:*100%23", "mailto:b%3F%26%3D%25%C3%B6@example.com", unsubscribeUrl]);
  });
});

describe("the HTML", () => {
  it("has a language, headings and lists, and loads nothing", () => {
    const days = [today, "2026-11-22"].map((occurrence) => entry({ occurrence, note: "<img src=//x.example>" }));
    const { html, subject } = digest(days, { language: "de-AT" });
    const { tags, attributes, texts } = readHtml(html);
    expect(html).toContain('<html lang="de-AT" dir="ltr">');
    expect(tags.filter((tag) => /^h\d$/.test(tag))).toEqual(["h1", "h2", "h2"]);
    expect(tags).not.toContain("table");
    expect(attributes.filter(([name]) => ["src", "href", "style"].includes(name))).toEqual([["href", unsubscribeUrl]]);
    expect(html).not.toMatch(/url\(|@import|#[0-9a-f]{3,6}\b(?!;)/i);
    expect(texts).toContain(subject);
  });
});

describe("contacts to be in touch with", () => {
  const person = (firstName: string, lastDay: string | null = "2025-10-12") => ({
    contactId: firstName,
    firstName,
    lastName: "",
    lastDay,
  });
  const people = [person("P0"), person("P1"), person("P2"), person("P3"), person("Q", null)];
  const contactsOf = (language: string, more: number, entries: readonly DigestEntry[] = []) =>
    digest(entries, { language, keepInTouch: { people, more } });

  it.each([
    ["en", "P0, P1 and 4 more are due to hear from you", "P0: last contact on October 12, 2025", "Q: no contact yet"],
    [
      "de",
      "P0, P1 und 4 weitere Kontakte warten auf eine Nachricht von dir",
      "P0: zuletzt am 12. Oktober 2025",
      "Q: noch kein Kontakt",
    ],
    ["cs", "P0, P1 a 4 další kontakty čekají, až se ozvete", "P0: naposledy 12. října 2025", "Q: zatím bez kontaktu"],
    [
      "fr",
      "P0, P1 et 4 autres attendent de vos nouvelles",
      "P0\u00a0: dernier contact le 12 octobre 2025",
      "Q\u00a0: pas encore de contact",
    ],
    [
      "es",
      "P0, P1 y 4 más esperan noticias tuyas",
      "P0: último contacto: 12 de octubre de 2025",
      "Q: aún sin contacto",
    ],
  ])("are named in %s", (language, subject, met, unmet) => {
    const { subject: found, text, html } = contactsOf(language, 1);
    expect(found).toBe(subject);
    expect(text.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(5);
    expect(text).toContain(`\n- ${met}\n`);
    expect(text).toContain(`\n- ${unmet}\n`);
    expect(readHtml(html).isolated).toEqual(["Zoë", "P0", "P1", "P2", "P3", "Q"].slice(language === "cs" ? 1 : 0));
  });

  it.each([
    ["en", "1 further contact is due.", "2 further contacts are due.", "5 further contacts are due."],
    ["de", "1 weiterer Kontakt ist fällig.", "2 weitere Kontakte sind fällig.", "5 weitere Kontakte sind fällig."],
    ["cs", "1 další kontakt čeká.", "2 další kontakty čekají.", "5 dalších kontaktů čeká."],
    [
      "fr",
      "1 autre contact est à reprendre.",
      "2 autres contacts sont à reprendre.",
      "5 autres contacts sont à reprendre.",
    ],
    ["es", "1 contacto más está pendiente.", "2 contactos más están pendientes.", "5 contactos más están pendientes."],
  ])("are counted in %s if they are not named", (language, ...lines) => {
    for (const [index, more] of [1, 2, 5].entries()) {
      const { text, html } = contactsOf(language, more);
      for (const part of [text, html]) expect(part).toContain(lines[index]);
    }
    expect(contactsOf(language, 0).text.match(/^\d/gm)).toBe(null);
  });

  it("come after the dates, which give the subject and the introduction", () => {
    const { subject, text, html } = contactsOf("en", 0, [entry()]);
    expect(subject).toBe("Anna Ahrens has a birthday today");
    expect(text).toContain("here is what you wanted to be reminded of.");
    expect(text.indexOf("Keep in touch")).toBeGreaterThan(text.indexOf("- Anna Ahrens"));
    expect(readHtml(html).tags.filter((tag) => /^h\d$/.test(tag))).toEqual(["h1", "h2", "h2"]);
  });

  it("are never markup, and the subject stays one short line", () => {
    const anyone = fc.record({
      contactId: fc.constant(""),
      firstName: hostileText,
      lastName: hostileText,
      lastDay: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(anyone, { minLength: 1, maxLength: 5 }), (hostile) => {
        const { subject, html } = digest([], { keepInTouch: { people: hostile, more: 3 } });
        expect(readHtml(html).tags).toEqual(expect.not.arrayContaining(["script", "img"]));
        expect(subject.length).toBeLessThan(200);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      }),
    );
  });
});

describe("a day with very many dates", () => {
  const crowd = (count: number, note: string, name: string) =>
    Array.from({ length: count }, (_, at) =>
      entry({ firstName: `${at} ${name}`.slice(0, 100), lastName: name, note, type: "graduation" }),
    );

  it("has the first dates as HTML with the number of the others, and all dates as text", () => {
    const { text, html, included } = digest(crowd(htmlCapacity + 7, "n", "Z"));
    expect(included).toHaveLength(htmlCapacity + 7);
    expect(text.match(/^- /gm)).toHaveLength(htmlCapacity + 7);
    expect(html.match(/<li>/g)).toHaveLength(htmlCapacity);
    expect(html).toContain("7 further dates are listed in the plain-text part of this mail.");
    expect(html).not.toContain("another mail");
    const { html: whole } = digest(crowd(htmlCapacity, "n", "Z"));
    expect(whole).not.toContain("further");
  });

  it("says that dates which do not fit follow in another mail", () => {
    const entries = [...crowd(digestCapacity, "", "Z"), entry({ firstName: "Late", occurrence: "2026-11-22" })];
    const { text, html, included, subject } = digest(entries.toReversed());
    expect(included).toHaveLength(digestCapacity);
    const inMail = new Set(included);
    expect(entries.filter((one) => !inMail.has(one))).toEqual([entries.at(-1)]);
    for (const part of [text, html]) expect(part).toContain("1 further date follows in another mail.");
    expect(subject).toContain(`and ${digestCapacity - 1} more`);
  });
});
