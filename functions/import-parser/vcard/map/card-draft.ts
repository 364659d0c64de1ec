/** Builds the row of a card while its properties are read one after the other. */
import type { ImportIssueCode } from "../../../../shared/import/row/issue-catalogue.ts";
import type { ImportIssue } from "../../../../shared/import/row/parsed-contact.ts";
import {
  emptyRawRow,
  type Origin,
  type RawAddress,
  type RawRow,
  type SingleText,
} from "../../../../shared/import/row/raw-row.ts";
import { quote } from "../../../../shared/import/row/row-issues.ts";
import { ownParameters, ownProperties } from "../../../../shared/vcard/own-names.ts";
import { ownTypes } from "../decode/head.ts";
import type { Property } from "../decode/property.ts";
import type { Card } from "../read/cards.ts";

/** The user's label for a value. Apple's built-in labels (`_$!<Home>!$_`) are stored without their markers. */
export interface Label {
  text: string;
  builtIn: boolean;
}

/** The text of a property that describes another property of its group. */
interface Annotation extends Label {
  property: Property;
  used: boolean;
}

/** The values that one issue reports as left out. */
interface LeftOut {
  code: ImportIssueCode;
  words: string;
  values: string[];
  property: string;
  line: number;
}

/** The user's label, the ISO 3166 country code of an address, and address fields that ADR can't express. */
const annotationNames = new Set(["X-ABLABEL", "X-ABADR", ownProperties.addressFields]);
const maxValues = 200;
const maxIssues = 100;
const maxValuesShown = 5;
/** Matches Apple's built-in labels. Some writers omit the underscores. */
const builtInLabel = /^_?\$!<([^<>]{1,60})>!\$_?$/;

export class CardDraft {
  readonly row: RawRow;
  /** The annotations by name and group. */
  private readonly annotations = new Map<string, Annotation>();
  /** The addresses by their group. */
  readonly groupedAddresses = new Map<string, RawAddress>();
  /** The LABEL properties of 2.1 and 3.0. Each repeats an ADR as text. */
  readonly postalLabels: Property[] = [];
  /** The properties whose values the row has in the fields for one text. */
  readonly single = new Map<SingleText, Property>();
  uid = "";
  /** The properties in which the card of a group names its persons. */
  readonly members: Property[] = [];
  /** The values that no field can hold, grouped by the message that reports them. */
  private readonly leftOut = new Map<string, LeftOut>();
  private issuesLeftOut = 0;

  constructor(card: Card) {
    this.row = emptyRawRow({ first: card.first, last: card.last });
  }

  /** Records a property that describes another one of its group. Only the first of each name is used. */
  annotate(property: Property): void {
    const { name, group } = property;
    if (!annotationNames.has(name) || group === "" || property.isBlank || this.annotation(name, property)) return;
    const text = property.text.trim();
    const builtIn = property.parameter(ownParameters.verbatim) === "" ? builtInLabel.exec(text) : null;
    const label = { text: builtIn?.[1] ?? text, builtIn: builtIn !== null };
    this.annotations.set(`${name} ${group}`, { ...label, property, used: false });
  }

  annotation(name: string, { group }: Pick<Property, "group">): Annotation | undefined {
    return group === "" ? undefined : this.annotations.get(`${name} ${group}`);
  }

  /** Returns the label of the property's group. An unused label is reported as left out. */
  useLabel(property: Property): Label | undefined {
    const label = this.annotation("X-ABLABEL", property);
    if (label) label.used = true;
    return label;
  }

  /** Returns the label, or else the user's words among the types. Words beside a label are left out. */
  useWord(property: Property): Label | undefined {
    const label = this.useLabel(property);
    const words = ownTypes(property.head.types);
    if (label) this.leaveTypes(property, words, label.text);
    return label ?? (words === "" ? undefined : { text: words, builtIn: false });
  }

  /** Adds a value to a list of the row. Values beyond `maxValues` are reported as left out. */
  add<Value>(list: Value[], property: Property, value: Value): void {
    if (list.length < maxValues) list.push(value);
    else this.leave(property);
  }

  /** Adds a value that no field can hold as a line of the notes. */
  addLine(property: Property, label: string, value = property.text): void {
    this.row.noteLines.push({ label, value });
  }

  /** Leaves out a value that neither a field nor the notes hold. `words` describes it, and `value` is the text to show. */
  leave(
    { name, line, text }: Property,
    {
      code = "property_without_place",
      words = name,
      value = quote(text),
    }: { code?: ImportIssueCode; words?: string; value?: string } = {},
  ): void {
    this.row.valuesLost += 1;
    const key = `${code} ${words}`;
    const known = this.leftOut.get(key);
    if (known) known.values.push(value);
    else if (this.leftOut.size < maxIssues) {
      this.leftOut.set(key, { code, words, values: [value], property: name, line });
    } else this.issuesLeftOut += 1;
  }

  /** Leaves out text beside a value, such as that of a parameter, and counts it as a separate value. */
  leaveBeside(property: Property, words: string, text: string): void {
    this.row.valuesSeen += 1;
    this.leave(property, { words, value: quote(text) });
  }

  /** Leaves out the types that the label does not contain. */
  leaveTypes(property: Property, types: string, label: string): void {
    const known = label.toLowerCase();
    const words = types.split(" ").filter((word) => !known.includes(word.toLowerCase()));
    if (words.join("") !== "") this.leaveBeside(property, `TYPE of ${property.name}`, words.join(" "));
  }

  /** Reports a value that was changed or lost. */
  warn({ name, line }: Property, code: ImportIssueCode, message: string, field?: string): void {
    this.issue({ code, severity: "warning", message, ...(field !== undefined && { field }), property: name, line });
  }

  /** Adds an issue. Issues beyond `maxIssues` are only counted. */
  issue(issue: ImportIssue): void {
    if (this.row.issues.length < maxIssues) this.row.issues.push(issue);
    else this.issuesLeftOut += 1;
  }

  /** Counts values that are lost completely. */
  dropped(values: number): void {
    this.row.valuesSeen += values;
    this.row.valuesLost += values;
  }

  /** Adds the remaining issues after all properties are read. */
  finish(): void {
    for (const { text, builtIn, property, used } of this.annotations.values()) {
      if (!used && !builtIn) this.leaveBeside(property, property.name, text);
    }
    for (const leftOut of this.leftOut.values()) {
      const { code, property, line } = leftOut;
      this.issue({ code, severity: "info", message: messageOf(leftOut), property, line });
    }
    if (this.issuesLeftOut > 0) {
      const message = `${this.issuesLeftOut} more issues of this card are left out.`;
      this.row.issues.push({ code: "issues_left_out", severity: "warning", message, line: this.row.lines.first });
    }
  }
}

function messageOf({ words, values }: LeftOut): string {
  const different = [...new Set(values)].filter((value) => value !== "");
  const shown = different.slice(0, maxValuesShown).join(", ");
  const more = different.length > maxValuesShown ? ` and ${different.length - maxValuesShown} more` : "";
  return `No field of a contact fits ${words}${shown === "" ? "" : ": "}${shown}${more}.`;
}

export function originOf({ name, line }: Property): Origin {
  return { property: name, line };
}
