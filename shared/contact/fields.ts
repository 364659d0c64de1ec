/**
 * The writable fields of a contact. Each field is declared here once. Schemas of requests and answers, the stored record,
 * search, import, the tempId of imported rows, vCards and the API description follow from this table.
 */
import * as z from "zod";
import { type FieldWords, withWords } from "../platform/text/described.ts";
import { languageTag, localePatterns } from "../platform/text/locale.ts";
import { blankIsNull, controlCharacters, line, lines, orBlank, visibleLine } from "../platform/text/schema.ts";
import type { ContactField, MergeRule, SearchRule } from "./field-rules.ts";
import { contactLimits as limits } from "./limits.ts";
import { addressAnswer, emailAnswer, importantDateAnswer, parsedAddress, phoneAnswer } from "./list-answers.ts";
import {
  addressList,
  emailList,
  importantDateList,
  latitude,
  longitude,
  phoneList,
  timestamp,
  timezone,
} from "./list-entries.ts";
import { normaliseHandle, type Platform } from "./reach/handles.ts";

/** A nullable text of one line. */
function text<const Rules extends Pick<ContactField, "search" | "merge" | "card" | "hashed" | "answered">>(
  limit: number,
  rules: Rules,
  description: string,
  example?: string,
) {
  return {
    write: () => blankIsNull(line(limit)),
    answer: () => z.string().nullable(),
    words: [description, example],
    blank: null,
    limit,
    ...rules,
  } as const;
}

/** `form` says in the API description how a value looks. */
function handle(
  platform: Platform,
  limit: number,
  form: { pattern: string } | { format: string; pattern?: string },
  message: string,
  words: FieldWords,
) {
  const write = () =>
    blankIsNull(line(limit).meta(form), (text, context) => {
      const normalised = normaliseHandle(platform, text);
      if (normalised === null) context.addIssue(message);
      return normalised;
    });
  return {
    write,
    answer: () =>
      z
        .string()
        .meta(platform === "website" ? { format: webAddress.format } : {})
        .nullable(),
    words,
    blank: null,
    ...({ search: "handle", merge: "handle", card: "composed", hashed: "always" } as const),
  };
}

/** With its scheme, or with a point in the name of the host, of which there are four (UTS #46, section 2.3). */
const webAddress = {
  format: "web-address",
  pattern: orBlank(
    String.raw`^ *(?:[Hh][Tt][Tt][Pp][Ss]?://|(?://)?[^\s/?#${controlCharacters}]*[.\u3002\uff0e\uff61])[^\s${controlCharacters}]+ *$`,
  ),
};

/** A handle, the address of a profile, or blank. */
function handlePattern(character: string, limit: number) {
  return { pattern: orBlank(`^@?${character}{1,${limit}}$|^[^${controlCharacters}]*/[^${controlCharacters}]*$`) };
}

const name = { search: "name", merge: "names", card: "composed", hashed: "always" } as const;
const notSearched = { search: null, card: "composed", hashed: "always", blank: null } as const;
const list = { merge: "list", card: "composed", hashed: "always", blank: [] } as const;
const language = () =>
  blankIsNull(line(64).meta({ format: "language-tag", pattern: orBlank(localePatterns.language) }), (tag, context) => {
    const canonical = languageTag(tag);
    if (canonical === undefined) context.addIssue("Must be a BCP 47 language tag");
    return canonical ?? null;
  });

/** Rows of an import are hashed in this order, so fields that are hashed `always` must keep it. */
export const contactFields = {
  firstName: {
    write: () => visibleLine(limits.firstName),
    answer: () => z.string(),
    words: [
      "The given name, or the only name that is known, such as that of an organisation. It can't be cleared",
      "Ada",
    ],
    blank: "",
    ...name,
  },
  lastName: {
    write: () =>
      line(limits.lastName)
        .nullable()
        .transform((name) => name ?? ""),
    answer: () => z.string(),
    words: ["The family name. It is empty when there is none", "Okonkwo"],
    blank: "",
    ...name,
  },
  middleName: text(limits.middleName, name, "Names between the first and the last one", "Ngozi"),
  nickname: text(
    limits.nickname,
    {
      ...({ search: "words", merge: "text", hashed: "when set", answered: "when asked" } as const),
      card: { property: "NICKNAME", alias: "X-NICKNAME" },
    },
    "What friends call the person. It counts as a first name when imports compare names",
    "Addie",
  ),
  headline: text(
    limits.headline,
    { search: "words", merge: "text", card: "composed", hashed: "always" },
    "What the person does, in one line. Imports make it from job title and organisation",
    "Bridge engineer",
  ),
  position: text(
    limits.position,
    { search: "words", merge: "text", card: "composed", hashed: "always" },
    "The job title",
    "Chief bridge engineer",
  ),
  organisation: text(
    limits.organisation,
    { search: "words", merge: "text", card: "composed", hashed: "when set", answered: "when asked" },
    "The company, or whatever else the person belongs to",
    "Harbour Bridges Ltd",
  ),
  location: text(
    limits.location,
    { search: "words", merge: "text", card: { property: "X-LOCATION" }, hashed: "always" },
    "Where the person is, in words. If no coordinates are given, the service takes those of the town that it names",
    "Bristol, England",
  ),
  latitude: {
    write: () => latitude().nullable(),
    answer: () => z.number().nullable(),
    words: [
      "Degrees north of the equator (WGS 84). It is sent and cleared together with `longitude`; null when neither somebody gave it nor `location` names a known town",
      51.4545,
    ],
    merge: "coordinates",
    ...notSearched,
  },
  longitude: {
    write: () => longitude().nullable(),
    answer: () => z.number().nullable(),
    words: ["Degrees east of Greenwich (WGS 84), together with `latitude`", -2.5879],
    merge: "coordinates",
    ...notSearched,
  },
  timezone: {
    write: () => timezone(),
    answer: () => z.string(),
    words: [
      "The person's time zone, by its name in the IANA database. While it is not set, it is that of the coordinates, otherwise the account's; null unsets it",
      "Europe/London",
    ],
    parsed: () => z.string().nullable(),
    merge: "locale",
    ...notSearched,
  },
  language: {
    write: () => language(),
    answer: () => z.string(),
    words: [
      "The person's language, as a BCP 47 tag. While it is not set, it is the account's; null unsets it",
      "en-GB",
    ],
    parsed: () => z.string().nullable(),
    merge: "locale",
    ...notSearched,
  },
  emails: {
    write: emailList,
    answer: () => z.array(emailAnswer()),
    words: ["E-mail addresses, each once, in the order in which they were sent; at most one is preferred"],
    search: "emails",
    ...list,
  },
  phones: {
    write: phoneList,
    answer: () => z.array(phoneAnswer()),
    words: ["Phone numbers, each once, in the order in which they were sent; at most one is preferred"],
    search: "phones",
    ...list,
  },
  addresses: {
    write: addressList,
    answer: () => z.array(addressAnswer()),
    words: ["Postal addresses. A request replaces the whole list; an address that is sent with its `id` keeps it"],
    parsed: () => z.array(parsedAddress()),
    search: "addresses",
    ...list,
  },
  importantDates: {
    write: () =>
      importantDateList()
        .nullable()
        .transform((dates) => dates ?? []),
    answer: () => z.array(importantDateAnswer()),
    words: [
      "Yearly dates, such as a birthday; the year 1904 stands for an unknown one. A request replaces the whole list; a date that is sent with its `id` keeps it",
    ],
    parsed: () => z.array(importantDateAnswer().pick({ type: true, date: true, note: true, notifyDaysBefore: true })),
    search: null,
    ...list,
  },
  network_a: handle(
    "network_a",
    limits.website,
    handlePattern(`[^\\s/?#@:%\\\\"<>${controlCharacters}]`, 100),
    "Must be a profile URL or a handle",
    [
      "The profile on the professional network, stored as its URL. A handle alone is accepted, too",
      "https://www.linkedin.com/in/ada-okonkwo",
    ],
  ),
  network_b: handle(
    "network_b",
    limits.website,
    handlePattern("[A-Za-z0-9._]", 30),
    "Must be a handle or a profile URL",
    ["The handle on the photo-sharing network. A profile URL or a leading `@` is accepted and removed", "ada.builds"],
  ),
  network_c: handle(
    "network_c",
    limits.website,
    handlePattern("[\\p{L}\\p{N}._-]", 100),
    "Must be a handle or a profile URL",
    ["The handle on the general social network. A profile URL or a leading `@` is accepted and removed", "ada.okonkwo"],
  ),
  network_d: handle("network_d", 64, { format: "phone-number" }, "Must be an international phone number", [
    "The phone number of the person on the first messenger, stored in E.164",
    "+442079460958",
  ]),
  network_e: handle("network_e", 64, { format: "phone-number" }, "Must be an international phone number", [
    "The phone number of the person on the second messenger, stored in E.164",
    "+442079460958",
  ]),
  website: handle("website", limits.website, webAddress, "Must be an http or https address", [
    "The person's own website. `https://` is added when the scheme is missing",
    "https://ada.example.com/",
  ]),
  notes: {
    write: () => blankIsNull(lines(limits.notes)),
    answer: () => z.string().nullable(),
    words: [
      "What the owner of the account wants to remember. Imports add values that no other field takes as lines at its end",
      "Met at the harbour",
    ],
    blank: null,
    search: "notes",
    merge: "notes",
    card: "composed",
    hashed: "always",
  },
  keepFrequencyDays: {
    write: () => z.int().min(1).max(limits.keepFrequencyDays).nullable(),
    answer: () => z.int().nullable(),
    words: ["The days after the last interaction in which to be in touch again. Null: the contact is not tracked", 30],
    blank: null,
    search: "order",
    merge: "value",
    card: { property: "X-KEEP-FREQUENCY-DAYS" },
    hashed: "always",
  },
  lastInteraction: {
    write: () => timestamp().nullable(),
    answer: () => z.iso.datetime().nullable(),
    words: [
      "The later of the time that was set by hand and that of the contact's latest interaction that is not in the future; null without both. Null in a request takes back only what was set by hand",
      "2026-03-03T14:30:00.000Z",
    ],
    blank: null,
    search: "order",
    merge: "value",
    card: { property: "X-LAST-INTERACTION" },
    hashed: "always",
  },
  externalId: {
    write: () => blankIsNull(line(limits.externalId)),
    answer: () => z.string().nullable(),
    words: ["The person's id in another system, unique in the account", "crm-4711"],
    answered: "when asked",
    blank: null,
    search: null,
    merge: "value",
    card: "none",
    hashed: "when set",
  },
} as const satisfies Record<string, ContactField>;

type Fields = typeof contactFields;
export type FieldName = keyof Fields;

/** The names of the fields whose rule of this kind is one of these. */
type FieldsWith<Kind extends keyof ContactField, Rule> = {
  [Name in FieldName]: Fields[Name] extends { [K in Kind]: Rule } ? Name : never;
}[FieldName];

export type FieldsMerged<Rule extends MergeRule> = FieldsWith<"merge", Rule>;
export type FieldsSearched<Rule extends SearchRule> = FieldsWith<"search", Rule>;
/** The fields that a vCard has as text in one property. */
export type CardTextField = FieldsWith<"card", { property: string }>;

export const fieldNames = Object.keys(contactFields) as FieldName[];

type RequestedField = FieldsWith<"answered", "when asked">;
/** The fields that every answer has. */
export type ShownField = Exclude<FieldName, RequestedField>;
/** The fields that rows of an import have. */
export type ParsedField = Exclude<FieldName, FieldsWith<"card", "none">>;

export const requestedFields = fieldNames.filter(
  (field): field is RequestedField => "answered" in contactFields[field],
);
export const shownFields = fieldNames.filter((field): field is ShownField => !("answered" in contactFields[field]));
export const parsedFields = fieldNames.filter((field): field is ParsedField => contactFields[field].card !== "none");

export function fieldsMerged<Rule extends MergeRule>(...rules: readonly Rule[]): FieldsMerged<Rule>[] {
  return fieldNames.filter((field) => (rules as readonly MergeRule[]).includes(contactFields[field].merge)) as never;
}

export function fieldsSearched<Rule extends SearchRule>(...rules: readonly Rule[]): FieldsSearched<Rule>[] {
  return fieldNames.filter((field) => (rules as readonly SearchRule[]).includes(contactFields[field].search)) as never;
}

/** The fields that are text in a vCard, and their properties. */
export const cardTextFields = fieldNames.flatMap((name) => {
  const { card } = contactFields[name] as ContactField;
  return typeof card === "string" ? [] : [{ ...card, field: name as CardTextField }];
});

type Schemas<Builders extends Partial<Record<FieldName, unknown>>> = {
  [Name in keyof Builders]: Builders[Name] extends () => infer Schema ? Schema : never;
};

/** Builds the schemas of all fields for requests or answers. */
export function fieldSchemas<Kind extends "write" | "answer">(kind: Kind) {
  type Builders = { [Name in FieldName]: Fields[Name][Kind] };
  return Object.fromEntries(
    fieldNames.map((field) => [field, withWords(contactFields[field][kind](), contactFields[field].words)]),
  ) as Schemas<Builders>;
}

/** Builds the schemas of these fields for answers that always have them. */
export function answerSchemas<Name extends FieldName>(names: readonly Name[]) {
  const schemas = fieldSchemas("answer");
  return Object.fromEntries(names.map((field) => [field, schemas[field]])) as Pick<typeof schemas, Name>;
}

/** Builds the schemas of the fields that some answers have, because their requests name them. */
export function requestedSchemas() {
  return Object.fromEntries(
    requestedFields.map((field) => {
      const { answer, words }: ContactField = contactFields[field];
      // Without an example, because most answers don't have the field.
      return [field, withWords(answer().optional(), [`${words[0]}. ${whenAsked}`])];
    }),
  ) as { [Name in RequestedField]: z.ZodOptional<ReturnType<Fields[Name]["answer"]>> };
}
const whenAsked = "Answered only where `fields` names it, and by the write that sends it";

/** Builds the schemas of the fields of an imported row. */
export function parsedFieldSchemas() {
  type Builders = {
    [Name in ParsedField]: Fields[Name] extends { parsed: infer Parsed } ? Parsed : Fields[Name]["answer"];
  };
  return Object.fromEntries(
    parsedFields.map((field) => {
      const { parsed, answer, words }: ContactField = contactFields[field];
      return [field, withWords((parsed ?? answer)(), words)];
    }),
  ) as Schemas<Builders>;
}

export type FieldValues = { [Name in FieldName]: z.output<ReturnType<Fields[Name]["write"]>> };
