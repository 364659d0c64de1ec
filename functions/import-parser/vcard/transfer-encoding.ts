/** Quoted-printable (RFC 2045, section 6.7) and base64 values, as versions 2.1 and 3.0 have them. */
import { Buffer } from "node:buffer";
import { type Decoded, decodeBytes } from "./decode.ts";

type Charset = { charset: string | null; hint: string | null };

/** Soft breaks are gone already; an equals sign without two hexadecimal digits stays what it is. */
export function decodeQuotedPrintable(value: string, { charset, hint }: Charset): Decoded {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
  if (/^[\u0000-\u007f]*$/.test(value)) return decodeBytes(quotedPrintableBytes(value), charset, hint);
  // Letters that were never encoded stand between encoded ones.
  let guessed = false;
  const text = value.replace(/(?:=[0-9A-F]{2})+/gi, (run) => {
    const decoded = decodeBytes(quotedPrintableBytes(run), charset, hint);
    guessed ||= decoded.guessed;
    return decoded.text;
  });
  return { text, guessed };
}

/** The parts of a structured value are encoded one by one. */
export function decodeBase64Text(value: string, { charset, hint }: Charset): Decoded {
  let guessed = false;
  const parts = value.split(";").map((part) => {
    const decoded = decodeBytes(Buffer.from(part, "base64"), charset, hint);
    guessed ||= decoded.guessed;
    return decoded.text;
  });
  return { text: parts.length === 1 ? (parts[0] ?? "") : parts.map(escapeSemicolons).join(";"), guessed };
}

function quotedPrintableBytes(value: string): Uint8Array {
  const bytes = Buffer.allocUnsafe(value.length);
  let length = 0;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    const high = code === equalsSign ? hexDigit(value.charCodeAt(index + 1)) : -1;
    const low = high === -1 ? -1 : hexDigit(value.charCodeAt(index + 2));
    if (low === -1) {
      bytes[length++] = code;
    } else {
      bytes[length++] = high * 16 + low;
      index += 2;
    }
  }
  return bytes.subarray(0, length);
}

const equalsSign = 61;

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code & ~32;
  return letter >= 65 && letter <= 70 ? letter - 55 : -1;
}

function escapeSemicolons(text: string): string {
  return text.replaceAll(";", "\\;");
}
