/** What comes with a request to import: its files, their names and the strategy. */
import { type ErrorDetail, invalid, validationError } from "../../shared/http/errors.ts";
import type { UploadedFile } from "../../shared/http/route.ts";
import { type FollowStrategy, followStrategies, type ImportSource } from "../../shared/imports/parsed-contact.ts";
import { cutToUnits } from "../../shared/text/cut.ts";

/** Nothing when none is given. Throws 400 for an unknown one, and for one of another source. */
export function readStrategy(source: ImportSource, given: string | undefined): { strategy?: FollowStrategy } {
  if (given === undefined) return {};
  const strategy = followStrategies.find((known) => known === given);
  if (!strategy) throw invalid("body.strategy", `Must be one of ${followStrategies.join(", ")}.`);
  if (source !== "network_b") throw invalid("body.strategy", "Only network_b has strategies.");
  return { strategy };
}

export interface GivenFile {
  file: UploadedFile;
  /** Its place among the file parts of the request, by which faults name it. */
  part: number;
}

/** The files that hold something. A form without a chosen file sends a part without name and content. Throws 400. */
export function requireFiles(parts: readonly UploadedFile[]): GivenFile[] {
  const files = parts
    .map((file, part) => ({ file, part }))
    .filter(({ file: { fileName, content } }) => fileName !== "" || content.byteLength > 0);
  if (files.length === 0) throw invalid("body", "There is no file: send it as a part that has a file name.");
  const empty = files.flatMap(({ file, part }): ErrorDetail[] =>
    file.content.byteLength === 0 ? [{ path: `body.files.${part}`, message: "The file is empty." }] : [],
  );
  if (empty.length > 0) throw validationError(empty);
  return files;
}

const maxNameLength = 100;

/** A file's own name is kept for people only: without folders and control characters, and short. */
export function plainName(fileName: string): string {
  const name = fileName.toWellFormed().replace(/\p{Cc}/gu, "");
  return cutToUnits(name.split(/[/\\]/).at(-1) ?? "", maxNameLength);
}
