/** What somebody chose instead of the connections file, told by its first lines: another file or another format. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { addressBookAdvice, losesMeans, namesConnections, namesPeople } from "../address-tables.ts";
import { type FileFormat, formatOf } from "../file-formats.ts";

/** Files of the network's archive, by column names that only they have. */
const filesOfArchive: readonly (readonly [string, readonly string[]])[] = [
  ["Contacts.csv, the address book that was uploaded to the network", ["firstname", "emails", "phonenumbers"]],
  ["messages.csv, the messages", ["conversationid", "from", "to"]],
  ["Invitations.csv, the invitations", ["from", "to", "sentat", "direction"]],
  ["Profile.csv, the owner's own profile", ["firstname", "headline", "summary"]],
  ["Recommendations, what people wrote about each other", ["firstname", "text", "status", "creationdate"]],
  ["Endorsements, the skills that people confirmed", ["endorsementdate", "skillname"]],
  ["Positions.csv, the owner's own jobs", ["companyname", "title", "startedon", "finishedon"]],
  ["Education.csv, the owner's own education", ["schoolname", "startdate", "enddate"]],
  ["Email Addresses.csv, the owner's own addresses", ["emailaddress", "confirmed", "primary"]],
  ["PhoneNumbers.csv, the owner's own numbers", ["extension", "number", "type"]],
  ["Company Follows.csv, companies that are followed", ["organization", "followedon"]],
  ["Member_Follows.csv, members that are followed", ["date", "status", "fullname"]],
];

/** Throws when a line is the header of another file of the archive. */
export function refuseOtherFile(keys: ReadonlySet<string>): void {
  const other = filesOfArchive.find(([, columns]) => columns.every((column) => keys.has(column)));
  if (!other) return;
  const message = `This is ${other[0]}; the connections are in Connections.csv of the same archive.`;
  throw new ImportFileError("file_kind", message);
}

/**
 * Throws for the header of an address book of which e-mail addresses or phone numbers would find no place, and none of a
 * connections file. The "Outlook CSV", which the network itself wrote once, has places for all. Words above a header
 * may be those of such columns too, but hardly beside one of names.
 */
export function refuseAddressBook(keys: ReadonlySet<string>): void {
  if (namesConnections(keys) || !namesPeople(keys) || ![...keys].some(losesMeans)) return;
  throw new ImportFileError("file_kind", `${addressBookAdvice} ${choose}`);
}

const choose = "Choose the ZIP archive as the network sent it, or the Connections.csv in it.";

/** What there is to say of a format beyond its name. */
const about: Readonly<Partial<Record<FileFormat["kind"], string>>> = {
  vcard: ", which is imported as vcard",
  spreadsheet: ", which has to be saved as CSV",
};

/** What to say of a file without a header: `start` is its first text, bytes beyond ASCII as in Windows-1252. */
export function noHeader(start: string): ImportFileError {
  const format = formatOf(start);
  if (format) return new ImportFileError("file_kind", `This is ${format.words}${about[format.kind] ?? ""}. ${choose}`);
  const message =
    "No line names the columns of a connections file, such as First Name, Last Name, URL, Company, Connected On.";
  return new ImportFileError("file_kind", `${message} ${choose}`);
}

/** What to say of an archive without connections; `paths` are those in it. */
export function noConnectionsIn(paths: readonly string[]): ImportFileError {
  const names = paths.map((path) => path.toLowerCase());
  if (names.includes("xl/workbook.xml"))
    return new ImportFileError("file_kind", `This is a spreadsheet, which has to be saved as CSV. ${choose}`);
  if (names.some((name) => name.endsWith("document.iwa") || name === "content.xml"))
    return new ImportFileError("file_kind", `This is a document, which has to be saved as CSV. ${choose}`);
  const files = paths.filter((path) => !path.endsWith("/"));
  if (files.length === 0) return new ImportFileError("file_kind", `The archive is empty. ${choose}`);
  const listed = files.slice(0, maxListed).map(shortPath).join(", ");
  const further = files.length > maxListed ? ` and ${files.length - maxListed} more` : "";
  const isHtml = files.some((path) => /\.html?$/i.test(path)) && !files.some((path) => /\.csv$/i.test(path));
  const advice = isHtml
    ? "Its files are HTML pages; the network's archive has CSV files."
    : "Request the archive again with Connections ticked.";
  return new ImportFileError(
    "nobody_found",
    `The archive has no Connections.csv. ${advice} It holds ${listed}${further}.`,
  );
}

const maxListed = 10;

function shortPath(path: string): string {
  const shown = path.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "");
  return shown.length > 60 ? `…${shown.slice(-60)}` : shown;
}
