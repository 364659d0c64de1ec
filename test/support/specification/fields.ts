/** What the specification says of the fields of bodies: what is taken on both sides of every limit, and what becomes of it. */
import { expect } from "vitest";
import { interactionTypes } from "./resources.ts";

export interface Field {
  /** What is sent, and what the answer then shows; without the latter only that it is taken. */
  takes: readonly (readonly [given: unknown, shown?: unknown])[];
  refuses: readonly unknown[];
}

export type Fields = Readonly<Record<string, Field>>;

export const unknownId = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";
export const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `${unknownId.slice(0, -6)}${String(n).padStart(6, "0")}`);

const asIs = (...values: unknown[]) => values.map((value) => [value, value] as const);
const anyText: unknown = expect.any(String);
/** Never a text of one line. */
const noLine = ["a\u0007b", "a\u0000", "a\nb", "\ud83d", 5, true, {}, []];

/** A line of so many characters at most, not bytes or code units. */
function line(max: number): Field {
  return {
    takes: [...asIs("x", "x".repeat(max), "😀".repeat(max)), [`  ${"x".repeat(max)} `, "x".repeat(max)]],
    refuses: ["x".repeat(max + 1), "😀".repeat(max + 1), ...noLine],
  };
}

function label(max: number): Field {
  const { takes, refuses } = line(max);
  return { takes, refuses: [...refuses, null, "", "  ", "\u200b"] };
}

function clearable(max: number): Field {
  const { takes, refuses } = line(max);
  return { takes: [...takes, [null, null], ["", null], ["  ", null]], refuses };
}

function lines(max: number): Field {
  const { takes } = line(max);
  return {
    takes: [...takes, ["a\nb", "a\nb"], [null, null], [" ", null]],
    refuses: ["x".repeat(max + 1), "a\u0000", "\ud83d", 5],
  };
}

function choice(...values: string[]): Field {
  return { takes: asIs(...values), refuses: ["", "another", values[0]?.toUpperCase(), null, 5] };
}

const flag: Field = { takes: asIs(true, false), refuses: ["true", 1, null] };

const times = (count: number, make: (n: number) => object) => Array.from({ length: count }, (_, n) => make(n));
const email = (part: object) => [{ preferred: false, type: "other", value: "ann@example.org", ...part }];
const phone = (part: object) => [{ preferred: false, prefix: "+49", type: "other", value: "301234567", ...part }];
const address = (part: object) => [{ type: "home", addressLine1: "Quay 1", ...part }];
const date = (part: object) => [{ type: "other", date: "1990-05-17", note: "", notifyDaysBefore: null, ...part }];
const shownAddress = (part: object): unknown => [expect.objectContaining(part)];
const shownDate = (part: object): unknown => [expect.objectContaining(date(part)[0] ?? {})];
const longEmail = `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}${"c".repeat(6)}`;
const addressParts = [
  ...["label", "value", "addressLine1", "addressLine2", "addressCity", "addressState", "addressStateCode"],
  ...["addressPostalCode", "addressCountry", "addressCountryCode"],
];

export const dates: Field = {
  takes: [
    [[], []],
    ...["birthday", "anniversary", "nameday", "graduation", "other"].map((type) => {
      return [date({ type }), shownDate({ type })] as const;
    }),
    ...["1904-02-29", "2096-02-29", "1815-12-10"].map(
      (day) => [date({ date: day }), shownDate({ date: day })] as const,
    ),
    ...[0, 365, null].map((notifyDaysBefore) => [date({ notifyDaysBefore }), shownDate({ notifyDaysBefore })] as const),
    [date({ note: "x".repeat(200) }), shownDate({ note: "x".repeat(200) })],
    [[{ type: "other", date: "1990-05-17" }], shownDate({})],
    [times(10, (n) => ({ ...date({ note: `${n}` })[0] })), expect.objectContaining({ length: 10 })],
  ],
  refuses: [
    ...["2023-02-29", "1900-02-29", "2020-13-01", "20-01-01", "1990-05-17T00:00:00Z", ""].map((day) =>
      date({ date: day }),
    ),
    ...[-1, 366, 1.5, "7"].map((notifyDaysBefore) => date({ notifyDaysBefore })),
    date({ note: "x".repeat(201) }),
    date({ type: "party" }),
    date({ colour: 1 }),
    [{ type: "other" }],
    times(11, (n) => ({ ...date({ note: `${n}` })[0] })),
    "1990-05-17",
  ],
};

const messenger: Field = {
  takes: [
    ["+49 170 1234567", "+491701234567"],
    [null, null],
    ["", null],
  ],
  refuses: ["hello", "12", 5],
};

export const contact: Fields = {
  firstName: label(100),
  lastName: { ...line(100), takes: [...line(100).takes, ["", ""], [" ", ""], [null, ""]] },
  middleName: clearable(100),
  headline: clearable(300),
  location: clearable(200),
  position: clearable(200),
  timezone: {
    takes: [
      ["Europe/Prague", "Europe/Prague"],
      [null, anyText],
    ],
    refuses: ["Mars/Phobos", "x".repeat(65), 5],
  },
  language: {
    takes: [
      ["cs-CZ", "cs-CZ"],
      [null, anyText],
    ],
    refuses: ["no tag", "x".repeat(65), 5],
  },
  emails: {
    takes: [
      [[], []],
      [null, []],
      [[{ value: "Ann@EXAMPLE.Org" }], email({ value: "Ann@example.org" })],
      ...asIs(email({ type: "x".repeat(30), preferred: true }), email({ value: longEmail })),
      [times(10, (n) => ({ value: `a${n}@example.org` })), expect.objectContaining({ length: 10 })],
    ],
    refuses: [
      times(11, (n) => ({ value: `a${n}@example.org` })),
      email({ value: `a${longEmail}` }),
      ...["", " ", "ann", "ann@", "@example.org", "a b@example.org", null].map((value) => email({ value })),
      ...["", " ", "x".repeat(31), 5].map((type) => email({ type })),
      email({ preferred: "yes" }),
      email({ colour: 1 }),
      [...email({}), ...email({ value: "ann@EXAMPLE.org" })],
      [...email({ preferred: true }), ...email({ value: "b@example.org", preferred: true })],
      [{}],
      [null],
      "ann@example.org",
    ],
  },
  phones: {
    takes: [
      [[], []],
      [null, []],
      [[{ value: "+49 301234567" }], phone({})],
      [[{ value: "12345" }], phone({ prefix: "", value: "12345" })],
      ...asIs(phone({ type: "x".repeat(30), preferred: true }), phone({ value: "1".repeat(32) })),
      [times(10, (n) => ({ prefix: "+49", value: `30123456${n}` })), expect.objectContaining({ length: 10 })],
    ],
    refuses: [
      times(11, (n) => ({ prefix: "+49", value: `3012345${n}9` })),
      phone({ value: "1".repeat(33) }),
      ...["", "hello", null].map((value) => phone({ value })),
      ...["49", "+", "+0", "+12345"].map((prefix) => phone({ prefix })),
      ...["", "x".repeat(31)].map((type) => phone({ type })),
      phone({ colour: 1 }),
      [...phone({}), ...phone({})],
      [...phone({ preferred: true }), ...phone({ value: "5", preferred: true })],
    ],
  },
  addresses: {
    takes: [
      [[], []],
      [null, []],
      ...["home", "work", "other"].map((type) => [address({ type }), shownAddress({ type })] as const),
      ...addressParts.map((part) => {
        const given = { [part]: "x".repeat(200) };
        return [address(given), shownAddress(given)] as const;
      }),
      [address({ latitude: -90, longitude: 180 }), shownAddress({ latitude: -90, longitude: 180, granularity: null })],
      [address({ id: unknownId }), expect.objectContaining({ length: 1 })],
      [times(10, () => ({ ...address({})[0] })), expect.objectContaining({ length: 10 })],
    ],
    refuses: [
      times(11, () => ({ ...address({})[0] })),
      ...addressParts.map((part) => address({ [part]: "x".repeat(201) })),
      ...["boat", "", null, undefined].map((type) => address({ type })),
      address({ addressLine1: " " }),
      [{ type: "home" }],
      address({ latitude: 1 }),
      address({ latitude: 90.1, longitude: 0 }),
      address({ latitude: 0, longitude: -180.1 }),
      address({ timezone: "Mars/Phobos" }),
      address({ colour: 1 }),
    ],
  },
  importantDates: { ...dates, takes: [...dates.takes, [null, []]] },
  network_a: {
    takes: [
      ["ann-b", "https://www.linkedin.com/in/ann-b"],
      ["http://linkedin.com/in/ann-b/?trk=x", "https://www.linkedin.com/in/ann-b"],
      ["x".repeat(100), `https://www.linkedin.com/in/${"x".repeat(100)}`],
      [null, null],
      ["", null],
    ],
    refuses: ["x".repeat(101), "https://example.org/in/ann", "a b", 5],
  },
  network_b: {
    takes: [["@ann.b", "ann.b"], ["https://www.instagram.com/ann.b/", "ann.b"], ...asIs("x".repeat(30)), [null, null]],
    refuses: ["x".repeat(31), "https://example.org/ann", "a b", 5],
  },
  network_c: {
    takes: [["@ann.b", "ann.b"], ["https://facebook.com/ann.b", "ann.b"], ...asIs("x".repeat(100)), [null, null]],
    refuses: ["x".repeat(101), "https://example.org/ann", "a b", 5],
  },
  network_d: messenger,
  network_e: messenger,
  website: {
    takes: [
      ["example.org", "https://example.org"],
      ...asIs("http://example.org/a?b#c", `https://example.org/${"x".repeat(2_028)}`),
      [null, null],
      [" ", null],
    ],
    refuses: [`https://example.org/${"x".repeat(2_029)}`, "ftp://example.org", "javascript:alert(1)", "example", 5],
  },
  notes: lines(20_000),
  keepFrequencyDays: { takes: asIs(1, 3_650, null), refuses: [0, 3_651, 1.5, "7", true] },
  lastInteraction: {
    // Null takes back only what was set by hand: an interaction's date stays.
    takes: [["2026-03-02T03:04:05+01:00", "2026-03-02T02:04:05.000Z"], [null]],
    refuses: ["2026-01-02", "2026-01-02T03:04:05", "2026-02-30T00:00:00Z", "", 5],
  },
};

/** Latitude and longitude travel together. */
export const incompletePlaces: (readonly [body: object, path: string])[] = [
  [{ latitude: 90.1, longitude: 0 }, "body.latitude"],
  [{ latitude: 0, longitude: -180.1 }, "body.longitude"],
  [{ latitude: "1", longitude: 1 }, "body.latitude"],
];

const color: Field = {
  takes: [["#2F6FED", "#2f6fed"]],
  refuses: ["2f6fed", "#2f6fe", "#2f6fedd", "blue", "", null, 5],
};
const emoji: Field = { takes: asIs("🧗", "👨‍👩‍👧‍👦"), refuses: ["", "a", "🧗🧗", null, 5] };
export const group: Fields = { label: label(100), emoji, color };
export const tag: Fields = { label: label(100), color };

export const interaction: Fields = {
  type: choice(...interactionTypes),
  date: {
    takes: [["2026-01-02T03:04:05+01:00", "2026-01-02T02:04:05.000Z"]],
    refuses: ["2026-01-02", "2026-01-02T03:04:05", "", null, 5],
  },
  participantIds: { takes: [], refuses: [[], ids(51), [unknownId, unknownId], ["x"], unknownId, null] },
  title: clearable(200),
  description: lines(20_000),
};

const filter: Field = {
  takes: [[{}], [{ keepInTouch: true }], [{ search: "x".repeat(500) }]],
  refuses: [
    ...[{ keepInTouch: false }, { keepInTouch: null }, { keepInTouch: "true" }],
    ...[{ search: "" }, { search: " " }, { search: "x".repeat(501) }, { search: null }],
    ...[{ groupId: "x" }, { tagId: "x" }, { importId: "x" }, { colour: 1 }],
    ...[null, [], "all"],
  ],
};
const someIds: Field = { takes: [[ids(1)], [ids(1_000)]], refuses: [[], ids(1_001), ["x"], [null], unknownId, null] };

export const deletion: Fields = { ids: someIds, filter };
export const labelDeletion: Fields = { ids: someIds };
export const removal: Fields = { contactIds: someIds, filter };
/** Unknown contacts are refused when adding. */
export const addition: Fields = { contactIds: { ...someIds, takes: [] }, filter };
/** Of a body that is either ids or a filter: what is refused as a whole. */
export const eitherOr = (name: string): (readonly [body: object, path: string])[] => [
  [{}, "body"],
  [{ [name]: ids(1), filter: {} }, "body"],
  [{ [name]: ids(1), excludeIds: ids(1) }, "body.excludeIds"],
  [{ filter: {}, excludeIds: ids(10_001) }, "body.excludeIds"],
  [{ filter: {}, excludeIds: ["x"] }, "body.excludeIds.0"],
];

export const account: Fields = { name: label(100) };

export const settings: Fields = {
  timezone: { takes: asIs("Europe/Prague", "UTC"), refuses: ["Mars/Phobos", "", null, 5] },
  language: { takes: asIs("cs-CZ", "en"), refuses: ["no tag", "", null, 5] },
  reminderSendTime: { takes: asIs("00:00", "23:59"), refuses: ["24:00", "12:60", "8:00", "08:00:00", "", null, 8] },
  leapDay: choice("feb28", "mar1"),
  remindersEnabled: flag,
};

export const newKey: Fields = { label: label(100), permission: choice("read", "full") };
export const renamedKey: Fields = { label: label(100) };

const rows = (count: number) => times(count, (n) => ({ tempId: `row${n}`, firstName: `Ann ${n}` }));
export const commit: Fields = {
  contacts: {
    takes: [[rows(1)], [rows(25)], [[{ tempId: `${"x".repeat(64)}.123456~123456`, firstName: "" }]]],
    refuses: [
      [],
      rows(26),
      [{ firstName: "Ann" }],
      ...["", "x".repeat(65), "a b", "a.1234567", "a~1.1"].map((tempId) => [{ tempId }]),
      [{ tempId: "a", colour: 1 }],
      null,
      "all",
    ],
  },
};

const sizes = (...tooLarge: number[]) => [0, -1, 1.5, "1", null, ...tooLarge];
export const photoUpload: Fields = { size: { takes: [[1], [5 * 1024 * 1024]], refuses: sizes() } };
export const importUpload: Fields = {
  fileName: { takes: [[""], ["x".repeat(255)]], refuses: ["x".repeat(256), null, 5] },
  size: { takes: [[1], [5 * 1024 ** 3]], refuses: sizes() },
};
