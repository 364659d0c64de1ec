/** The row that a card becomes, while its properties are read one after the other. */
import type { ImportIssue } from "../../../shared/imports/parsed-contact.ts";
import { emptyRawRow, type Origin, type RawRow } from "../../../shared/imports/raw-row.ts";
import type { Card } from "./cards.ts";
import type { Property } from "./property.ts";

export interface Draft {
  row: RawRow;
  /** X-ABLABEL by group: the user's own word for the property of that group. */
  labels: Map<string, { text: string; property: Property; used: boolean }>;
  /** X-ABADR by group: the ISO 3166 country code of an address. */
  countryCodes: Map<string, string>;
  /** LABEL of 2.1 and 3.0: an address as text, which repeats an ADR. */
  postalLabels: Property[];
  languagePreference: number;
  uid: string;
  /** The persons that a card of a group names, by UID. */
  members: string[];
  /** Properties that found no place, by name. */
  withoutPlace: Map<string, { count: number; line: number }>;
  issuesLeftOut: number;
}

export function startDraft(card: Card): Draft {
  return {
    row: emptyRawRow({ first: card.first, last: card.last }),
    labels: new Map(),
    countryCodes: new Map(),
    postalLabels: [],
    languagePreference: 101,
    uid: "",
    members: [],
    withoutPlace: new Map(),
    issuesLeftOut: 0,
  };
}

/** The label of the property's group, without Apple's marks of a built-in word (`_$!<Home>!$_`). */
export function takeLabel(draft: Draft, property: Property): { text: string; builtIn: boolean } | null {
  const label = property.group === "" ? undefined : draft.labels.get(property.group);
  if (!label) return null;
  label.used = true;
  const builtIn = builtInLabel.exec(label.text);
  return builtIn ? { text: builtIn[1] ?? "", builtIn: true } : { text: label.text, builtIn: false };
}

/** What remains to be said when all properties are read. */
export function finishIssues(draft: Draft): void {
  for (const { text, property, used } of draft.labels.values()) {
    if (!used && !builtInLabel.test(text)) mention(draft, property);
  }
  for (const [name, { count, line }] of draft.withoutPlace) {
    const message =
      count === 1 ? `${name} has no place in a contact.` : `${name} (${count} times) has no place in a contact.`;
    addIssue(draft, { code: "property_without_place", severity: "info", message, property: name, line });
  }
  if (draft.issuesLeftOut > 0) {
    const message = `${draft.issuesLeftOut} more remarks about this card are left out.`;
    draft.row.issues.push({ code: "issues_left_out", severity: "warning", message, line: draft.row.lines.first });
  }
}

/** A value about the person that no field takes. */
export function withoutPlace(draft: Draft, property: Property): void {
  draft.row.valuesLost += 1;
  mention(draft, property);
}

/** Not a value about the person, but the file's own bookkeeping. */
export function bookkeeping(draft: Draft, property: Property): void {
  draft.row.valuesSeen -= 1;
  mention(draft, property);
}

function mention(draft: Draft, property: Property): void {
  const known = draft.withoutPlace.get(property.name);
  if (known) known.count += 1;
  else if (draft.withoutPlace.size < maxIssues)
    draft.withoutPlace.set(property.name, { count: 1, line: property.line });
  else draft.issuesLeftOut += 1;
}

export function warn(draft: Draft, property: Property, code: string, message: string, field?: string): void {
  const { name, line } = property;
  addIssue(draft, { code, severity: "warning", message, ...(field !== undefined && { field }), property: name, line });
}

export function addIssue(draft: Draft, issue: ImportIssue): void {
  if (draft.row.issues.length < maxIssues) draft.row.issues.push(issue);
  else draft.issuesLeftOut += 1;
}

export function originOf(property: Property): Origin {
  return { property: property.name, line: property.line };
}

/** A value of the file in a message: short, on one line. */
export function quote(text: string): string {
  const short = text.slice(0, 60).replace(/\s+/g, " ").toWellFormed();
  return `"${short}${text.length > 60 ? "…" : ""}"`;
}

const builtInLabel = /^_\$!<([^<>]{1,60})>!\$_$/;
const maxIssues = 100;
