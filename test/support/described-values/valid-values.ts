/** Arbitrary values that a schema of the API description allows, and a check of values against it. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";

export interface Schema {
  [keyword: string]: unknown;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
}

export interface Described {
  /** A schema whose reference, if it is one, is resolved. */
  resolve: (schema: Schema) => Schema;
  /** Values that the schema allows. */
  valid: (schema: Schema) => fc.Arbitrary<unknown>;
  allows: (schema: Schema, value: unknown) => boolean;
}

/** Values of each format of the description. Other text may be anything that shows. */
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.stringMatching(/^[a-z]{1,20}\.[a-z0-9]{1,20}@[a-z]{1,20}\.(example|org)$/),
  date: fc.date({ min: new Date("1800-01-01"), max: new Date("2199-12-31"), noInvalidDate: true }).map(dayOf),
  "date-time": fc
    .date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
    .chain((date) => fc.constantFrom(date.toISOString(), `${dayOf(date)}T03:04:05+05:30`)),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,20}\.example\/[a-z0-9]{0,30}$/),
  "time-zone": fc.constantFrom("Europe/Prague", "America/Argentina/Ushuaia", "UTC", "Asia/Kathmandu"),
  "language-tag": fc.constantFrom("cs-CZ", "en", "zh-Hant-TW"),
  "phone-number": fc.stringMatching(/^\+44207946\d{4}$/),
  "idn-email": fc.stringMatching(/^[a-zé]{1,20}@[a-zß]{1,20}\.example$/),
  "web-address": fc.stringMatching(/^(https:\/\/)?[a-z]{1,20}\.example(\/[a-z]{0,9})?$/),
  emoji: fc.constantFrom("🧗", "👥", "🇨🇿", "👩‍💻"),
};

/** Texts of the formats in which everything else is a fault. */
const checks: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f-]{36}$/i,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/,
  uri: /^https?:\/\//,
  "time-zone": /^[A-Za-z]+(\/|$)/,
  "language-tag": /^[a-z]{2,3}(-|$)/,
  "phone-number": /\d/,
  "idn-email": /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  "web-address": /\./,
  emoji: /^\p{RGI_Emoji}$/v,
  binary: /./,
};

/** Reads the schemas of a description. */
export function describedValues(description: object): Described {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: checks });
  ajv.addVocabulary(Object.keys(description)).addSchema(description, "description");
  const compiled = new WeakMap<Schema, ValidateFunction>();

  const resolve = (schema: Schema): Schema => (typeof schema.$ref === "string" ? at(schema.$ref) : schema);
  const at = (reference: string) =>
    reference
      .slice("#/".length)
      .split("/")
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], description) as Schema;

  const allows = (schema: Schema, value: unknown) => {
    const absolute = compiled.get(schema) ?? ajv.compile(absoluteReferences(schema));
    compiled.set(schema, absolute);
    return absolute(value) === true;
  };

  const valid = (reference: Schema): fc.Arbitrary<unknown> => {
    const schema = resolve(reference);
    const usual = shaped(schema);
    return hasConditions(schema) ? usual.filter((value) => allows(schema, value)) : usual;
  };

  const shaped = (schema: Schema): fc.Arbitrary<unknown> => {
    if ("const" in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    const choices = (schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined;
    if (choices && !schema.properties) return fc.oneof(...choices.map(valid));
    const types = [schema.type ?? []].flat() as string[];
    if (types.length === 0) return fc.constantFrom("anything", null);
    return fc.oneof(...types.map((type) => ofType[type]?.(schema) ?? fc.constant(null)));
  };

  const ofType: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: ({ minimum = -1000, maximum = 1000 }) => fc.integer({ min: Number(minimum), max: Number(maximum) }),
    number: ({ minimum = -1000, maximum = 1000 }) =>
      fc.double({ min: Number(minimum), max: Number(maximum), noNaN: true }),
    string: text,
    array: ({ items = {}, minItems = 0, maxItems = 3 }) => {
      const length = { minLength: Number(minItems), maxLength: Math.min(Number(maxItems), Number(minItems) + 3) };
      const entries = valid(items);
      return fc.uniqueArray(entries, { ...length, comparator: areSame });
    },
    object: (schema) => fc.oneof(...branchesOf(schema).map((branch) => members(schema, branch))),
  };

  const members = ({ properties = {}, required = [] }: Schema, branch: Branch) => {
    const model = Object.entries(properties).flatMap(([name, schema]) =>
      branch.without.includes(name) ? [] : [[name, valid(schema)] as const],
    );
    const needed = [...required, ...branch.required].filter((name) => name in properties);
    return fc.record(Object.fromEntries(model), { requiredKeys: needed });
  };

  return { resolve, valid, allows };
}

interface Branch {
  required: readonly string[];
  without: readonly string[];
}

/** The sides of an either-or: each requires its own properties and has none of those that only other sides require. */
export function branchesOf({ if: one, else: other }: Schema): Branch[] {
  const isEither = (other as Schema | undefined)?.required !== undefined;
  const sides = (isEither ? [one, other] : [{}]).map((side) => (side as Schema).required ?? []);
  return sides.map((required) => ({ required, without: sides.flat().filter((name) => !required.includes(name)) }));
}

function hasConditions(schema: Schema): boolean {
  return ["oneOf", "anyOf", "allOf", "not", "dependentRequired", "contains", "if"].some((keyword) => keyword in schema);
}

/** Text whose characters show. */
const shown = fc.string({ unit: fc.constantFrom(..."abcXYZ089äßñ漢字😀-_."), minLength: 1, maxLength: 40 });
/** Text of all scripts and signs. */
const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });

function text({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const [min, max] = [Number(minLength), Number(maxLength)];
  const fits = (value: string) => [...value].length >= min && [...value].length <= max;
  if (typeof format === "string" && format in formats) return (formats[format] ?? shown).filter(fits);
  if (typeof pattern === "string" && pattern.startsWith("^[^")) {
    // Any text but some characters: to make it of the pattern takes fast-check a hundred times as long as to pick it.
    const form = new RegExp(pattern, "u");
    return fc.oneof(shown, anyText).filter((value) => form.test(value) && fits(value) && shows(value));
  }
  if (typeof pattern === "string" && pattern.startsWith("^")) {
    // The first alternative is the usual form of the value. fast-check knows no properties of characters.
    const form = pattern
      .replace(/\$\|.*$/, "$")
      .replaceAll("\\p{L}", "a-zé漢")
      .replaceAll("\\p{N}", "0-9");
    return fc.stringMatching(new RegExp(form, "u")).filter((value) => fits(value) && shows(value));
  }
  const longest = fc.constant("x".repeat(max));
  const usual = shown.map((value) => [...value].slice(0, max).join(""));
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: longest }).filter(fits);
}

/** No list may have an entry twice, which for most entries is a matter of one property. */
function areSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((entry) => new Map(Object.entries(Object(entry))));
  return (
    one === other || ["id", "value", "tempId"].some((name) => a?.get(name) != null && a.get(name) === b?.get(name))
  );
}

/** Whether the service stores the text as it is. */
function shows(value: string): boolean {
  return !/\p{C}|\p{Z}|^@?\.*$/u.test(value) || value === "";
}

function absoluteReferences(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === "$ref" ? `description${value}` : value));
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
