/** What the card of a group of people has beyond what it is called and who is in it: a label has room for nothing else. */
import type { RawRow } from "../../../shared/imports/raw-row.ts";
import type { Card } from "./cards.ts";
import type { Draft } from "./draft.ts";
import type { FileReading } from "./property.ts";
import { isOfGroups } from "./property-places.ts";

export interface LostValues {
  count: number;
  /** Of the properties that have them, for a message; may be empty. */
  names: string;
}

/** Of a group, as its card was read. */
export function lostValues({ row }: Draft, card: Card, { heads }: FileReading): LostValues {
  const label = nameOf(row);
  let count = row.valuesSeen - (row.formattedName === "" ? 0 : 1);
  const naming = new Set<string>();
  for (const [name, parts] of namesIn(row)) {
    const given = parts.filter((text) => text !== "");
    const taken = given.filter((text) => label.includes(text.trim())).length;
    count -= taken;
    if (taken > 0 && taken === given.length) naming.add(name);
  }
  if (count <= 0) return { count: 0, names: "" };
  const given = card.lines.map(({ text }) => heads.read(text)?.name ?? "");
  const names = [...new Set(given)].filter((name) => name !== "" && !isOfGroups(name) && !naming.has(name));
  const shown = names.slice(0, maxNames).map((name) => name.slice(0, longestName));
  return { count, names: shown.join(", ") };
}

/** What the group is called: the first of its names. */
export function nameOf({ formattedName, givenName, familyName, organisation, nickname }: RawRow): string {
  const names = [formattedName, `${givenName} ${familyName}`, organisation, nickname];
  return names.map((name) => name.trim()).find((name) => name !== "") ?? "";
}

/** The properties that may name a group beside FN, with their values. */
function namesIn(row: RawRow): [string, string[]][] {
  const { familyName, givenName, middleName, namePrefix, nameSuffix, organisation, nickname } = row;
  return [
    ["N", [familyName, givenName, middleName, namePrefix, nameSuffix]],
    ["ORG", [organisation]],
    ["NICKNAME", [nickname]],
  ];
}

const maxNames = 20;
const longestName = 60;
