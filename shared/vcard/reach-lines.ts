/** Writes e-mail addresses, phone numbers, profiles, messengers and the website. */
import { normaliseHandle, platformOfUrl } from "../contact/reach/handles.ts";
import { splitPhone } from "../contact/reach/phones.ts";
import type { ContactRecord } from "../contact/record.ts";
import { type CardEntry, type CardLine, labelled, type Parameters, textLine, verbatimLine } from "./content-lines.ts";
import { type CardVersion, ownParameters } from "./own-names.ts";

export function emailLines({ emails }: ContactRecord, version: CardVersion): CardEntry[] {
  const always = version === "4.0" ? [] : ["internet"];
  return emails.map(({ value, type, preferred }) => {
    const known = emailTypes.get(type);
    const parameters = typeParameters([...always, ...(known ?? [])], preferred, version);
    return labelled(textLine("EMAIL", value, parameters), known ? null : type);
  });
}

/** Writes phone numbers with extensions as text, because every program reads text. */
export function phoneLines({ phones }: ContactRecord, version: CardVersion): CardEntry[] {
  return phones.map(({ prefix, value, type, preferred }) => {
    const known = phoneTypes.get(type);
    const text = prefix === "" ? value : `${prefix} ${value}`;
    const read = splitPhone(text);
    const comesBack = read.prefix === prefix && read.value === value;
    const parameters = {
      ...typeParameters(known ?? [], preferred, version),
      [ownParameters.prefix]: comesBack ? undefined : prefix,
    };
    return labelled(textLine("TEL", text, parameters), known ? null : type);
  });
}

/** The TYPE values (RFC 6350, sections 5.6 and 6.4.1) of known types. Every other type is written as a label. */
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

/** Writes profiles in the format of Apple's address book, which other programs read too. */
export function profileLines(contact: ContactRecord): CardLine[] {
  const { network_a, network_b, network_c, network_d, network_e, website } = contact;
  return [
    ...(network_a === null ? [] : [profile("linkedin", new URL(network_a).href)]),
    ...(network_b === null ? [] : [profile("instagram", `https://www.instagram.com/${network_b}`, network_b)]),
    ...(network_c === null
      ? []
      : [profile("facebook", `https://www.facebook.com/${encodeURIComponent(network_c)}`, network_c)]),
    ...(network_d === null ? [] : [messenger("WhatsApp", `https://wa.me/${network_d.slice(1)}`)]),
    ...(network_e === null ? [] : [messenger("Signal", `https://signal.me/#p/${network_e}`)]),
    ...(website === null ? [] : [websiteLine(website)]),
  ];
}

function profile(service: string, address: string, user?: string): CardLine {
  return verbatimLine("X-SOCIALPROFILE", address, { TYPE: service, "X-USER": user });
}

/** Writes IMPP (RFC 4770) with Apple's parameter for the service. */
function messenger(service: string, address: string): CardLine {
  return verbatimLine("IMPP", address, { "X-SERVICE-TYPE": service });
}

/** A website that links to a network is marked, so that it is not read as a profile. Invalid backslashes are escaped. */
function websiteLine(website: string): CardLine {
  const platform = platformOfUrl(website);
  const isProfile = platform !== "website" && normaliseHandle(platform, website) !== null;
  const parameters = { [ownParameters.field]: isProfile ? "website" : undefined };
  return verbatimLine("URL", website.replaceAll("\\", "\\\\"), parameters);
}
