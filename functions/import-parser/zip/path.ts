/** The paths of entries: their letters, and whether they stay inside the archive. */
import { isAscii, isUtf8 } from "node:buffer";
import { getFileNameLowLevel } from "yauzl";
import { hostile } from "./faults.ts";
import { extraBytes, extraFields, nameBytes } from "./record.ts";

/** No file system allows longer ones. */
const maxPathBytes = 4_096;

/**
 * With `/` between the parts, also where a Windows archiver wrote `\`, and without `./` before the first. Letters are
 * UTF-8 where the bytes are, for the Mac's archiver doesn't announce it; else CP437, as APPNOTE appendix D has it.
 */
export function pathOf(record: Buffer): string {
  const name = nameBytes(record);
  if (name.length > maxPathBytes) throw hostile(`it has a path of ${name.length} bytes`);
  const path =
    isAscii(name) && !extraBytes(record).includes(unicodePathField) ? name.toString("latin1") : decode(record);
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

export function isSafe(path: string): boolean {
  return !leadsOut.test(path);
}

function decode(record: Buffer): string {
  const name = nameBytes(record);
  return getFileNameLowLevel(isUtf8(name) ? utf8Flag : 0, name, extraFields(record), true);
}

const utf8Flag = 0x800;
/** 0x7075, by which Info-ZIP adds the name in UTF-8. */
const unicodePathField = "up";
/** Absolute, with a drive letter, with a step up, or with the character at which C ends a name. */
const leadsOut = /^\/|^[A-Za-z]:\/|(?:^|\/)\.\.(?:\/|$)|\0/;
