/** The people of a vCard file: versions 2.1, 3.0 and 4.0, one or many cards, whatever wrote them. */
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { eachFile, type ImportFile, type RowReader } from "./import-file.ts";
import { readCard } from "./vcard/card-row.ts";
import { type Card, CardGatherer } from "./vcard/cards.ts";
import { addLabels, gatherLabels, noteMembershipsLeftOut } from "./vcard/groups.ts";
import { HeadReader } from "./vcard/head.ts";
import { LineCutter } from "./vcard/lines.ts";
import { noCards } from "./vcard/other-files.ts";
import { readChunks, type Survey, surveyFile } from "./vcard/survey.ts";

/**
 * A row for every card, in the order in which the cards end; a broken card costs no other. A file is streamed two or
 * three times: for what only all of it can tell, for the groups where there may be any, and for its rows. Throws for a
 * file that is empty or holds no card.
 */
export const readVcards: RowReader = eachFile(readVcard);

async function* readVcard(file: ImportFile): AsyncGenerator<RawRow> {
  const survey = await surveyFile(file);
  if (survey.isBlank) throw new ImportFileError("file_empty", "The file is empty.");
  const reading = { encoding: survey, heads: new HeadReader() };
  const labels = survey.mayHaveGroups ? await gatherLabels(readCards(file, survey), reading) : null;
  let count = 0;
  for await (const cards of readCards(file, survey)) {
    for (const card of cards) {
      count += 1;
      const draft = readCard(card, reading);
      if (labels) addLabels(draft, labels);
      if (labels && count === 1) noteMembershipsLeftOut(draft, labels);
      yield draft.row;
    }
  }
  if (count === 0) throw await noCards(file, survey);
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
