/** The fields of bodies in the specification, with values on both sides of their limits, and how answers show them. */
import { interactionTypes, relationshipTypes } from "./resources.ts";

export interface Field {
  /** Valid values, and the value that the answer then has, if the test should check it. */
  takes: readonly (readonly [sent: unknown, shown?: unknown])[];
  refuses: readonly unknown[];
}

export type Fields = Readonly<Record<string, Field>>;

export const unknownId = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";
export const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `${unknownId.slice(0, -6)}${String(n).padStart(6, "0")}`);

const asIs = (...values: unknown[]) => values.map((value) => [value, value] as const);
/** Values that no text of one line accepts. */
const noLine = ["a\u0007b", "a\u0000", "a\nb", "\ud83d", 5, true, {}, []];

/** A line with at most `max` characters, not bytes or code units. */
function line(max: number): Field {
  return {
    takes: [...asIs("x", "x".repeat(max), "😀".repeat(max)), [`  ${"x".repeat(max)} `, "x".repeat(max)]],
    refuses: ["x".repeat(max + 1), "😀".repeat(max + 1), ...noLine],
  };
}

function label(max: number): Field {
  const { takes, refuses } = line(max);
  return { takes, refuses: [...refuses, null, "", "  ", "\u200b", "\u2800", "\u00ad\u2060"] };
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

export const interaction: Fields = {
  type: { takes: [...asIs(...interactionTypes), ["COFFEE", "Coffee"]], refuses: ["", "another", null, 5] },
  date: {
    takes: [["2026-01-02T03:04:05+01:00", "2026-01-02T02:04:05.000Z"]],
    refuses: ["2026-01-02", "2026-01-02T03:04:05", "", null, 5],
  },
  participantIds: { takes: [], refuses: [[], ids(51), [unknownId, unknownId], ["x"], unknownId, null] },
  title: clearable(200),
  description: lines(20_000),
};

const side = choice("left", "right");
const mergedPerson: Field = { takes: [], refuses: ["x", null, 5] };
export const merge: Fields = {
  leftPersonId: mergedPerson,
  rightPersonId: mergedPerson,
  conflictResolutions: {
    takes: [[{}], ...side.takes.map(([taken]) => [{ firstName: taken, notes: taken, avatar: taken }] as const)],
    refuses: [null, 5, { colour: "left" }, ...side.refuses.map((headline) => ({ headline }))],
  },
  dryRun: { takes: [[true]], refuses: ["true", 1, null] },
};

export const relationshipType: Field = choice(...relationshipTypes);

const filter: Field = {
  takes: [[{}], [{ keepInTouch: true }], [{ search: "x".repeat(500) }]],
  refuses: [
    ...[{ keepInTouch: false }, { keepInTouch: null }, { keepInTouch: "true" }],
    ...[{ search: "" }, { search: " " }, { search: "x".repeat(501) }, { search: null }],
    ...[{ groupId: "x" }, { tagId: "x" }, { importId: "x" }, { colour: 1 }],
    ...[null, [], "all"],
  ],
};
export const someIds: Field = {
  takes: [[ids(1)], [ids(1_000)]],
  refuses: [[], ids(1_001), ["x"], [null], unknownId, null],
};

/** It is tried together with the contacts. */
const unsent: Field = { ...flag, takes: [] };
export const deletion: Fields = { ids: someIds, filter, permanent: unsent, dryRun: unsent };
export const labelDeletion: Fields = { ids: someIds };
export const removal: Fields = { contactIds: someIds, filter };
/** Adding unknown contacts is refused. */
export const addition: Fields = { contactIds: { ...someIds, takes: [] }, filter };
/** The invalid combinations of a body that has either ids or a filter. */
export const eitherOr = (name: string): (readonly [body: object, path: string])[] => [
  [{}, "body"],
  [{ [name]: ids(1), filter: {} }, "body"],
  [{ [name]: ids(1), excludeIds: ids(1) }, "body.excludeIds"],
  [{ filter: {}, excludeIds: ids(10_001) }, "body.excludeIds"],
  [{ filter: {}, excludeIds: ["x"] }, "body.excludeIds.0"],
];

export const account: Fields = { name: label(100) };

export const settings: Fields = {
  timezone: { takes: [["europe/prague", "Europe/Prague"], ...asIs("UTC")], refuses: ["Mars/Phobos", "", null, 5] },
  language: { takes: [["CS-cz", "cs-CZ"], ...asIs("en")], refuses: ["no tag", "", null, 5] },
  reminderSendTime: { takes: asIs("00:00", "23:59"), refuses: ["24:00", "12:60", "8:00", "08:00:00", "", null, 8] },
  leapDay: choice("feb28", "mar1"),
  remindersEnabled: flag,
};

export const newKey: Fields = { label: label(100), permission: choice("read", "full") };
/** A key keeps its permission. */
export const renamedKey: Fields = { label: label(100), permission: { takes: [["full", "read"]], refuses: [] } };

export const webhook: Fields = {
  url: {
    takes: asIs("https://example.org/hooks?key=1", "https://93.184.215.14:8443/", "https://[2606:4700::1]/").concat(
      asIs(`https://example.org/${"x".repeat(2_028)}`, "http://localhost:9/", "https://127.0.0.1:9/"),
    ),
    refuses: [
      ...["http://example.org/", "ftp://example.org/", "example.org", "", null, 5, "https://example.org/a b"],
      ...["https://ann@example.org/", "https://ann:secret@example.org/", `https://example.org/${"x".repeat(2_029)}`],
      ...["https://10.0.0.1/", "https://169.254.169.254/latest", "https://[fd00::1]/", "https://0xa.1/"],
    ],
  },
  events: {
    takes: asIs(["contact.created"], ["contact.updated", "contact.deleted", "contact.merged", "import.done"]),
    refuses: [[], ["contact.read"], ["import.done", "import.done"], "import.done", null],
  },
  description: clearable(200),
  enabled: flag,
};

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ tempId: `row${n}`, firstName: `Ann ${n}` }));
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
  importId: { takes: [], refuses: ["x", null, 5] },
};

const rowIds = (count: number) => rows(count).map(({ tempId }) => tempId);
/** What is taken depends on the rows of the import. */
export const rowChoice: Fields = {
  include: { takes: [], refuses: [[], rowIds(40_001), ["a b"], [null], "all", null] },
  exclude: { takes: [], refuses: [rowIds(40_001), ["a b"], [null], "all", null] },
  groups: { takes: [], refuses: [rowIds(26), ["x".repeat(101)], [" "], [null], "all", null] },
};
export const refusedChoices: (readonly [body: object, path: string])[] = [
  [{ include: ["a1"] }, "body.include.0"],
  [{ exclude: ["a1"] }, "body.exclude.0"],
  [{ include: ["a1"], exclude: ["a2"] }, "body.exclude"],
];

const shared = "name,avatar,headline,phones,emails,location,website,addresses,notes,importantDates".split(",");
const networks = ["network_a", "network_b", "network_c", "network_d", "network_e"];
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.net`);
/** The answer shows nothing of the field. */
const unshown = ({ takes, refuses }: Field): Field => ({ takes: takes.map(([sent]) => [sent]), refuses });
export const share: Fields = {
  personId: { takes: [], refuses: ["x", null, 5] },
  recipientEmails: {
    takes: [[addresses(1)], [addresses(10)]],
    refuses: [[], addresses(11), ["x"], ["a@b"], ["ä@example.net"], ["a b@example.net"], [null], "a@example.net", null],
  },
  message: unshown(lines(2_000)),
  selectedFields: {
    takes: [[undefined], [[]], [[...shared, ...networks]]],
    refuses: [["birthday"], [null], "notes", null],
  },
  sendCopy: unshown(flag),
};

const sizes = (...tooLarge: number[]) => [0, -1, 1.5, "1", null, ...tooLarge];
export const photoUpload: Fields = { size: { takes: [[1], [5 * 1024 * 1024]], refuses: sizes() } };
export const importUpload: Fields = {
  fileName: { takes: [[""], ["x".repeat(255)]], refuses: ["x".repeat(256), null, 5] },
  size: { takes: [[1], [5 * 1024 ** 3]], refuses: sizes() },
};
