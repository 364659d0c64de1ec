/** From what a source's parser read to contacts that the API would accept: the same for all sources, without any effect. */
import { lookupHandle, normaliseHandle, type Platform, platformOfUrl } from "../contact/handles.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { fold } from "../text/fold.ts";
import { ianaZone, languageTag } from "../text/locale.ts";
import { normaliseAddresses, wholePlace } from "./normalise-addresses.ts";
import { normaliseDates } from "./normalise-dates.ts";
import { normaliseEmails, normalisePhones } from "./normalise-lists.ts";
import { normaliseNames } from "./normalise-names.ts";
import type { ParsedContact, ParsedFile } from "./parsed-contact.ts";
import type { RawHandle, RawRow } from "./raw-row.ts";
import { cleanLine, cleanLines, lose, quote, type Remarks, remark } from "./remarks.ts";
import { identifyRows } from "./row-identity.ts";

/**
 * Every row that is about somebody becomes a contact, valid or with an error among its issues. `duplicateOf` and `alreadyExists` are left to who knows
 * the account's contacts.
 */
export function normaliseRows(rows: readonly RawRow[]): ParsedFile {
  const people = rows.filter(({ noPerson }) => !noPerson);
  let seen = 0;
  let lost = 0;
  const contacts = people.map((row) => {
    const remarks: Remarks = { issues: [], lost: row.valuesLost, issuesLeftOut: 0 };
    const contact = normaliseRow(remarks, row);
    seen += row.valuesSeen;
    lost += Math.min(remarks.lost, row.valuesSeen);
    return contact;
  });
  identifyRows(contacts);
  const validCount = contacts.filter(({ isValid }) => isValid).length;
  return {
    contacts,
    totalCount: contacts.length,
    validCount,
    invalidCount: contacts.length - validCount,
    skippedCount: rows.length - people.length,
    coverage: seen === 0 ? 1 : Math.round((1 - lost / seen) * 10_000) / 10_000,
  };
}

function normaliseRow(remarks: Remarks, row: RawRow): ParsedContact {
  const emails = normaliseEmails(remarks, row.emails);
  const phones = normalisePhones(remarks, row.phones);
  const handles = normaliseHandles(remarks, row.handles);
  const organisation = bounded(row.organisation);
  const phone = phones[0] ? `${phones[0].prefix}${phones[0].value}` : "";
  const substitutes = { organisation, handle: shownHandle(handles), email: emails[0]?.value ?? "", phone };
  const names = normaliseNames(remarks, row, substitutes);
  const isValid = names.firstName !== "";
  if (!isValid) {
    const message = `Nothing in lines ${row.lines.first} to ${row.lines.last} names somebody.`;
    remarks.issues.push({ code: "name_missing", severity: "error", message, line: row.lines.first });
  }
  const jobTitle = bounded(row.jobTitle);
  const role = bounded(row.role);
  const position = jobTitle || role;
  if (jobTitle !== "" && role !== "" && fold(role) !== fold(jobTitle)) {
    const message = `The role ${quote(role)} has no place beside a job title.`;
    lose(remarks, "info", "role_without_place", message, { field: "position", origin: row.origins.role });
  }
  const isOwnName = fold(organisation) === fold(`${names.firstName} ${names.lastName}`);
  const headline = [names.otherName, position, isOwnName ? "" : organisation].filter((text) => text !== "").join(", ");
  const line = (field: "headline" | "position" | "location", text: string) =>
    cleanLine(remarks, text, limits[field], { field }) || null;
  const contact: ParsedContact = {
    tempId: "",
    isValid,
    issues: [],
    alreadyExists: false,
    duplicateOf: null,
    duplicateInFile: null,
    groups: normaliseGroups(remarks, row.groups),
    photo: row.photo,
    connectedAt: row.connectedAt,
    ...(row.likelyPerson !== undefined && { likelyPerson: row.likelyPerson }),
    ...(row.sources !== undefined && { sources: row.sources }),
    firstName: names.firstName,
    lastName: names.lastName,
    middleName: names.middleName || null,
    headline: line("headline", headline),
    position: line("position", position),
    location: line("location", row.location),
    ...wholePlace(row),
    timezone: normaliseTimezone(remarks, row),
    language: normaliseLanguage(remarks, row),
    emails,
    phones,
    addresses: normaliseAddresses(remarks, row.addresses),
    importantDates: normaliseDates(remarks, row.dates),
    ...handles,
    notes: normaliseNotes(remarks, row.notes),
    keepFrequencyDays: null,
    lastInteraction: null,
  };
  contact.issues = allIssues(remarks, row);
  return contact;
}

/** Longer than any limit, so that what is cut away is said, but short enough to be compared. */
function bounded(text: string): string {
  return text.slice(0, 2_000).trim();
}

type Handles = Record<Platform, string | null>;

/** The first readable one of a platform is kept. A link of any property may lead to one of the networks. */
function normaliseHandles(remarks: Remarks, raw: readonly RawHandle[]): Handles {
  const handles: Handles = {
    network_a: null,
    network_b: null,
    network_c: null,
    network_d: null,
    network_e: null,
    website: null,
  };
  for (const { platform: given, value, property, line } of raw) {
    const linked = given === "website" ? platformOfUrl(value) : given;
    const platform = normaliseHandle(linked, value) === null ? given : linked;
    const handle = normaliseHandle(platform, value);
    const about = { field: platform, origin: { property, line } };
    if (handle === null) {
      lose(remarks, "warning", "handle_invalid", `${quote(value)} can't be read as ${platform}.`, about);
    } else if (handles[platform] === null) {
      handles[platform] = handle;
    } else if (lookupHandle(platform, handles[platform]) !== lookupHandle(platform, handle)) {
      const message = `A contact has one ${platform}; ${quote(value)} is left out.`;
      lose(remarks, "info", "handle_further", message, about);
    }
  }
  return handles;
}

function shownHandle({ network_a, network_b, network_c, network_d, network_e }: Handles): string {
  const name = network_a === null ? null : (network_a.split("/").at(-1) ?? null);
  return name ?? network_b ?? network_c ?? network_d ?? network_e ?? "";
}

function normaliseGroups(remarks: Remarks, raw: readonly string[]): string[] {
  const labels = new Map<string, string>();
  for (const given of raw) {
    const label = cleanLine(remarks, given, limits.groupLabel, { field: "groups" });
    if (label !== "" && !labels.has(fold(label))) labels.set(fold(label), label);
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
  const texts = new Set(raw.map((text) => text.trim()));
  return cleanLines(remarks, [...texts].join("\n\n"), limits.notes, { field: "notes" }) || null;
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
  const issues = [...row.issues, ...remarks.issues];
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
