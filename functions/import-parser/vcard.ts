/** The people of a vCard file: versions 2.1, 3.0 and 4.0, one or many cards, whatever wrote them. */
import { ImportFileError, ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { emptyRawRow, type RawRow } from "../../shared/imports/raw-row.ts";
import { quote } from "../../shared/imports/remarks.ts";
import type { ImportFile, RowReader } from "./import-file.ts";
import { openCardFiles } from "./vcard/archive.ts";
import { readCard } from "./vcard/card-row.ts";
import { type Card, CardGatherer } from "./vcard/cards.ts";
import type { Draft } from "./vcard/draft.ts";
import { GroupLabels } from "./vcard/groups.ts";
import { HeadReader } from "./vcard/head.ts";
import { LineCutter } from "./vcard/lines.ts";
import { noCards } from "./vcard/other-files.ts";
import type { FileReading } from "./vcard/property.ts";
import { readChunks, type Survey, surveyFile } from "./vcard/survey.ts";

/**
 * A row for every card, in the order in which the cards end; a broken card costs no other. A file is streamed two or
 * three times: for what only all of it can tell, for the groups where there may be any, whose members may be in other
 * files, and for its rows. Throws ImportFilesError for files that are empty or hold no card, and where no file holds a
 * person.
 */
export const readVcards: RowReader = async function* readVcards(files) {
  const faults = new Map<number, ImportFileError>();
  const readable = await surveyFiles(files, faults);
  const labels = new GroupLabels();
  for (const { file, survey, reading } of readable) {
    if (survey.mayHaveGroups) await labels.gather(readCards(file, survey), { ...reading, guesses: new Set() });
  }
  const last = labels.isEmpty ? null : new LastPerson();
  let personCount = 0;
  for (const each of readable) {
    for await (const draft of readDrafts(each)) {
      each.source.cardCount += 1;
      if (!draft.row.noPerson) personCount += 1;
      noteUnread(draft, each.source);
      labels.addTo(draft);
      if (last) yield* last.add(draft);
      else yield draft.row;
    }
  }
  for (const { index, file, survey, source } of readable) {
    if (source.cardCount === 0 && !faults.has(index)) faults.set(index, await noCards(file, survey));
  }
  if (last) yield* last.end((draft) => labels.noteFaults(draft));
  for (const { index } of readable) if (personCount === 0 && !faults.has(index)) faults.set(index, labels.nobody());
  if (faults.size === 0) return;
  const inOrder = [...faults].sort(([one], [other]) => one - other);
  throw new ImportFilesError(inOrder.map(([index, error]) => ({ index, error })));
};

/** A file of the import, of which an archive holds many. */
interface Source {
  cardCount: number;
  /** Of an archive: the names of files without a card. */
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
  for (const [index, given] of files.entries()) {
    try {
      readable.push(...(await surveyOne(given, index)));
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      faults.set(index, error);
    }
  }
  return readable;
}

async function surveyOne(given: ImportFile, index: number): Promise<ReadableFile[]> {
  const opened = await openCardFiles(given);
  const source: Source = { cardCount: 0, unread: [] };
  const shared = { heads: new HeadReader(), guesses: new Set<string>() };
  const readable: ReadableFile[] = [];
  for (const file of opened) {
    const survey = await surveyFile(file);
    if (opened.length > 1 && !survey.mayHaveCards) source.unread.push(file.name);
    else if (survey.isBlank) throw new ImportFileError("file_empty", "The file is empty.");
    else readable.push({ index, source, file, survey, reading: { encoding: survey, ...shared } });
  }
  if (readable.length > 0) return readable;
  throw new ImportFileError("file_kind", `None of the ${opened.length} .vcf files of the archive holds a card.`);
}

/** Files of an archive that hold no card are said at its first person. */
function noteUnread({ row }: Draft, { unread }: Source): void {
  if (row.noPerson || unread.length === 0) return;
  const names = unread.splice(0);
  const shown = names.slice(0, maxShown).map(quote).join(", ");
  const more = names.length > maxShown ? ` and ${names.length - maxShown} more` : "";
  const message = `Files of the archive that hold no card are left out: ${shown}${more}.`;
  row.issues.push({ code: "file_without_card", severity: "warning", message, line: row.lines.first });
}

const maxShown = 10;

async function* readDrafts({ file, survey, reading }: ReadableFile): AsyncGenerator<Draft> {
  for await (const cards of readCards(file, survey)) {
    for (const card of cards) yield readCard(card, reading);
  }
}

/** Some cards at a time, as they come. */
async function* readCards(file: ImportFile, survey: Survey): AsyncGenerator<readonly Card[]> {
  const gatherer = new CardGatherer();
  const lines = new LineCutter(survey, (...line) => gatherer.add(...line));
  for await (const chunk of readChunks(file, survey)) {
    lines.add(chunk);
    yield gatherer.drain();
  }
  lines.end();
  gatherer.end();
  yield gatherer.drain();
}

/** Rows on their way; the last person's is held back, so that what only the end of all files tells is said at it. */
class LastPerson {
  private person: Draft | null = null;
  /** The rows behind it. */
  private nobodies: RawRow[] = [];

  *add(draft: Draft): Generator<RawRow> {
    const { row } = draft;
    if (!row.noPerson) {
      yield* this.release();
      this.person = draft;
    } else {
      this.nobodies.push({ ...emptyRawRow(row.lines), noPerson: true });
      if (this.nobodies.length === maxNobodies) yield* this.nobodies.splice(0);
    }
  }

  /** The person is there where any was. */
  *end(note: (draft: Draft) => void): Generator<RawRow> {
    if (this.person) note(this.person);
    yield* this.release();
  }

  private *release(): Generator<RawRow> {
    if (this.person) yield this.person.row;
    this.person = null;
    yield* this.nobodies.splice(0);
  }
}

/** Where more rows of nobody follow a person, they are passed on before it. */
const maxNobodies = 1_000;
