/** From what a source's parser read to contacts that the API would accept: the same for all sources, without any effect. */
import { lookupHandle, normaliseHandle, type Platform, platformOfUrl } from "../contact/handles.ts";
import { joinHeadline, titleBefore } from "../contact/headline.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { cutToUnits } from "../text/cut.ts";
import { fold, foldAlike } from "../text/fold.ts";
import { ianaZone, languageTag } from "../text/locale.ts";
import { isVisible } from "../text/visible.ts";
import { normaliseAddresses, wholePlace } from "./normalise-addresses.ts";
import { normaliseDates } from "./normalise-dates.ts";
import { normaliseFrequency, normaliseLastInteraction } from "./normalise-keeping.ts";
import { normaliseEmails, normalisePhones } from "./normalise-lists.ts";
import { type Handles, type Names, normaliseNames } from "./normalise-names.ts";
import { addNoteLines } from "./note-lines.ts";
import type { ParsedContact, ParsedCounts } from "./parsed-contact.ts";
import type { RawHandle, RawRow } from "./raw-row.ts";
import { cleanLine, cleanLines, keepAsLine, lose, quote, type Remarks, remark } from "./remarks.ts";
import { createRowIdentity } from "./row-identity.ts";

/** Rows become contacts one after the other, in their order: of a row only what tells it from later ones is kept. */
export interface Normaliser {
  /**
   * The contact that the row becomes, valid or with an error among its issues; undefined for a row that is about nobody.
   * `duplicateOf` and `alreadyExists` are left to who knows the account's contacts.
   */
  add: (row: RawRow) => ParsedContact | undefined;
  /** Of all rows so far. */
  counts: () => ParsedCounts;
  /** Values of all rows so far, and those of them that found no place: what the coverage is made of. */
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
      const remarks: Remarks = { issues: [], seen: row.valuesSeen, lost: row.valuesLost, lines: [], issuesLeftOut: 0 };
      const contact = normaliseContact(remarks, row);
      identify(contact, row.picture, row.file);
      addOriginLines(remarks, contact, row);
      seen += remarks.seen;
      lost += remarks.lost;
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

/** To four digits; 1 only where nothing is lost. */
function coverageOf(seen: number, lost: number): number {
  if (lost === 0) return 1;
  return Math.min(0.9999, Math.max(0, Math.round((1 - lost / seen) * 10_000) / 10_000));
}

/** All of the contact but what follows from other rows. */
function normaliseContact(remarks: Remarks, row: RawRow): ParsedContact {
  const emails = normaliseEmails(remarks, row.emails, row);
  const phones = normalisePhones(remarks, row.phones);
  const handles = normaliseHandles(remarks, row.handles);
  const organisation = bounded(row.organisation);
  const names = normaliseNames(remarks, row, { organisation, handles, emails, phones });
  if (names.firstName === "") {
    const message = `Nothing in lines ${row.lines.first} to ${row.lines.last} names somebody.`;
    remarks.issues.push({ code: "name_missing", severity: "error", message, line: row.lines.first });
  }
  const position = normalisePosition(remarks, row);
  const headline = cleanLine(
    remarks,
    row.headline ?? derivedHeadline(names, position, organisation),
    limits.headline,
    aboutHeadline,
  );
  const place = wholePlace(row);
  // One literal without spreading: that would take longer than all the rest of it.
  const contact: ParsedContact = {
    tempId: "",
    isValid: names.firstName !== "",
    issues: [],
    alreadyExists: false,
    duplicateOf: null,
    duplicateInFile: null,
    photo: row.photo,
    groups: normaliseGroups(remarks, row.groups),
    connectedAt: row.connectedAt,
    firstName: names.firstName,
    lastName: names.lastName,
    middleName: names.middleName || null,
    headline: headline || null,
    position: cleanLine(remarks, position, limits.position, aboutPosition) || null,
    location: cleanLine(remarks, row.location, limits.location, aboutLocation) || null,
    latitude: place.latitude,
    longitude: place.longitude,
    timezone: normaliseTimezone(remarks, row),
    language: normaliseLanguage(remarks, row),
    emails,
    phones,
    addresses: normaliseAddresses(remarks, row.addresses),
    importantDates: normaliseDates(remarks, row.dates),
    network_a: handles.network_a,
    network_b: handles.network_b,
    network_c: handles.network_c,
    network_d: handles.network_d,
    network_e: handles.network_e,
    website: handles.website,
    notes: null,
    keepFrequencyDays: normaliseFrequency(remarks, row),
    lastInteraction: normaliseLastInteraction(remarks, row),
  };
  for (const { label, value } of row.noteLines) keepAsLine(remarks, label, value);
  contact.notes = normaliseNotes(remarks, row.notes);
  if (organisation !== "" && titleBefore(headline, organisation) !== undefined) contact.organisation = organisation;
  if (row.uid !== undefined) contact.uid = row.uid;
  if (row.likelyPerson !== undefined) contact.likelyPerson = row.likelyPerson;
  if (row.sources !== undefined) contact.sources = row.sources;
  contact.issues = allIssues(remarks, row);
  return contact;
}

const aboutHeadline = { field: "headline" };
const aboutPosition = { field: "position" };
const aboutLocation = { field: "location" };

function normalisePosition(remarks: Remarks, row: RawRow): string {
  const jobTitle = bounded(row.jobTitle);
  const role = bounded(row.role);
  if (jobTitle !== "" && role !== "" && !foldAlike(role, jobTitle)) {
    keepAsLine(remarks, "Role", role);
  }
  return jobTitle || role;
}

function derivedHeadline({ firstName, lastName }: Names, position: string, organisation: string): string {
  const isOwnName = organisation !== "" && foldAlike(organisation, `${firstName} ${lastName}`);
  return joinHeadline(position, isOwnName ? "" : organisation);
}

/** Longer than any limit, so that what is cut away is said, but short enough to be compared. */
function bounded(text: string): string {
  return cutToUnits(text, 2_000).trim();
}

/** The first readable one of a platform is kept. A link of any property may lead to one of the networks. */
function normaliseHandles(remarks: Remarks, raw: readonly RawHandle[]): Handles {
  const handles: Record<Platform, string | null> = {
    network_a: null,
    network_b: null,
    network_c: null,
    network_d: null,
    network_e: null,
    website: null,
  };
  for (const { platform: given, isCertain, value, property, line } of raw) {
    const linked = given === "website" && !isCertain ? platformOfUrl(value) : given;
    const read = normaliseHandle(linked, value);
    const platform = read === null ? given : linked;
    const handle = read === null && given !== linked ? normaliseHandle(given, value) : read;
    const about = { field: platform, origin: { property, line } };
    if (handle === null) {
      lose(remarks, "warning", "handle_invalid", `${quote(value)} can't be read as ${platform}.`, about);
    } else if (handles[platform] === null) {
      handles[platform] = handle;
    } else if (lookupHandle(platform, handles[platform]) !== lookupHandle(platform, handle)) {
      keepAsLine(remarks, platform === "website" ? "Website" : platform, handle);
    }
  }
  return handles;
}

function normaliseGroups(remarks: Remarks, raw: readonly string[]): string[] {
  if (raw.length === 0) return [];
  const labels = new Map<string, string>();
  for (const given of raw) {
    const label = cleanLine(remarks, given, limits.groupLabel, { field: "groups" });
    if (!isVisible(label)) remarks.lost += given.trim() === "" ? 0 : 1;
    else if (!labels.has(fold(label))) labels.set(fold(label), label);
  }
  const count = labels.size - limits.groupLabels;
  if (count > 0) {
    remarks.lost += count - 1;
    const message = `${count} more than the ${limits.groupLabels} groups that an import gives a contact are left out.`;
    lose(remarks, "warning", "groups_left_out", message, { field: "groups" });
  }
  return [...labels.values()].slice(0, limits.groupLabels);
}

function normaliseNotes(remarks: Remarks, raw: readonly string[]): string | null {
  const texts = raw.map((text) => text.trim());
  const notes = texts.length < 2 ? (texts[0] ?? "") : [...new Set(texts)].join("\n\n");
  return withLines(remarks, cleanLines(remarks, notes, limits.notes, aboutNotes));
}

const aboutNotes = { field: "notes" };

/** The notes with the lines that were kept so far. */
function withLines(remarks: Remarks, text: string): string | null {
  const { notes, leftOut } = addNoteLines(text, remarks.lines.splice(0));
  for (const line of leftOut) {
    lose(remarks, "warning", "notes_full", `The notes have no room for ${quote(line)}.`, aboutNotes);
  }
  return notes || null;
}

/** What the row has in fields of its own, which no contact has. */
function addOriginLines(remarks: Remarks, contact: ParsedContact, { originLines }: RawRow): void {
  if (originLines.length === 0) return;
  for (const { label, value } of originLines) keepAsLine(remarks, label, value);
  const before = remarks.issues.length;
  contact.notes = withLines(remarks, contact.notes ?? "");
  contact.issues.push(...remarks.issues.slice(before));
}

function normaliseTimezone(remarks: Remarks, { timezone, origins }: RawRow): string | null {
  const name = timezone.trim();
  if (name === "") return null;
  const zone = name.length <= longestName ? ianaZone(name) : undefined;
  if (zone === undefined) {
    const message = `${quote(name)} is no name of a time zone.`;
    lose(remarks, "info", "timezone_unknown", message, { field: "timezone", origin: origins.timezone });
  }
  return zone ?? null;
}

function normaliseLanguage(remarks: Remarks, { language, origins }: RawRow): string | null {
  const name = language.trim();
  if (name === "") return null;
  const tag = name.length <= longestName ? languageTag(name) : undefined;
  if (tag === undefined) {
    const about = { field: "language", origin: origins.language };
    lose(remarks, "info", "language_unknown", `${quote(name)} is no language tag.`, about);
  }
  return tag ?? null;
}

const longestName = 64;

function allIssues(remarks: Remarks, row: RawRow): ParsedContact["issues"] {
  const issues = row.issues.concat(remarks.issues);
  if (remarks.issuesLeftOut > 0) {
    remark(
      { ...remarks, issues },
      "warning",
      "issues_left_out",
      `${remarks.issuesLeftOut} more remarks are left out.`,
      { field: "issues" },
    );
  }
  return issues;
}
