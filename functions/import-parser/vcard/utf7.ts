/** UTF-7 (RFC 2152), which no decoder of the platform reads: ASCII, and runs of UTF-16 in base64 between + and -. */
import { Buffer } from "node:buffer";
import type { Decoded } from "./decode.ts";

export function isUtf7(charset: string): boolean {
  return /^(?:unicode-1-1-|x-unicode-2-0-|cs)?utf-?7$/i.test(charset.trim());
}

/** A run that is none, such as the plus sign of a phone number, stays as it is: then `guessed` is true. */
export function decodeUtf7(text: string): Decoded {
  let guessed = false;
  const decoded = text.replace(/\+([A-Za-z0-9+/]*)-?/g, (run: string, digits: string) => {
    const letters = run === "+-" ? "+" : utf16Of(digits);
    guessed ||= letters === null;
    return letters ?? run;
  });
  return { text: decoded, guessed };
}

/** Null for what is not whole letters and less than six bits of zeros. */
function utf16Of(digits: string): string | null {
  const beyond = (digits.length * bitsOfDigit) % bitsOfUnit;
  const bytes = Buffer.from(digits, "base64");
  const length = Math.floor((digits.length * bitsOfDigit) / bitsOfUnit) * 2;
  if (length === 0 || beyond >= bitsOfDigit) return null;
  const last = base64.indexOf(digits.slice(-1));
  if ((last & (2 ** beyond - 1)) !== 0) return null;
  const letters = Buffer.from(bytes.subarray(0, length)).swap16().toString("utf16le");
  return letters.isWellFormed() ? letters : null;
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const bitsOfDigit = 6;
const bitsOfUnit = 16;
