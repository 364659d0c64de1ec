/**
 * The writable fields of a contact. Each field is declared here once. Schemas of requests and answers, the stored record,
 * search, import, the tempId of imported rows, vCards and the API description follow from this table.
 */
import * as z from "zod";
import { languageTag } from "../platform/text/locale.ts";
import { blankIsNull, line, lines, visibleLine } from "../platform/text/schema.ts";
import type { ContactField, MergeRule, SearchRule } from "./field-rules.ts";
import { contactLimits as limits } from "./limits.ts";
import { addressAnswer, emailAnswer, importantDateAnswer, phoneAnswer } from "./list-answers.ts";
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
function text<const Rules extends Pick<ContactField, "search" | "merge" | "card" | "hashed">>(
  limit: number,
  rules: Rules,
  description: string,
) {
  return {
    write: () => blankIsNull(line(limit)).describe(description),
    answer: () => z.string().nullable().describe(description),
    blank: null,
    limit,
    ...rules,
  } as const;
}

function handle(platform: Platform, limit: number, message: string, description: string) {
  const write = () =>
    blankIsNull(line(limit)).transform((given, context) => {
      if (given === null) return null;
      const normalised = normaliseHandle(platform, given);
      if (normalised === null) context.addIssue(message);
      return normalised;
    });
  return {
    write: () => write().describe(description),
    answer: () => z.string().nullable().describe(description),
    blank: null,
    ...({ search: "handle", merge: "handle", card: "composed", hashed: "always" } as const),
  };
}

const name = { search: "name", merge: "names", card: "composed", hashed: "always" } as const;
const notSearched = { search: null, card: "composed", hashed: "always", blank: null } as const;
const list = { merge: "list", card: "composed", hashed: "always", blank: [] } as const;
const language = () =>
  blankIsNull(line(64)).transform((tag, context) => {
    if (tag === null) return null;
    const canonical = languageTag(tag);
    if (canonical === undefined) context.addIssue("Must be a BCP 47 language tag");
    return canonical ?? null;
  });

/** Rows of an import are hashed in this order, so fields that are hashed `always` must keep it. */
export const contactFields = {
  firstName: { write: () => visibleLine(limits.firstName), answer: () => z.string(), blank: "", ...name },
  lastName: {
    write: () =>
      line(limits.lastName)
        .nullable()
        .transform((given) => given ?? ""),
    answer: () => z.string(),
    blank: "",
    ...name,
  },
  middleName: text(limits.middleName, name, "Names between the first and the last one"),
  headline: text(
    limits.headline,
    { search: "words", merge: "text", card: "composed", hashed: "always" },
    "What the person does, in one line. Imports make it from job title and organisation",
  ),
  position: text(
    limits.position,
    { search: "words", merge: "text", card: "composed", hashed: "always" },
    "The job title",
  ),
  location: text(
    limits.location,
    { search: "words", merge: "text", card: { property: "X-LOCATION" }, hashed: "always" },
    "Where the person is, in words. Missing coordinates are found by it",
  ),
  latitude: {
    write: () => latitude().nullable(),
    answer: () => z.number().nullable(),
    merge: "coordinates",
    ...notSearched,
  },
  longitude: {
    write: () => longitude().nullable(),
    answer: () => z.number().nullable(),
    merge: "coordinates",
    ...notSearched,
  },
  timezone: {
    write: () => timezone().describe("An IANA time zone; null: that of the coordinates, else the account's"),
    answer: () => z.string(),
    parsed: () => z.string().nullable(),
    merge: "locale",
    ...notSearched,
  },
  language: {
    write: () => language().describe("A BCP 47 language tag; null: the account's"),
    answer: () => z.string(),
    parsed: () => z.string().nullable(),
    merge: "locale",
    ...notSearched,
  },
  emails: { write: emailList, answer: () => z.array(emailAnswer()), search: "emails", ...list },
  phones: { write: phoneList, answer: () => z.array(phoneAnswer()), search: "phones", ...list },
  addresses: {
    write: addressList,
    answer: () => z.array(addressAnswer()),
    parsed: () => z.array(addressAnswer().omit({ id: true, granularity: true })),
    search: "addresses",
    ...list,
  },
  importantDates: {
    write: () =>
      importantDateList()
        .nullable()
        .transform((given) => given ?? []),
    answer: () => z.array(importantDateAnswer()),
    parsed: () => z.array(importantDateAnswer().pick({ type: true, date: true, note: true, notifyDaysBefore: true })),
    search: null,
    ...list,
  },
  network_a: handle("network_a", limits.website, "Must be a profile URL or a handle", "A profile URL or a handle"),
  network_b: handle("network_b", limits.website, "Must be a handle or a profile URL", "A handle or a profile URL"),
  network_c: handle("network_c", limits.website, "Must be a handle or a profile URL", "A handle or a profile URL"),
  network_d: handle("network_d", 64, "Must be an international phone number", "An international phone number"),
  network_e: handle("network_e", 64, "Must be an international phone number", "An international phone number"),
  website: handle("website", limits.website, "Must be an http or https address", "An http or https address"),
  notes: {
    write: () => blankIsNull(lines(limits.notes)),
    answer: () => z.string().nullable(),
    blank: null,
    search: "notes",
    merge: "notes",
    card: "composed",
    hashed: "always",
  },
  keepFrequencyDays: {
    write: () =>
      z.int().min(1).max(limits.keepFrequencyDays).nullable().describe("Days after which to be in touch again"),
    answer: () => z.int().nullable(),
    blank: null,
    search: "order",
    merge: "value",
    card: { property: "X-KEEP-FREQUENCY-DAYS" },
    hashed: "always",
  },
  lastInteraction: {
    write: () => timestamp().nullable().describe("The time of the last contact. A later interaction replaces it"),
    answer: () => z.iso.datetime().nullable(),
    blank: null,
    search: "order",
    merge: "value",
    card: { property: "X-LAST-INTERACTION" },
    hashed: "always",
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
/** The fields that a vCard has as text in a property of our own. */
export type CardTextField = FieldsWith<"card", { property: string }>;

export const fieldNames = Object.keys(contactFields) as FieldName[];

export function fieldsMerged<Rule extends MergeRule>(...rules: readonly Rule[]): FieldsMerged<Rule>[] {
  return fieldNames.filter((field) => (rules as readonly MergeRule[]).includes(contactFields[field].merge)) as never;
}

export function fieldsSearched<Rule extends SearchRule>(...rules: readonly Rule[]): FieldsSearched<Rule>[] {
  return fieldNames.filter((field) => (rules as readonly SearchRule[]).includes(contactFields[field].search)) as never;
}

/** The property of our own in a vCard for each field that is text there. */
export const cardTextProperties = Object.fromEntries(
  fieldNames.flatMap((field) => {
    const { card } = contactFields[field] as ContactField;
    return card === "composed" ? [] : [[field, card.property]];
  }),
) as Record<CardTextField, string>;

type Schemas<Builders extends Record<FieldName, unknown>> = {
  [Name in FieldName]: Builders[Name] extends () => infer Schema ? Schema : never;
};

/** Builds the schemas of all fields for requests or answers. */
export function fieldSchemas<Kind extends "write" | "answer">(kind: Kind) {
  type Builders = { [Name in FieldName]: Fields[Name][Kind] };
  return Object.fromEntries(fieldNames.map((field) => [field, contactFields[field][kind]()])) as Schemas<Builders>;
}

/** Builds the schemas of the fields of an imported row. */
export function parsedFieldSchemas() {
  type Builders = {
    [Name in FieldName]: Fields[Name] extends { parsed: infer Parsed } ? Parsed : Fields[Name]["answer"];
  };
  const builders = Object.entries<ContactField>(contactFields).map(
    ([field, { parsed, answer }]) => [field, parsed ?? answer] as const,
  );
  return Object.fromEntries(builders.map(([field, build]) => [field, build()])) as Schemas<Builders>;
}

export type FieldValues = { [Name in FieldName]: z.output<ReturnType<Fields[Name]["write"]>> };
