/** Scans a whole file to find out its encoding, its line ends, and whether it may have cards and groups. */
import { TextDecoder } from "node:util";
import type { ImportFile } from "../../files/import-file.ts";
import type { LineForm } from "../../text/lines.ts";
import { asUtf8 } from "../../text/utf8.ts";
import { type FileEncoding, namedEncoding } from "../decode/charset.ts";

export interface Survey extends FileEncoding, LineForm {
  /** The file may have a card that is a group of people. */
  mayHaveGroups: boolean;
  isBlank: boolean;
  /** The file may have a card. */
  mayHaveCards: boolean;
}

/** Reads the file once. This is cheap compared with the transfer, because lines are not parsed. */
export async function surveyFile(file: ImportFile): Promise<Survey> {
  const survey: Survey = {
    raw: false,
    hint: null,
    lineEnd: 13,
    mayHaveGroups: false,
    isBlank: true,
    mayHaveCards: false,
  };
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let before = "";
  for await (const chunk of asUtf8(file.stream())) {
    survey.raw ||= !isDecodable(() => utf8.decode(chunk, { stream: true }));
    if (survey.lineEnd === 13 && chunk.includes(10)) survey.lineEnd = 10;
    survey.isBlank &&= chunk.every((byte) => byte <= blank);
    const text = before + chunk.toString("latin1");
    survey.hint ??= namedEncoding(text);
    survey.mayHaveGroups ||= groupKind.test(text);
    survey.mayHaveCards ||= cardStart.test(text);
    before = text.slice(-longestMatch);
  }
  survey.raw ||= !isDecodable(() => utf8.decode());
  if (!survey.raw) survey.hint = null;
  return survey;
}

const blank = 32;
const groupKind = /KIND(?:;[^:\r\n]{0,80})?:[ \t]{0,9}group/i;
const cardStart = /BEGIN\s{0,9}(?:;[^:\r\n]{0,50})?:\s{0,9}VCARD/i;
const longestMatch = 100;

function isDecodable(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}
