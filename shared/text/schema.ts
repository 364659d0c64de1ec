/** Schemas of text that comes from outside. Control characters and lone surrogates are refused everywhere. */
import * as z from "zod";
import { isVisible } from "./visible.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacterInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** One line, trimmed, up to `max` code points; may be blank. Unicode's own ends of lines and paragraphs end lines too. */
export function line(max: number) {
  return wellFormed(controlCharacter).max(max, `At most ${max} characters`);
}

/** What something is called: one line that shows something, up to `max` code points. */
export function label(max: number) {
  return line(max)
    .min(1, { error: "Must not be blank", abort: true })
    .refine(isVisible, "Must have a character that shows");
}

/** Text of several lines, trimmed, up to `max` code points. */
export function lines(max: number) {
  return wellFormed(controlCharacterInLines).max(max, `At most ${max} characters`);
}

/** Blank or null is null. */
export function blankIsNull<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.nullable().transform((text) => (text === null || text === "" ? null : text));
}

/** Characters of a number, far more than any that a program writes. */
const maxNumberLength = 40;

/**
 * Degrees in a query string, as JSON writes numbers (RFC 8259, 6): empty text is not 0, nor is hexadecimal taken. One
 * fault is told, and what is compared with a faulty value is not.
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

function wellFormed(refused: RegExp) {
  return z
    .string()
    .refine((text) => !refused.test(text), "Control characters are not allowed")
    .refine((text) => text.isWellFormed(), "Lone surrogates are not allowed")
    .trim();
}

/** An integer in a query string; empty text is not 0, and neither signs, points nor exponents are taken. */
export function integerText(min: number, max: number) {
  const message = `Must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.int({ error: message, abort: true }).min(min, message).max(max, message));
}
