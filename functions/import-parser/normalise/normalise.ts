/** Converts the rows of any source to contacts that the API accepts. The conversion has no side effects. */

import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import { lookupHandle, normaliseHandle, type Platform, platformOfUrl } from "../../../shared/contact/reach/handles.ts";
import { joinHeadline } from "../../../shared/contact/record.ts";
import { createRowIdentity } from "../../../shared/import/identity/row-identity.ts";
import { normaliseAddresses, wholePlace, zoneReader } from "../../../shared/import/row/normalise-addresses.ts";
import { addNoteLines } from "../../../shared/import/row/note-lines.ts";
import type { ParsedContact, ParsedCounts } from "../../../shared/import/row/parsed-contact.ts";
import type { RawHandle, RawRow } from "../../../shared/import/row/raw-row.ts";
import { cleanLine, cleanLines, quote, RowIssues } from "../../../shared/import/row/row-issues.ts";
import { cutToUnits } from "../../../shared/platform/text/cut.ts";
import { fold, foldAlike } from "../../../shared/platform/text/fold.ts";
import { languageTag } from "../../../shared/platform/text/locale.ts";
import { isVisible } from "../../../shared/platform/text/schema.ts";
import { normaliseDates } from "./normalise-dates.ts";
import { normaliseEmails, normalisePhones } from "./normalise-lists.ts";
import { type Handles, type Names, normaliseNames } from "./normalise-names.ts";
import { normaliseOwnTexts } from "./normalise-own-texts.ts";

/** Converts rows to contacts in their order. Keeps only the identity of a row, to compare it with later rows. */
export interface Normaliser {
  /**
   * Returns the contact, which has an error among its issues if it is invalid, or undefined if the row is not a person.
   * The preview sets `duplicateOf` and `alreadyExists`, because it knows the contacts of the account.
   */
  add: (row: RawRow) => ParsedContact | undefined;
  /** The counts of all rows so far. */
  counts: () => ParsedCounts;
  /** The numbers of all values and of lost values so far. The coverage is derived from them. */
  values: () => { seen: number; lost: number };
}

export function createNormaliser(): Normaliser {
  const identify = createRowIdentity();
  let [total, valid, skipped, seen, lost] = [0, 0, 0, 0, 0];
  return {
    add: (row) => {
      if (row.noPerson) {
        skipped += 1;
        return undefined;
      }
      const issues = new RowIssues(row);
      const contact = normaliseContact(issues, row);
      identify(contact, row.picture, row.file);
      addOriginLines(issues, contact, row);
      seen += issues.seen;
      lost += issues.lost;
      total += 1;
      if (contact.isValid) valid += 1;
      return contact;
    },
    counts: () => ({
      totalCount: total,
      validCount: valid,
      invalidCount: total - valid,
      skippedCount: skipped,
      coverage: coverageOf(seen, lost),
    }),
    values: () => ({ seen, lost }),
  };
}

/** Rounds to four digits. The result is 1 only if no value is lost. */
function coverageOf(seen: number, lost: number): number {
  if (lost === 0) return 1;
  return Math.min(0.9999, Math.max(0, Math.round((1 - lost / seen) * 10_000) / 10_000));
}

/** Fills all fields of the contact except those that depend on other rows. */
function normaliseContact(issues: RowIssues, row: RawRow): ParsedContact {
  const emails = normaliseEmails(issues, row.emails, row);
  const phones = normalisePhones(issues, row.phones);
  const handles = normaliseHandles(issues, row.handles);
  const organisation = bounded(row.organisation);
  const names = normaliseNames(issues, row, { organisation, handles, emails, phones });
  if (names.firstName === "") {
    const message = `Nothing in lines ${row.lines.first} to ${row.lines.last} names somebody.`;
    issues.list.push({ code: "name_missing", severity: "error", message, line: row.lines.first });
  }
  const position = normalisePosition(issues, row);
  const written = row.headline ?? derivedHeadline(names, position, organisation);
  const headline = cleanLine(issues, written, limits.headline, { field: "headline" });
  const place = wholePlace(row);
  const zone = zoneReader(place);
  const contact: ParsedContact = {
    tempId: "",
    isValid: names.firstName !== "",
    issues: [],
    alreadyExists: false,
    duplicateOf: null,
    duplicateInFile: null,
    notSameAs: [],
    photo: row.photo,
    groups: normaliseGroups(issues, row.groups),
    connectedAt: row.connectedAt,
    ...names,
    middleName: names.middleName || null,
    headline: headline || null,
    organisation: cleanLine(issues, organisation, limits.organisation, { field: "organisation" }) || null,
    position: cleanLine(issues, position, limits.position, { field: "position" }) || null,
    latitude: place.latitude,
    longitude: place.longitude,
    timezone: readLocale(issues, row, "timezone", zone.read, zone.kind),
    language: readLocale(issues, row, "language", languageTag, "language tag"),
    emails,
    phones,
    addresses: normaliseAddresses(issues, row.addresses),
    importantDates: normaliseDates(issues, row.dates),
    ...handles,
    notes: null,
    ...normaliseOwnTexts(issues, row),
  };
  for (const { label, value } of row.noteLines) issues.keepAsLine(label, value);
  contact.notes = normaliseNotes(issues, row.notes);
  if (row.uid !== undefined) contact.uid = row.uid;
  if (row.likelyPerson !== undefined) contact.likelyPerson = row.likelyPerson;
  if (row.sources !== undefined) contact.sources = row.sources;
  contact.issues = issues.after(row.issues);
  return contact;
}

function normalisePosition(issues: RowIssues, row: RawRow): string {
  const jobTitle = bounded(row.jobTitle);
  const role = bounded(row.role);
  if (jobTitle !== "" && !foldAlike(role, jobTitle)) issues.keepAsLine("Role", role);
  return jobTitle || role;
}

function derivedHeadline({ firstName, lastName }: Names, position: string, organisation: string): string {
  const isOwnName = organisation !== "" && foldAlike(organisation, `${firstName} ${lastName}`);
  return joinHeadline(position, isOwnName ? "" : organisation);
}

/** The result exceeds every limit, so that an issue reports the cut, but it is short enough to compare. */
function bounded(text: string): string {
  return cutToUnits(text, 2_000).trim();
}

/** Keeps the first readable handle of each platform. A link in any property may lead to one of the networks. */
function normaliseHandles(issues: RowIssues, raw: readonly RawHandle[]): Handles {
  const handles: Record<Platform, string | null> = {
    network_a: null,
    network_b: null,
    network_c: null,
    network_d: null,
    network_e: null,
    website: null,
  };
  for (const { platform: rawPlatform, isCertain, value, label, property, line } of raw) {
    const linked = rawPlatform === "website" && !isCertain ? platformOfUrl(value) : rawPlatform;
    const read = normaliseHandle(linked, value);
    const platform = read === null ? rawPlatform : linked;
    const handle = read === null && rawPlatform !== linked ? normaliseHandle(rawPlatform, value) : read;
    const about = { field: platform, origin: { property, line } };
    if (handle === null) {
      issues.dropped("warning", "handle_invalid", `${quote(value)} can't be read as ${platform}.`, about);
    } else if (handles[platform] === null) {
      handles[platform] = handle;
    } else if (lookupHandle(platform, handles[platform]) !== lookupHandle(platform, handle)) {
      issues.keepAsLine(platform === "website" ? (label?.text ?? "Website") : platform, handle);
      if (platform === "website") continue;
    }
    // Only the line of a further website has its label.
    const message = `No field of a contact fits X-ABLABEL: ${quote(label?.text ?? "")}.`;
    if (label?.isOwn) issues.droppedPart("info", "property_without_place", message, about);
  }
  return handles;
}

function normaliseGroups(issues: RowIssues, raw: readonly string[]): string[] {
  if (raw.length === 0) return [];
  const labels = new Map<string, string>();
  for (const rawLabel of raw) {
    const label = cleanLine(issues, rawLabel, limits.groupLabel, { field: "groups" });
    if (!isVisible(label)) issues.lost += rawLabel.trim() === "" ? 0 : 1;
    else if (!labels.has(fold(label))) labels.set(fold(label), label);
  }
  const count = labels.size - limits.groupLabels;
  if (count > 0) {
    const message = `${count} more than the ${limits.groupLabels} groups that an import gives a contact are left out.`;
    issues.dropped("warning", "groups_left_out", message, { field: "groups" }, count);
  }
  return [...labels.values()].slice(0, limits.groupLabels);
}

function normaliseNotes(issues: RowIssues, raw: readonly string[]): string | null {
  const texts = raw.map((text) => text.trim());
  const notes = texts.length < 2 ? (texts[0] ?? "") : [...new Set(texts)].join("\n\n");
  return withLines(issues, cleanLines(issues, notes, limits.notes, aboutNotes));
}

const aboutNotes = { field: "notes" };

/** Appends the lines that were kept so far to the notes. */
function withLines(issues: RowIssues, text: string): string | null {
  const { notes, leftOut } = addNoteLines(text, issues.lines.splice(0));
  for (const line of leftOut) {
    issues.dropped("warning", "notes_full", `The notes have no room for ${quote(line)}.`, aboutNotes);
  }
  return notes || null;
}

/** Appends the fields of the source that a contact lacks to the notes. */
function addOriginLines(issues: RowIssues, contact: ParsedContact, { originLines }: RawRow): void {
  if (originLines.length === 0) return;
  for (const { label, value } of originLines) issues.keepAsLine(label, value);
  const before = issues.list.length;
  contact.notes = withLines(issues, contact.notes ?? "");
  contact.issues.push(...issues.list.slice(before));
}

function readLocale(
  issues: RowIssues,
  row: RawRow,
  field: "timezone" | "language",
  read: (text: string) => string | undefined,
  kind: string,
): string | null {
  const text = row[field].trim();
  if (text === "") return null;
  const value = text.length <= longestLocale ? read(text) : undefined;
  if (value !== undefined) return value;
  issues.dropped("info", `${field}_unknown`, `${quote(text)} is no ${kind}.`, { field, origin: row.origins[field] });
  return null;
}

const longestLocale = 64;
