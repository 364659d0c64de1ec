/** Schemas of text in requests. All of them refuse control characters and lone surrogates. */
import * as z from "zod";
import { once } from "../config/once.ts";
import { cutToCodePoints } from "./cut.ts";

/** In classes of characters. Ranges mean the same to every engine of regular expressions, which `\p{Cc}` does not. */
export const controlCharacters = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`;
const oneLine = new RegExp(`^[^${controlCharacters}]*$`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
const severalLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;
/** What `oneLine` matches, with a character that is no white space. */
const filled = `^[^\\S${controlCharacters}]*[^\\s${controlCharacters}][^${controlCharacters}]*$`;

/** A UUID, in lower case. */
export const uuid = once(() => z.uuid("Must be a UUID").toLowerCase());

/** One line, trimmed, with up to `max` code points. It may be blank. Unicode's line and paragraph separators end a line. */
export function line(max: number) {
  return wellFormed(oneLine).max(max, `At most ${max} characters`);
}

/** One line that is not blank, trimmed, with up to `max` code points. */
export function filledLine(max: number, error = "Must not be blank") {
  return line(max).min(1, { error, abort: true }).meta({ pattern: filled });
}

/** One line, trimmed, with a visible character and up to `max` code points. */
export function visibleLine(max: number) {
  return filledLine(max).refine(isVisible, "Must have a character that shows");
}

/** Several lines, trimmed, with up to `max` code points. */
export function lines(max: number) {
  return wellFormed(severalLines).max(max, `At most ${max} characters`);
}

/** Converts blank text to null, and other text by `convert`. Null skips all of it, because most fields of a contact are null. */
export function blankIsNull<Schema extends z.ZodType<string>>(
  schema: Schema,
  convert: (text: string, context: z.RefinementCtx) => string | null = (text) => text,
) {
  return schema.transform((text, context) => (text === "" ? null : convert(text, context))).nullable();
}

/** The pattern of a text that may be blank, in the API description. */
export function orBlank(pattern: string): string {
  return `${pattern}|^[^\\S${controlCharacters}]*$`;
}

/** The longest number in characters; programs write much shorter ones. */
const maxNumberLength = 40;

/**
 * Degrees in a query string, in the syntax of JSON numbers (RFC 8259, 6). A wrong value is reported once, and checks that
 * compare it with other values don't run.
 */
export function degreesText(limit: number) {
  const fault = { error: `Must be a number from -${limit} to ${limit}`, abort: true };
  return z
    .string(fault.error)
    .max(maxNumberLength, fault)
    .regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i, fault)
    .transform(Number)
    .pipe(z.number(fault.error).min(-limit, fault).max(limit, fault));
}

/**
 * Anything except white space, characters that displays ignore (UAX #44, Default_Ignorable_Code_Point), format and
 * control characters, and the braille pattern without a dot.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** Whether the text has a visible character. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

function wellFormed(allowed: RegExp) {
  return z
    .string()
    .regex(allowed, "Control characters are not allowed")
    .refine((text) => text.isWellFormed(), "Lone surrogates are not allowed")
    .trim();
}

/** An integer in a query string: only digits, without sign, point or exponent. */
export function integerText(min: number, max: number) {
  const message = `Must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.int({ error: message, abort: true }).min(min, message).max(max, message));
}

/**
 * Up to `max` different values in a query string, separated by commas. The API description shows them as an array with
 * the keywords `shown`.
 */
export function listText<Item extends z.ZodType<unknown, string>>(
  item: Item,
  max: number,
  shown: { items: object; maxItems?: number },
) {
  return z
    .string()
    .transform((text, { addIssue }) => {
      const values = new Set<z.output<Item>>();
      for (const part of text.split(",")) {
        const { success, data, error } = item.safeParse(part);
        if (success) values.add(data);
        else addIssue(`${JSON.stringify(cutToCodePoints(part, maxQuoted))}: ${error.issues[0]?.message}`);
      }
      if (values.size > max) addIssue(`At most ${max} values`);
      return [...values];
    })
    .meta({ type: "array", minItems: 1, ...shown });
}

/** The characters of a refused value that an error repeats. */
const maxQuoted = 50;

/** `true` or `false` in a query string. */
export const booleanText = once(() =>
  z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .pipe(z.boolean()),
);
