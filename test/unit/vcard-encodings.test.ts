import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { card, importBytes, importCard, importText, issueCodes, onlyContact, rowsOf } from "../support/vcard.ts";

const plain = card("FN:Jürgen Groß", "N:Groß;Jürgen;;;");

describe("the file's encoding", () => {
  it("is UTF-8, with and without a byte-order mark", async () => {
    expect(onlyContact(await importText(plain)).lastName).toBe("Groß");
    expect(onlyContact(await importText(`\ufeff${plain}`)).lastName).toBe("Groß");
  });

  it("is UTF-16 by its mark or its zero bytes, in both orders", async () => {
    const littleEndian = Buffer.from(plain, "utf16le");
    const bigEndian = Buffer.from(littleEndian).swap16();
    const marked = Buffer.from(`\ufeff${plain}`, "utf16le");
    for (const bytes of [littleEndian, bigEndian, marked, Buffer.from(marked).swap16()]) {
      expect(onlyContact(await importBytes(bytes)).firstName).toBe("Jürgen");
    }
  });

  it("is guessed as Windows-1252 where nothing is said and it is no UTF-8, with a warning", async () => {
    const contact = onlyContact(await importText(plain, "latin1"));
    expect([contact.firstName, contact.lastName]).toEqual(["Jürgen", "Groß"]);
    expect(issueCodes(contact)).toContain("charset_guessed");
  });

  it("is named line by line with CHARSET, for raw bytes too", async () => {
    const japanese = Buffer.from([0x8d, 0xb2, 0x93, 0xa1]);
    const bytes = Buffer.concat([
      Buffer.from("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS:"),
      japanese,
      Buffer.from("\r\nNOTE;CHARSET=ISO-8859-1:caf\u00e9\r\nTITLE:Größe\r\nEND:VCARD\r\n", "latin1"),
    ]);
    const contact = onlyContact(await importBytes(bytes));
    expect(contact).toMatchObject({ firstName: "佐藤", notes: "café" });
  });

  it("of a line that names none is the one that another line names", async () => {
    const text =
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Nov\u00e1kov\u00e1;Zde\u00f2ka\r\nLABEL;CHARSET=Windows-1250:x\r\nEND:VCARD\r\n";
    expect(onlyContact(await importText(text, "latin1")).firstName).toBe("Zdeňka");
  });

  it("that nobody knows is guessed, with a warning", async () => {
    const contact = await importCard(
      "VERSION:2.1",
      "N;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:Gro=C3=9F;J=C3=BCrgen",
    );
    expect(contact.lastName).toBe("Groß");
    expect(issueCodes(contact)).toContain("charset_guessed");
  });

  it.each([
    ["NOTE;CHARSET=KLINGON:plain", "plain"],
    ["NOTE;CHARSET=KLINGON:caf\u00e9", "caf\u00e9"],
    ["NOTE;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:caf=C3=A9", "caf\u00e9"],
    ["NOTE;CHARSET=KLINGON;ENCODING=BASE64:Y2Fmw6k=", "caf\u00e9"],
  ])("that nobody knows is named in the warning: %s", async (line, notes) => {
    const contact = await importCard("VERSION:2.1", "FN:Ana", line);
    expect(contact.notes).toBe(notes);
    expect(contact.issues.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: The encoding "KLINGON" is not known, and was guessed, first in NOTE (line 4).',
    ]);
  });

  it.each([
    ["Jan Iksi\u00f1ski", "Jan Iksiński"],
    ["\u00a3ukasz W\u00b9sik", "Łukasz Wąsik"],
    ["Gra\u00bfyna Paw\u00b3owska", "Grażyna Pawłowska"],
  ])("is Windows-1250 where %s would be no name", async (written, name) => {
    expect(onlyContact(await importText(card(`FN:${written}`), "latin1")).firstName).toBe(name);
  });

  it.each(["Iñaki Núñez", "Peña", "m³ £5 ¿Qué?"])("stays Windows-1252 for %s", async (name) => {
    expect(onlyContact(await importText(card(`FN:${name}`), "latin1")).firstName).toBe(name);
  });

  it("that nothing names is said to be guessed once for the file", async () => {
    const cards = card("FN:Zo\u00eb", "NOTE:caf\u00e9", "TITLE:caf\u00e9") + card("FN:Ren\u00e9");
    const { contacts } = await importText(cards, "latin1");
    expect(contacts.map(({ issues }) => issues.map(({ message }) => message))).toEqual([
      ["The encoding of the file is not named, and was guessed, first in FN (line 3)."],
      [],
    ]);
  });

  it("that a value is not in is said to be another one", async () => {
    const text = card("FN:Ana", "NOTE;CHARSET=UTF-8:caf\u00e9");
    const { notes, issues } = onlyContact(await importText(text, "latin1"));
    expect(notes).toBe("caf\u00e9");
    expect(issues.map(({ message }) => message)).toEqual([
      'Not all of NOTE (line 4) is in the encoding "UTF-8" that it names; the rest was guessed.',
    ]);
  });

  it.each(["UTF-8", "us-ascii", "ISO-8859-1", "unicode-1-1-utf-8", "cp1252"])(
    "may be %s for letters that are in all of them, without a warning",
    async (charset) => {
      expect((await importCard("FN:Ana", `NOTE;CHARSET=${charset}:plain`)).issues).toEqual([]);
    },
  );

  it("of a whole file in UTF-16 may be named in its lines", async () => {
    const text = Buffer.from(`\ufeff${card("FN:Ana", "NOTE;CHARSET=UTF-16:caf\u00e9")}`, "utf16le");
    expect(onlyContact(await importBytes(text))).toMatchObject({ notes: "caf\u00e9", issues: [] });
  });

  it.each([
    ["NOTE;CHARSET=UTF-7:caf+AOk-, 1 +- 1, +2DzfuQ- and +ZeVnLIqe.", "café, 1 + 1, 🎹 and 日本語."],
    ["NOTE;CHARSET=utf-7;ENCODING=QUOTED-PRINTABLE:caf+AOk-=3B +AOkA6Q", "café; éé"],
    ["NOTE;CHARSET=unicode-1-1-utf-7:plain", "plain"],
    ["NOTE;CHARSET=UTF-7:+AOk", "é"],
  ])("may be UTF-7: %s", async (line, notes) => {
    expect(await importCard("VERSION:2.1", "FN:Ana", line)).toMatchObject({ notes, issues: [] });
  });

  it.each(["+34 612", "a + b", "+2DwAQQ-", "+AOl-", "+A-", "+AOkA-"])(
    "may be named UTF-7 by a text that is none and stays as it is, with a warning: %s",
    async (text) => {
      const contact = await importCard("FN:Ana", `NOTE;CHARSET=UTF-7:${text}`);
      expect([contact.notes, issueCodes(contact)]).toEqual([text, ["charset_guessed"]]);
    },
  );

  it("may be ISO-2022-JP, whose bytes are all ASCII", async () => {
    const contact = await importCard("VERSION:2.1", "N;CHARSET=ISO-2022-JP:\u001b$B:4F#\u001b(B");
    expect(contact.firstName).toBe("佐藤");
  });
});

describe("line ends and folding", () => {
  it.each(["\r\n", "\n", "\r", "\r\r\n"])("%j ends a line", async (end) => {
    const text = card("FN:Ana Beltrán", "NOTE:one", " two", "TITLE:Baker").replaceAll("\r\n", end);
    expect(onlyContact(await importText(text))).toMatchObject({
      firstName: "Ana Beltrán",
      notes: "onetwo",
      position: "Baker",
    });
  });

  it("unfolds before it decodes, since some writers break inside a letter", async () => {
    const bytes = Buffer.from(card("FN:Ana Beltr@án"));
    const at = bytes.indexOf("@");
    const [first, second] = Buffer.from("á");
    const broken = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.of(first ?? 0),
      Buffer.from("\r\n "),
      Buffer.of(second ?? 0),
      Buffer.from("n\r\nEND:VCARD\r\n"),
    ]);
    expect(onlyContact(await importBytes(broken)).firstName).toBe("Ana Beltrán");
  });

  it("takes blank lines, comments and blanks around BEGIN and END", async () => {
    const text = "# from my phone\r\n\r\nbegin:vcard \r\nversion:3.0\r\n\r\nfn:Ana\r\n# more\r\nEnd:VCard \r\n";
    expect(onlyContact(await importText(text)).firstName).toBe("Ana");
  });

  it("joins text that its writer broke without folding, with a warning", async () => {
    const contact = await importCard(
      "FN:Ana",
      "NOTE:first line",
      "second line, without a colon",
      "TEL:+34 612 345 678",
    );
    expect(contact.notes).toBe("first line\nsecond line, without a colon");
    expect(contact.phones).toHaveLength(1);
    expect(contact.issues).toContainEqual(expect.objectContaining({ code: "lines_joined", property: "NOTE", line: 4 }));
  });
});

describe("quoted-printable", () => {
  it("is decoded with its soft breaks, which may stand inside a letter", async () => {
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
    expect((await importText(text)).contacts.map(({ firstName, notes }) => [firstName, notes])).toEqual([
      ["Groß", "lost"],
      ["Ana", null],
    ]);
  });

  it.each([
    "item1.TEL:+49301234567",
    "item1.X-ABDATE:2001-02-03",
    "NICKNAME:Annie",
    "SORT-STRING:Ana",
    "X-PHONETIC-FIRST-NAME:Ana",
    "item2.X-SKYPE2;TYPE=HOME:ana",
  ])("ends before %s even when its last line has a soft break", async (line) => {
    const [row] = await rowsOf(card("VERSION:2.1", "N:Groß", "NOTE;ENCODING=QUOTED-PRINTABLE:abc=", line));
    const [alone] = await rowsOf(card("VERSION:2.1", "N:Groß", line));
    expect(row?.notes).toEqual(["abc"]);
    expect(row?.valuesSeen).toBe((alone?.valuesSeen ?? 0) + 1);
  });

  it.each([
    ...["NAME", "SOURCE", "PROFILE", "CLASS", "KEY", "CREATED", "HOBBY", "INTEREST", "LANGUAGE", "GENDER"].map(
      (name) => `${name}: Hans Meier, Tochter Lena`,
    ),
    ...["X-Ray von 2019: gut", "X-Ray: gut", "X-Large", "X-MAS", "www.X-Men fan", "www.X-MEN fan"],
  ])("goes on in text that only looks like a property: %s", async (text) => {
    for (const before of ["Fragebogen=0D=0A=", "Fragebogen =", "="]) {
      const note = `NOTE;ENCODING=QUOTED-PRINTABLE:${before}`;
      const contact = await importCard(
        "VERSION:2.1",
        "N:Groß",
        note,
        `${text}=0D=0A=`,
        "Rest der Notiz",
        "TITLE:Baker",
      );
      const start = before.replace("=0D=0A", "\n").replace(/=$/, "");
      expect(contact).toMatchObject({ notes: `${start}${text}\nRest der Notiz`, position: "Baker", issues: [] });
    }
  });

  it.each(["NICKNAME: Annie", "SOUND: leise", "GEO: 1;2", "item1.TEL: +49301234567", "X-RAY2: gut"])(
    "goes on behind a line break of its own in a line that is a property elsewhere: %s",
    async (line) => {
      const note = "NOTE;ENCODING=QUOTED-PRINTABLE:Fragebogen=0d=0a=";
      expect((await importCard("VERSION:2.1", "N:Groß", note, line)).notes).toBe(`Fragebogen\n${line}`);
      const [row] = await rowsOf(card("VERSION:2.1", "N:Groß", note.replace("=0d=0a", ""), line));
      expect(row?.notes).toEqual(["Fragebogen"]);
    },
  );

  it.each(["TEL:+49301234567", "CATEGORIES:Friends", "X-SKYPE:ana"])(
    "ends behind a line break of its own before a most usual property: %s",
    async (line) => {
      const [row] = await rowsOf(card("VERSION:2.1", "N:Groß", "NOTE;ENCODING=QUOTED-PRINTABLE:abc=0D=0A=", line));
      expect(row?.notes.map((text) => text.trim())).toEqual(["abc"]);
    },
  );

  it("ends before a property even when its last line has a soft break", async () => {
    const contact = await importCard(
      "VERSION:2.1",
      "N:Groß",
      "NOTE;QUOTED-PRINTABLE:one=",
      "TEL;CELL:+49 1522 3433333",
    );
    expect(contact.notes).toBe("one");
    expect(contact.phones).toHaveLength(1);
  });

  it("keeps an equals sign that encodes nothing", async () => {
    expect((await importCard("FN:A", "NOTE;ENCODING=QUOTED-PRINTABLE:1+1=2 =ZZ ende")).notes).toBe("1+1=2 =ZZ ende");
  });

  it("may encode bytes whose second half stands bare (Shift_JIS)", async () => {
    expect((await importCard("VERSION:2.1", "N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83A=83C")).firstName).toBe(
      "アイ",
    );
  });
});

describe("base64", () => {
  it("of a text is decoded part by part", async () => {
    const part = Buffer.from("Äußere Gasse; Hof").toString("base64");
    const contact = await importCard("VERSION:2.1", "FN:A", `ADR;HOME;CHARSET=UTF-8;ENCODING=BASE64:;;${part};;;;`);
    expect(contact.addresses[0]?.addressLine1).toBe("Äußere Gasse; Hof");
  });
});
