/** How somebody is reached: e-mail addresses and phone numbers. */
import { isDeepStrictEqual } from "node:util";
import { splitPhone } from "../contact/phones.ts";
import type { ContactRecord } from "../contact/record.ts";
import { type CardEntry, type Parameters, textLine } from "./content-lines.ts";
import { labelled } from "./labels.ts";
import { ownParameters } from "./own-names.ts";
import type { CardVersion } from "./versions.ts";

export function emailLines({ emails }: ContactRecord, version: CardVersion): CardEntry[] {
  const always = version === "4.0" ? [] : ["internet"];
  return emails.map(({ value, type, preferred }) => {
    const known = emailTypes.get(type);
    const parameters = typeParameters([...always, ...(known ?? [])], preferred, version);
    return labelled(textLine("EMAIL", value, parameters), known ? null : type);
  });
}

/** Numbers as they are dialled, with their extension: as texts, which every program reads. */
export function phoneLines({ phones }: ContactRecord, version: CardVersion): CardEntry[] {
  return phones.map(({ prefix, value, type, preferred }) => {
    const known = phoneTypes.get(type);
    const text = prefix === "" ? value : `${prefix} ${value}`;
    const comesBack = isDeepStrictEqual(splitPhone(text), { prefix, value });
    const parameters = {
      ...typeParameters(known ?? [], preferred, version),
      [ownParameters.prefix]: comesBack ? undefined : prefix,
    };
    return labelled(textLine("TEL", text, parameters), known ? null : type);
  });
}

/** Words of TYPE (RFC 6350, sections 5.6 and 6.4.1) for types of ours; every other type is a label. */
const emailTypes = new Map<string, readonly string[]>([
  ["other", []],
  ["home", ["home"]],
  ["work", ["work"]],
]);

const phoneTypes = new Map<string, readonly string[]>([
  ...emailTypes,
  ["mobile", ["cell"]],
  ["fax", ["fax"]],
  ["pager", ["pager"]],
  ["home mobile", ["home", "cell"]],
  ["work mobile", ["work", "cell"]],
  ["home fax", ["home", "fax"]],
  ["work fax", ["work", "fax"]],
]);

function typeParameters(types: readonly string[], preferred: boolean, version: CardVersion): Parameters {
  if (version === "4.0") return { TYPE: types, PREF: preferred ? "1" : undefined };
  return { TYPE: preferred ? [...types, "pref"] : types };
}
