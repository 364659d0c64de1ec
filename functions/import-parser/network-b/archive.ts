/** The files of an archive of the network that hold follows, or why it has none. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import type { FollowStrategy } from "../../../shared/imports/parsed-contact.ts";
import type { ImportFile } from "../import-file.ts";
import { type ArchiveEntry, openArchive } from "../zip.ts";
import { choosesHtml } from "./faults.ts";
import { listOfPath, strategies } from "./lists.ts";

export interface OpenedArchive {
  entries: readonly ArchiveEntry[];
  /** Why there are none; null when there are. */
  whyNone: ImportFileError | null;
  /** Lists that only say more about an account could not be opened. */
  isPartial: boolean;
}

/**
 * Opens all lists of follows; where that fails, as for one that is too large, those that the strategy needs. Throws
 * ImportFileError.
 */
export async function openExport(file: ImportFile, strategy: FollowStrategy): Promise<OpenedArchive> {
  const seen = emptySurvey();
  const wanted = (path: string) => {
    survey(seen, path);
    return listOfPath(path) !== null;
  };
  try {
    const entries = await openArchive(file, wanted);
    return { entries, whyNone: entries.length > 0 ? null : whyNone(seen), isPartial: false };
  } catch (fault) {
    if (!(fault instanceof ImportFileError)) throw fault;
    const entries = await openNeeded(file, strategy);
    if (entries.length === 0) throw fault;
    return { entries, whyNone: null, isPartial: true };
  }
}

function openNeeded(file: ImportFile, strategy: FollowStrategy): Promise<ArchiveEntry[]> {
  const { takes } = strategies[strategy];
  return openArchive(file, (path) => {
    const list = listOfPath(path);
    return list === "both" || (list !== null && takes.includes(list));
  });
}

/** What an archive has in place of the lists. */
interface Survey {
  html: boolean;
  json: boolean;
  noData: boolean;
  connectionsCsv: boolean;
  vcard: boolean;
  archive: boolean;
}

function emptySurvey(): Survey {
  return { html: false, json: false, noData: false, connectionsCsv: false, vcard: false, archive: false };
}

function survey(seen: Survey, path: string): void {
  if (path.startsWith("__MACOSX/")) return;
  const lower = path.toLowerCase();
  seen.html ||= lower.endsWith(".html");
  seen.json ||= lower.endsWith(".json");
  seen.noData ||= lower.endsWith("followers_and_following/no-data.txt");
  seen.connectionsCsv ||= /(?:^|\/)connections\.csv$/.test(lower);
  seen.vcard ||= lower.endsWith(".vcf");
  seen.archive ||= lower.endsWith(".zip");
}

function whyNone(seen: Survey): ImportFileError {
  if (seen.connectionsCsv) {
    const message = "This is an archive of another network, with Connections.csv. Import it as network_a.";
    return new ImportFileError("file_kind", message);
  }
  if (seen.noData) {
    const message =
      "In this export the network says that there is no data about followers and following (no-data.txt).";
    return new ImportFileError("nobody_found", `${message} It may be limited to a span of dates: ask for all time.`);
  }
  if (seen.html && !seen.json) return choosesHtml("The archive");
  if (seen.json) {
    const message = "The archive is without followers and following: that part was not chosen, or it lies in another";
    return new ImportFileError("nobody_found", `${message} archive of the export. Ask the network for it, in JSON.`);
  }
  if (seen.archive) {
    const message = "The archive holds another archive. Unpack it and import the one inside.";
    return new ImportFileError("file_kind", message);
  }
  if (seen.vcard) return new ImportFileError("file_kind", "The archive holds vCards. Import them as vcard.");
  return new ImportFileError("file_kind", "The archive is no export of the network: it has no JSON file.");
}
