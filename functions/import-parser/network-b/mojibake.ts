/** Text of the export whose UTF-8 was written byte by byte, each as a character of its own. */
import { Buffer, isUtf8 } from "node:buffer";

/**
 * The text that was meant: the export writes `ö` as `\u00c3\u00b6`. Text that can't have come about so stays as it is,
 * so that files which write text properly are read too.
 */
export function repairMojibake(text: string): string {
  if (!beyondAscii.test(text) || beyondLatin1.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}

const beyondAscii = /[\u0080-\u00ff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range begins with them
const beyondLatin1 = /[^\u0000-\u00ff]/;
