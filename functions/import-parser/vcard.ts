/** The people of a vCard file: versions 2.1, 3.0 and 4.0, one or many cards, whatever wrote them. */
import { ImportFileError } from "../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { readCard } from "./vcard/card-row.ts";
import { maxCards, splitCards, tooManyCards } from "./vcard/cards.ts";
import { decodeFile } from "./vcard/decode.ts";
import type { Draft } from "./vcard/draft.ts";
import { maxGroups } from "./vcard/property-places.ts";

/**
 * A row for every card, in the order in which the cards end; a broken card costs no other. Throws ImportFileError for a file that is empty, holds no
 * card, or more than `maxCards`.
 */
export function parseVcard(bytes: Uint8Array): RawRow[] {
  const file = decodeFile(bytes);
  if (file.text.trim() === "") throw new ImportFileError("file_empty", "The file is empty.");
  const drafts: Draft[] = [];
  for (const card of splitCards(file.text)) {
    if (drafts.length === maxCards) throw tooManyCards();
    drafts.push(readCard(card, file));
  }
  if (drafts.length === 0)
    throw new ImportFileError("file_kind", "The file holds no vCard: nothing begins with BEGIN:VCARD.");
  joinGroups(drafts);
  return drafts.map(({ row }) => row);
}

/** A card of a group gives its name, as a label, to the persons of the file that it lists. */
function joinGroups(drafts: readonly Draft[]): void {
  const groups = drafts.filter(({ row, members }) => row.noPerson && members.length > 0);
  if (groups.length === 0) return;
  const persons = new Map(drafts.filter(({ uid }) => uid !== "").map(({ uid, row }) => [uid, row]));
  for (const { row: group, members } of groups) {
    for (const member of members) {
      const labels = persons.get(member)?.groups;
      if (labels && labels.length < maxGroups) labels.push(group.formattedName);
    }
  }
}
