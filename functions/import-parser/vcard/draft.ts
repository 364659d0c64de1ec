/** The row that a card becomes, while its properties are read one after the other. */
import type { ImportIssue } from "../../../shared/imports/parsed-contact.ts";
import { emptyRawRow, type Origin, type RawAddress, type RawRow } from "../../../shared/imports/raw-row.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { ownParameters } from "../../../shared/vcard/own-names.ts";
import type { Card } from "./cards.ts";
import type { Property } from "./property.ts";

export interface Draft {
  row: RawRow;
  /** X-ABLABEL by group: the user's own word for the property of that group. */
  labels: Map<string, Annotation>;
  /** The same as a parameter of the property itself, where any has one. */
  ownLabels: Map<Property, Annotation> | null;
  /** X-ABADR by group: the ISO 3166 country code of an address. */
  countryCodes: Map<string, Annotation>;
  /** X-ADDRESS-FIELDS by group: what ADR can't say of an address. */
  addressFields: Map<string, Annotation>;
  /** By their group. */
  groupedAddresses: Map<string, RawAddress>;
  /** LABEL of 2.1 and 3.0: an address as text, which repeats an ADR. */
  postalLabels: Property[];
  /** Of several that say the same, the one that was taken. */
  shownName: Property | null;
  language: Property | null;
  uid: string;
  /** The persons that a card of a group names, by UID. */
  members: string[];
  /** The cards that are the values of AGENT, in their order. */
  agents: Card[];
  /** What found no place, by what is said of it. */
  leftOut: Map<string, LeftOut>;
  issuesLeftOut: number;
}

/** What a property says of another one of its group. */
export interface Annotation {
  text: string;
  property: Property;
  used: boolean;
}

interface LeftOut {
  code: string;
  words: string;
  values: string[];
  count: number;
  /** Of the values shown. */
  repeats: number;
  property: string;
  line: number;
}

export function startDraft(card: Card): Draft {
  return {
    row: emptyRawRow({ first: card.first, last: card.last }),
    labels: new Map(),
    ownLabels: null,
    countryCodes: new Map(),
    addressFields: new Map(),
    groupedAddresses: new Map(),
    postalLabels: [],
    shownName: null,
    language: null,
    uid: "",
    members: [],
    agents: [...card.agents],
    leftOut: new Map(),
    issuesLeftOut: 0,
  };
}

/** The label of the property's group, else its own, without Apple's marks of a built-in word (`_$!<Home>!$_`). */
export function takeLabel(draft: Draft, property: Property): { text: string; builtIn: boolean } | null {
  const label = labelOf(draft, property);
  if (!label) return null;
  label.used = true;
  return labelText(label);
}

/** The same without taking it: what nobody takes is said to have no place. */
export function seeLabel(draft: Draft, property: Property): { text: string; builtIn: boolean } | null {
  const label = labelOf(draft, property);
  return label ? labelText(label) : null;
}

/** For a value that turns out to have no place. */
export function giveLabelBack(draft: Draft, property: Property): void {
  const label = labelOf(draft, property);
  if (label) label.used = false;
}

function labelOf(draft: Draft, property: Property): Annotation | undefined {
  const label = property.group === "" ? undefined : draft.labels.get(property.group);
  return label ?? (property.head.label === "" ? undefined : draft.ownLabels?.get(property));
}

function labelText(label: Annotation): { text: string; builtIn: boolean } {
  const isVerbatim = label.property.parameter(ownParameters.verbatim) !== "";
  const builtIn = isVerbatim ? null : builtInLabel.exec(label.text);
  return builtIn ? { text: builtIn[1] ?? "", builtIn: true } : { text: label.text, builtIn: false };
}

/** What remains to be said when all properties are read. */
export function finishIssues(draft: Draft): void {
  for (const { text, property, used } of draft.labels.values()) {
    if (!used && !builtInLabel.test(text)) withoutPlaceBeside(draft, property, property.name, text);
  }
  for (const { text, property, used } of draft.ownLabels?.values() ?? []) {
    if (!used) withoutPlaceBeside(draft, property, `the label of ${property.name}`, text);
  }
  for (const { text, property, used } of [...draft.countryCodes.values(), ...draft.addressFields.values()]) {
    if (!used) withoutPlaceBeside(draft, property, property.name, text);
  }
  for (const leftOut of draft.leftOut.values()) {
    const { code, property, line } = leftOut;
    addIssue(draft, { code, severity: "info", message: messageOf(leftOut), property, line });
  }
  if (draft.issuesLeftOut > 0) {
    const message = `${draft.issuesLeftOut} more remarks about this card are left out.`;
    draft.row.issues.push({ code: "issues_left_out", severity: "warning", message, line: draft.row.lines.first });
  }
}

/** A value about the person that no field takes becomes a line of the notes. */
export function keepAsLine(draft: Draft, property: Property, label: string, value = property.text): void {
  const { noteLines } = draft.row;
  if (noteLines.length < maxNoteLines) noteLines.push({ label, value });
  else withoutPlace(draft, property);
}

/** More than the notes of most have, and few enough for a hostile card. */
const maxNoteLines = 500;

/** A value about the person that neither a field nor the notes take; `words` say what it is, `value` is how it is shown. */
export function withoutPlace(
  draft: Draft,
  property: Property,
  { code = noPlace, words = property.name, value = quote(property.text) } = {},
): void {
  draft.row.valuesLost += 1;
  note(draft, property, code, words, value);
}

/** What stands beside a value, such as a parameter's text, and has no place with it: a value of its own, and lost. */
export function withoutPlaceBeside(draft: Draft, property: Property, words: string, text: string): void {
  draft.row.valuesSeen += 1;
  withoutPlace(draft, property, { words, value: quote(text) });
}

const noPlace = "property_without_place";

function note(draft: Draft, { name, line }: Property, code: string, words: string, value: string): void {
  const key = `${code} ${words}`;
  const known = draft.leftOut.get(key);
  if (known) {
    known.count += 1;
    if (known.values.includes(value)) known.repeats += 1;
    else if (value !== "" && known.values.length < maxValuesShown) known.values.push(value);
  } else if (draft.leftOut.size < maxIssues) {
    const values = value === "" ? [] : [value];
    draft.leftOut.set(key, { code, words, values, count: 1, repeats: 0, property: name, line });
  } else {
    draft.issuesLeftOut += 1;
  }
}

function messageOf({ words, values, count, repeats }: LeftOut): string {
  const further = count - repeats - values.length;
  const times = values.length === 0 && count > 1 ? ` (${count} times)` : "";
  const more = values.length > 0 && further > 0 ? ` and ${further} more` : "";
  const shown = values.length > 0 ? `: ${values.join(", ")}${more}` : "";
  return `A contact has no place for ${words}${times}${shown}.`;
}

/** A remark about a value that was changed or lost. */
export function warn(draft: Draft, property: Property, code: string, message: string, field?: string): void {
  const { name, line } = property;
  addIssue(draft, { code, severity: "warning", message, ...(field !== undefined && { field }), property: name, line });
}

/** Beyond the bound of a card they are only counted. */
export function addIssue(draft: Draft, issue: ImportIssue): void {
  if (draft.row.issues.length < maxIssues) draft.row.issues.push(issue);
  else draft.issuesLeftOut += 1;
}

export function originOf(property: Property): Origin {
  return { property: property.name, line: property.line };
}

/** Some writers leave the underscores out. */
const builtInLabel = /^_?\$!<([^<>]{1,60})>!\$_?$/;
const maxIssues = 100;
const maxValuesShown = 5;
