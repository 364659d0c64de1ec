/** Reads the people in vCard files of versions 2.1, 3.0 and 4.0. */

import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { type ImportFile, noteReading, type RowReader } from "../files/import-file.ts";
import { ImportFileError, ImportFilesError } from "../files/import-file-error.ts";
import { readLinesOf } from "../text/lines.ts";
import type { FileReading } from "./decode/property.ts";
import { readCard } from "./map/card-row.ts";
import { GroupLabels } from "./map/groups.ts";
import { noCards, openCardFiles, type Survey, surveyFile } from "./read/card-files.ts";
import { type Card, CardGatherer } from "./read/cards.ts";
import { maxPictureLength } from "./read/content-line.ts";

/**
 * Yields a row for every card, in the order in which the cards end. A broken card does not affect other cards. Each file
 * is streamed two or three times: for the survey, for groups if it may have any, and for its rows. Groups come before
 * rows because members may be in other files. Throws ImportFilesError for a file that is empty or holds no card, and
 * when no file holds a person.
 */
export const readVcards: RowReader = async function* readVcards(files) {
  const faults = new Map<number, ImportFileError>();
  const readable = await surveyFiles(files, faults);
  const labels = new GroupLabels();
  for (const { file, survey, reading } of readable) {
    if (survey.mayHaveGroups) await labels.gather(readCards(file, survey), { ...reading, guess: { isNoted: false } });
  }
  // The last person and the rows after it are held until all files are read, because issues of groups are added to it.
  let last: RawRow | null = null;
  const held: RawRow[] = [];
  for (const { file, survey, reading, source } of readable) {
    for await (const cards of readCards(file, survey, noteReading(file, file.stream()))) {
      for (const card of cards) {
        source.hasCards = true;
        const draft = readCard(card, reading);
        if (draft.row.noPerson) {
          held.push({ ...emptyRawRow(draft.row.lines), noPerson: true });
          if (held.length > maxHeld) yield* held.splice(1);
          continue;
        }
        yield* held.splice(0);
        last = draft.row;
        held.push(last);
        noteUnread(last, source);
        labels.addTo(draft);
      }
    }
  }
  for (const { index, file, source } of readable) {
    if (faults.has(index)) continue;
    if (!source.hasCards) faults.set(index, await noCards(file));
    else if (!last) faults.set(index, new ImportFileError("nobody_found", onlyGroups));
  }
  if (last) labels.noteFaults(last);
  yield* held;
  if (faults.size === 0) return;
  const inOrder = [...faults].sort(([one], [other]) => one - other);
  throw new ImportFilesError(inOrder.map(([index, error]) => ({ index, error })));
};

const maxHeld = 1_000;
const onlyGroups = "The file holds only groups and no card of a person. Export the members themselves too.";

/** A file of the import. An archive counts as one source with many files. */
interface Source {
  hasCards: boolean;
  /** The names of the files in an archive that hold no card. */
  unread: string[];
}

interface ReadableFile {
  index: number;
  source: Source;
  file: ImportFile;
  survey: Survey;
  reading: FileReading;
}

async function surveyFiles(
  files: readonly ImportFile[],
  faults: Map<number, ImportFileError>,
): Promise<ReadableFile[]> {
  const readable: ReadableFile[] = [];
  for (const [index, file] of files.entries()) {
    try {
      readable.push(...(await surveyOne(file, index)));
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      faults.set(index, error);
    }
  }
  return readable;
}

async function surveyOne(given: ImportFile, index: number): Promise<ReadableFile[]> {
  const opened = await openCardFiles(given);
  const source: Source = { hasCards: false, unread: [] };
  const guess = { isNoted: false };
  const readable: ReadableFile[] = [];
  for (const file of opened) {
    const survey = await surveyFile(file);
    if (opened.length > 1 && !survey.mayHaveCards) source.unread.push(file.name);
    else if (survey.isBlank) throw new ImportFileError("file_empty", "The file is empty.");
    else readable.push({ index, source, file, survey, reading: { encoding: survey, guess } });
  }
  if (readable.length > 0) return readable;
  throw new ImportFileError("file_kind", `None of the ${opened.length} .vcf files of the archive holds a card.`);
}

/** Reports the files of an archive that hold no card, in the row of its first person. */
function noteUnread({ issues, lines }: RawRow, { unread }: Source): void {
  if (unread.length === 0) return;
  const names = unread.splice(0);
  const message = `Files of the archive have no card (${names.length}): ${names.slice(0, maxShown).map(quote).join(", ")}.`;
  issues.push({ code: "file_without_card", severity: "warning", message, line: lines.first });
}

const maxShown = 10;

/** Yields the cards of each chunk of the file as soon as they are complete. */
async function* readCards(
  file: ImportFile,
  survey: Survey,
  chunks: AsyncIterable<Uint8Array> = file.stream(),
): AsyncGenerator<readonly Card[]> {
  const gatherer = new CardGatherer();
  for await (const lines of readLinesOf(chunks, survey, maxPictureLength)) {
    for (const line of lines) gatherer.add(line);
    yield gatherer.drain();
  }
  yield gatherer.end();
}
