/** Reads the people in vCard files of versions 2.1, 3.0 and 4.0. */

import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { type ImportFile, noteReading, type RowReader } from "../files/import-file.ts";
import { ImportFileError, ImportFilesError } from "../files/import-file-error.ts";
import { noteSkipped, type SkippedFile } from "../files/skipped-files.ts";
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
  const skipped: SkippedFile[] = [];
  const readable = await surveyFiles(files, faults, skipped);
  const labels = new GroupLabels();
  for (const { file, survey, reading } of readable) {
    if (survey.mayHaveGroups) await labels.gather(readCards(file, survey), { ...reading, guess: { isNoted: false } });
  }
  // The last person and the rows after it are held until all files are read, because issues of groups are added to it.
  let last: RawRow | null = null;
  const held: RawRow[] = [];
  for (const { file, survey, reading, source } of readable) {
    for await (const cards of readCards(file, survey, noteReading(file, file.stream()))) {
      // All cards of a chunk are read before their first row is yielded, because taking turns with the consumer after each
      // card costs a fifth more: both use the same caches of the engine.
      for (const draft of cards.map((card) => readCard(card, reading))) {
        source.hasCards = true;
        if (draft.row.noPerson) {
          held.push({ ...emptyRawRow(draft.row.lines), noPerson: true });
          if (held.length > maxHeld) yield* held.splice(1);
          continue;
        }
        // `yield*` would wait several times for each row.
        for (const row of held.splice(0)) yield row;
        last = draft.row;
        held.push(last);
        noteSkipped(last, skipped.splice(0));
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
  throw new ImportFilesError([...faults].map(([index, error]) => ({ index, error })));
};

const maxHeld = 1_000;
const onlyGroups = "The file holds only groups and no card of a person. Export the members themselves too.";

/** A file of the import. An archive counts as one source with many files. */
interface Source {
  hasCards: boolean;
}

interface ReadableFile {
  index: number;
  source: Source;
  file: ImportFile;
  survey: Survey;
  reading: FileReading;
}

/** Adds the files of the import that can't be read to `faults`, and those inside of archives to `skipped`. */
async function surveyFiles(
  files: readonly ImportFile[],
  faults: Map<number, ImportFileError>,
  skipped: SkippedFile[],
): Promise<ReadableFile[]> {
  const readable: ReadableFile[] = [];
  for (const [index, file] of files.entries()) {
    try {
      readable.push(...(await surveyInside(file, index, skipped)));
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      faults.set(index, error);
    }
  }
  return readable;
}

async function surveyInside(whole: ImportFile, index: number, skipped: SkippedFile[]): Promise<ReadableFile[]> {
  const opened = await openCardFiles(whole);
  const source: Source = { hasCards: false };
  const guess = { isNoted: false };
  const readable: ReadableFile[] = [];
  const unread: SkippedFile[] = [];
  for (const file of opened) {
    try {
      const survey = await surveyFile(file);
      if (survey.isBlank) throw new ImportFileError("file_empty", "The file is empty.");
      if (!survey.mayHaveCards) throw await noCards(file);
      readable.push({ index, source, file, survey, reading: { encoding: survey, guess } });
    } catch (error) {
      const isWhole = error instanceof ImportFileError && error.reason.startsWith("archive_");
      if (!(error instanceof ImportFileError) || isWhole || opened.length === 1) throw error;
      unread.push({ name: file.name, error });
    }
  }
  const [first] = unread;
  if (first && readable.length === 0) {
    const message = `None of the ${opened.length} .vcf files of the archive can be read. ${first.error.message}`;
    throw new ImportFileError(first.error.reason, message);
  }
  skipped.push(...unread);
  return readable;
}

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
