/** Shapes of the answers in the specification, and a check of values against them. Nothing is imported from the service. */

export interface Check {
  /** Describes the value in a failed test. */
  says: string;
  fits: (value: unknown) => boolean;
}

interface Nullable {
  orNull: Shape;
}

interface Optional {
  mayLack: Shape;
}

/** A check, a list of one shape, or an object of exactly these keys. */
export type Shape = Check | Nullable | Optional | readonly [Shape] | { readonly [key: string]: Shape };

/** How many nullable values may be null. */
export type Nulls = "none" | "all" | "any";

const matching = (says: string, pattern: RegExp): Check => ({
  says,
  fits: (value) => typeof value === "string" && pattern.test(value),
});

export const text: Check = { says: "a text", fits: (value) => typeof value === "string" };
export const truth: Check = { says: "true or false", fits: (value) => typeof value === "boolean" };
const number: Check = { says: "a number", fits: (value) => typeof value === "number" };
export const integer: Check = { says: "an integer", fits: Number.isSafeInteger };
export const uuid = matching("a UUID", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const timestamp = matching("a timestamp with milliseconds, Z", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const day = matching("YYYY-MM-DD", /^\d{4}-\d\d-\d\d$/);
export const decimal = matching("a decimal text", /^\d+$/);
const color = matching("#rrggbb", /^#[0-9a-f]{6}$/);
export const url = matching("a URL", /^https?:\/\//);
const texts: Check = {
  says: "an object of texts",
  fits: (value) => typeof value === "object" && value !== null && Object.values(value).every(text.fits),
};

export const oneOf = (...values: readonly unknown[]): Check => ({
  says: `one of ${JSON.stringify(values)}`,
  fits: (value) => values.includes(value),
});
export const orNull = (shape: Shape): Nullable => ({ orNull: shape });
const mayLack = (shape: Shape): Optional => ({ mayLack: shape });

const checks = { text, truth, number, integer, uuid, timestamp, day, decimal, color, url, texts };

/**
 * An object in short: `id,userId:uuid avatar:url|null tags?:text[]`. A type is a check above or one of `others`; `?` is for a key
 * that may be absent, `[]` for a list.
 */
export function keys(line: string, others: Readonly<Record<string, Shape>> = {}): Record<string, Shape> {
  const known: Readonly<Record<string, Shape>> = { ...checks, ...others };
  const members = line.split(/\s+/).flatMap((member) => {
    const [, names = "", optional, type = "", list, nullable] =
      /^([\w,]+)(\?)?:(\w+)(\[\])?(\|null)?$/.exec(member) ?? [];
    const one = known[type];
    if (!one) throw new Error(`${member} is no member of an object`);
    const listed: Shape = list ? [one] : one;
    const orNothing = nullable ? orNull(listed) : listed;
    return names.split(",").map((name): [string, Shape] => [name, optional ? mayLack(orNothing) : orNothing]);
  });
  return Object.fromEntries(members);
}

/** The differences between a value and a shape. `place` is the path of the value. */
export function faultsOf(shape: Shape, value: unknown, nulls: Nulls = "any", place = "answer"): string[] {
  const wrong = (says: string) => [`${place} is no ${says}: ${JSON.stringify(value)}`];
  if (isCheck(shape)) return shape.fits(value) ? [] : wrong(shape.says);
  if (isNullable(shape)) {
    if (value === null) return nulls === "none" ? [`${place} is null`] : [];
    return nulls === "all" ? wrong("null") : faultsOf(shape.orNull, value, nulls, place);
  }
  if (isOptional(shape)) return faultsOf(shape.mayLack, value, nulls, place);
  if (isList(shape)) {
    if (!Array.isArray(value)) return wrong("list");
    if (nulls === "none" && value.length === 0) return [`${place} is empty`];
    return value.flatMap((item, index) => faultsOf(shape[0], item, nulls, `${place}.${index}`));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong("object");
  const members: Readonly<Record<string, unknown>> = { ...value };
  const due = Object.entries(shape).filter(([key, member]) => key in members || !isOptional(member));
  return [
    ...Object.keys(members).flatMap((key) => (key in shape ? [] : [`${place}.${key} is unknown`])),
    ...due.flatMap(([key, member]) =>
      key in members ? faultsOf(member, members[key], nulls, `${place}.${key}`) : [`${place}.${key} is missing`],
    ),
  ];
}

/** Whether an answer of this shape has this key anywhere. */
export function hasKey(shape: Shape, key: string): boolean {
  if (isCheck(shape)) return false;
  if (isNullable(shape)) return hasKey(shape.orNull, key);
  if (isOptional(shape)) return hasKey(shape.mayLack, key);
  if (isList(shape)) return hasKey(shape[0], key);
  return Object.entries(shape).some(([name, member]) => name === key || hasKey(member, key));
}

function isCheck(shape: Shape): shape is Check {
  return "fits" in shape && typeof shape.fits === "function";
}

function isNullable(shape: Shape): shape is Nullable {
  return "orNull" in shape;
}

function isOptional(shape: Shape): shape is Optional {
  return "mayLack" in shape;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
