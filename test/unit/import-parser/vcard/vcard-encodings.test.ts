import { Buffer } from "node:buffer";
import { TextDecoder } from "node:util";
import { describe, expect, it } from "vitest";
import {
  card,
  fileInPieces,
  importBytes,
  importCard,
  importText,
  issueCodes,
  messagesOf,
  onlyContact,
  rowsOf,
} from "../../../support/files/vcard.ts";

const plain = card("FN:Jürgen Groß", "N:Groß;Jürgen;;;");

describe("the encoding of a file", () => {
  it("is UTF-8 or UTF-16 in both orders, with and without a byte-order mark", async () => {
    const [bare, marked] = [plain, `\ufeff${plain}`];
    for (const text of [bare, marked]) {
      const littleEndian = Buffer.from(text, "utf16le");
      for (const bytes of [Buffer.from(text), littleEndian, Buffer.from(littleEndian).swap16()]) {
        const contact = onlyContact(await importBytes(bytes));
        expect(contact).toMatchObject({ firstName: "Jürgen", lastName: "Groß", issues: [] });
      }
    }
  });

  it.each(["Jürgen Groß", "m³ £5 ¿Qué?"])(
    "is guessed as Windows-1252 if it is not named and the bytes are not UTF-8: %s",
    async (name) => {
      const contact = onlyContact(await importText(card(`FN:${name}`), "latin1"));
      expect([contact.firstName, issueCodes(contact)]).toEqual([name, ["charset_guessed"]]);
    },
  );

  it.each([
    ...["Zdzis³aw Wa³êsa", "£ukasz W¹sik", "Gra¿yna Paw³owska", "Jan Czerwiñski", "Micha³ Ró¿añski", "Ewa Wo\x9fniak"],
    ...["Piotr Wi\x9cniewski", "Marek Ziêba", "Jan ¯mijewski", "LECH WA£ÊSA", "Marija Petroviæ", "Mateja Kovaèiè"],
    ...[
      "Antonín Dvoøák",
      "Zdenìk Kuèera",
      "Jiøí Havlíèek",
      "Jana Rù\x9eièková",
      "Ondøej Nìmec",
      "Marie Èerná",
      "¼ubica Va\x9dková",
    ],
    ...["Zió³kowski", "Pó³torak", "¯ó³ty", "Ró¿a", "Sokó³", "Wêgrzyn", "Dêbski", "Jêdrzej", "Kováè"],
    ...["\x8clusarczyk", "\x8cniadek", "WI\x8cNIEWSKI"],
    ...["Sándor Petõfi", "Szûcs Ernõ", "Gyõri Márta", "Hegedûs Lõrinc", "Kõszegi Dezsõ", "Erdõs Pál"],
  ])("is guessed as Windows-1250 if its letters show it: %s", async (name) => {
    const bytes = Buffer.from(name, "latin1");
    const expected = new TextDecoder("windows-1250").decode(bytes);
    const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
    for (const line of [`FN:${name}`, `FN;ENCODING=QUOTED-PRINTABLE:${quoted}`]) {
      const contact = onlyContact(await importText(card("VERSION:2.1", line), "latin1"));
      expect([contact.firstName, issueCodes(contact)]).toEqual([expected, ["charset_guessed"]]);
    }
  });

  it.each([
    ...["Renée Müller", "Jürgen Groß", "Iñaki Núñez", "Peña", "Naïve", "Loïc", "Anaïs Lefèvre", "Hélène Molière"],
    ...["João Simões", "Guimarães", "François Forêt", "Benoît Brûlé", "Søren Kærgaard", "Håkon Bjørnøy", "Øystein Bøe"],
    ...["Peter Høeg", "Veøy", "Nicolò Forlì", "Gesù", "Antònia Mercè", "Fañch", "Mìcheal Mòr", "Màiri", "Tõnu Põld"],
    ...[
      "5 m³",
      "70 m³ à 5 £",
      "Nº 1",
      "Mª José",
      "¿Qué?",
      "½ pint",
      "«Zoë»",
      "C\x9curs \x93Zoë\x94 \x96 là\x85",
      "Gruyère",
      "Sautûé",
      ...["Jérôme", "forêt", "Bêta", "Dêbora", "\x8cuvre", "\x8cnologie", "B\x8cRSCH", "«x»"],
    ],
  ])("stays Windows-1252 for %s", async (name) => {
    const contact = onlyContact(await importText(card(`FN:${name}`), "latin1"));
    expect(contact.firstName).toBe(new TextDecoder("windows-1252").decode(Buffer.from(name, "latin1")));
  });

  it("is guessed by the letters of all cards, in chunks of any size", async () => {
    const [raw, quoted] = ["Zdzis³aw Wa³êsa", "Wa=B3=\r\n=EAsa Zdzis=B3aw"];
    for (const first of [`FN:${raw}`, `FN;ENCODING=QUOTED-PRINTABLE:${quoted}`]) {
      const names = ["Bøe", "Martinù", "François"].map((name) => card(`FN:${name}`));
      const bytes = Buffer.from(names.join(card("VERSION:2.1", first)), "latin1");
      for (const size of [1, 7, 1_000]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        const shown = (await rowsOf(fileInPieces(pieces))).map(({ formattedName }) => formattedName);
        expect(shown.filter((_, index) => index % 2 === 0)).toEqual(["Bře", "Martinů", "François"]);
      }
    }
  });

  it("is not guessed by letters of UTF-8 in a file with one broken letter", async () => {
    const text = card("FN:Grażyna Gómez", "NOTE:Núñez");
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from(card("FN:Nicol\xf2"), "latin1")]);
    expect((await importBytes(bytes)).contacts.map(({ firstName }) => firstName)).toEqual(["Grażyna Gómez", "Nicolò"]);
  });

  it("is named line by line with CHARSET, for raw bytes too", async () => {
    const bytes = Buffer.concat([
      Buffer.from("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS:"),
      Buffer.from([0x8d, 0xb2, 0x93, 0xa1]),
      Buffer.from("\r\nNOTE;CHARSET=ISO-8859-1:caf\u00e9\r\nTITLE:Größe\r\nEND:VCARD\r\n", "latin1"),
    ]);
    expect(onlyContact(await importBytes(bytes))).toMatchObject({ firstName: "佐藤", notes: "café" });
  });

  it.each([
    ["NOTE;CHARSET=KLINGON:plain", "plain"],
    ["NOTE;CHARSET=KLINGON:caf\u00e9", "caf\u00e9"],
    ["NOTE;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:caf=C3=A9", "caf\u00e9"],
    ["NOTE;CHARSET=KLINGON;ENCODING=BASE64:Y2Fmw6k=", "caf\u00e9"],
  ])("that is unknown is guessed, and named in the warning: %s", async (line, notes) => {
    const contact = await importCard("VERSION:2.1", "FN:Ana", line);
    expect(contact.notes).toBe(notes);
    expect(messagesOf(contact)).toEqual([
      'warning: The encoding "KLINGON" is not known, and was guessed, first in NOTE (line 4).',
    ]);
  });

  it("that is not named is guessed, with one warning for the file", async () => {
    const cards = card("FN:Zo\u00eb", "NOTE:caf\u00e9", "TITLE:caf\u00e9") + card("FN:Ren\u00e9");
    const { contacts } = await importText(cards, "latin1");
    expect(contacts.map(messagesOf)).toEqual([
      ["warning: The encoding of the file is not named, and was guessed, first in FN (line 3)."],
      [],
    ]);
  });

  it("that is wrong is reported for each value", async () => {
    const cards = card("NOTE;CHARSET=UTF-8:caf\u00e9", "FN:Ana") + card("FN;CHARSET=UTF-8:Ren\u00e9");
    const { contacts } = await importText(cards, "latin1");
    expect(contacts).toMatchObject([{ notes: "caf\u00e9" }, { firstName: "Ren\u00e9" }]);
    expect(contacts.map(messagesOf)).toEqual(
      ["NOTE (line 3)", "FN (line 8)"].map((what) => [
        `warning: Not all of ${what} is in the encoding "UTF-8" that it names; the rest was guessed.`,
      ]),
    );
  });

  it.each(["UTF-8", "us-ascii", "cp1252"])(
    "may be %s for letters that are in all of them, without a warning",
    async (charset) => {
      expect((await importCard("FN:Ana", `NOTE;CHARSET=${charset}:plain`)).issues).toEqual([]);
    },
  );
});

describe("lines", () => {
  it.each(["\r\n", "\n", "\r", "\r\r\n"])("end with %j", async (end) => {
    const text = card("FN:Ana Beltrán", "NOTE:one", " two", "TITLE:Baker").replaceAll("\r\n", end);
    const expected = { firstName: "Ana Beltrán", notes: "onetwo", position: "Baker" };
    expect(onlyContact(await importText(text))).toMatchObject(expected);
  });

  it("are unfolded before they are decoded, because some writers break inside a letter", async () => {
    const [before = "", after = ""] = card("FN:Ana Beltr@n").split("@");
    const [first = 0, second = 0] = Buffer.from("á");
    const parts = [Buffer.from(before), Buffer.of(first), Buffer.from("\r\n "), Buffer.of(second), Buffer.from(after)];
    expect(onlyContact(await importBytes(Buffer.concat(parts))).firstName).toBe("Ana Beltrán");
  });

  it("may be blank or comments, and BEGIN and END may have blanks and small letters", async () => {
    const text = "# from my phone\r\n\r\nbegin:vcard \r\nversion:3.0\r\n\r\nfn:Ana\r\n# more\r\nEnd:VCard \r\n";
    expect(onlyContact(await importText(text)).firstName).toBe("Ana");
  });

  it("of text that are broken without folding are joined, with a warning", async () => {
    const contact = await importCard("FN:Ana", "NOTE:first line", "second line, without a colon", "TITLE:Baker");
    expect(contact).toMatchObject({ notes: "first line\nsecond line, without a colon", position: "Baker" });
    expect(contact.issues).toMatchObject([{ code: "lines_joined", property: "NOTE", line: 4 }]);
  });
});

describe("quoted-printable", () => {
  it("is decoded with its soft breaks, even inside a letter", async () => {
    const contact = await importCard(
      "VERSION:2.1",
      "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=C3=BC=",
      "=72gen Gro=C3=",
      "=9F",
      "NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0A=",
      "two: three=3B",
      "TEL;CELL:+49 1522 3433333",
    );
    expect(contact).toMatchObject({ firstName: "Jürgen Groß", notes: "one\ntwo: three;" });
    expect(contact.phones).toHaveLength(1);
  });

  it("ends with its card even when its last line has a soft break", async () => {
    const text = card("VERSION:2.1", "N:Groß", "NOTE;QUOTED-PRINTABLE:lost=") + card("FN:Ana");
    const { contacts } = await importText(text);
    expect(contacts).toMatchObject([
      { firstName: "Groß", notes: "lost" },
      { firstName: "Ana", notes: null },
    ]);
  });

  it.each([
    ["HOBBY: Hans Meier, Tochter Lena", "Fragebogen=0D=0A="],
    ["TEL: no number", "Fragebogen ="],
    ["X-Ray von 2019: gut", "="],
    ["X-MAS", "Fragebogen=0D=0A="],
  ])("goes on in text that only looks like a property: %s", async (text, before) => {
    const note = `NOTE;ENCODING=QUOTED-PRINTABLE:${before}`;
    const contact = await importCard("VERSION:2.1", "N:Groß", note, `${text}=0D=0A=`, "Rest", "TITLE:Baker");
    const notes = `${before.replace("=0D=0A", "\n").replace(/=$/, "")}${text}\nRest`;
    expect(contact).toMatchObject({ notes, position: "Baker", issues: [] });
  });

  it.each([
    // An equals sign that encodes nothing stays.
    ["NOTE;ENCODING=QUOTED-PRINTABLE:1+1=2 =ZZ ende", "1+1=2 =ZZ ende"],
    // The second half of a letter may stand bare in Shift_JIS.
    ["NOTE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83A=83C", "アイ"],
  ])("%s is read as %s", async (line, notes) => {
    expect((await importCard("VERSION:2.1", "FN:A", line)).notes).toBe(notes);
  });
});

it("base64 of a text is decoded part by part", async () => {
  const part = Buffer.from("Äußere Gasse; Hof").toString("base64");
  const contact = await importCard("VERSION:2.1", "FN:A", `ADR;HOME;CHARSET=UTF-8;ENCODING=BASE64:;;${part};;;;`);
  expect(contact.addresses[0]?.addressLine1).toBe("Äußere Gasse; Hof");
});
