/**
 * Names that are only an e-mail address, a phone number or a handle. A parse uses these if a row has no name
 * (normalise-names.ts), and so do other programs.
 */
import { lookupHandle } from "../../contact/reach/handles.ts";
import { isSameNumber, phoneLookupKey } from "../../contact/reach/phones.ts";
import { type Lookup, lookupsOf } from "../../contact/store/contact-derived.ts";
import { fold } from "../../platform/text/fold.ts";
import type { PersonName } from "./names.ts";

/** Whether the name is one of the values by which the person is found. */
export function hasDerivedName(person: PersonName & Parameters<typeof lookupsOf>[0]): boolean {
  const name = wholeName(person);
  // This is quick for most names: no value except a number has blanks.
  if (name.includes(" ") && !phoneNumber.test(name)) return false;
  return lookupsOf(person).some((lookup) => isNamedBy(person, lookup));
}

/** Whether the name is the value of this lookup, in any spelling, or the local part of its e-mail address. */
export function isNamedBy(person: PersonName, lookup: Lookup): boolean {
  const name = wholeName(person);
  const { kind, value } = lookup;
  if (kind === "phone") return phoneNumber.test(name) && isSameNumber(phoneLookupKey("", name), value);
  // No other value has blanks.
  if (name === "" || name.includes(" ")) return false;
  const folded = fold(name);
  if (kind === "email") {
    const local = value.slice(0, Math.max(0, value.lastIndexOf("@")));
    return folded === fold(value) || (folded === fold(local) && !isWrittenAsName(name));
  }
  if (isWrittenAsName(name)) return false;
  // Public profiles of before 2015 are `https://host/pub/name/1/2/3`.
  const whole = fold(value);
  return folded === whole || folded === whole.split("/").at(4) || fold(lookupHandle(lookup.platform, name)) === whole;
}

function wholeName({ firstName, middleName, lastName }: PersonName): string {
  return `${firstName} ${middleName ?? ""} ${lastName ?? ""}`.trim();
}

/** With an extension, as the parse writes it. */
const phoneNumber = /^[+(\d*#][\d\s()./*#-]+(?:x\d+)?$/;

/** Many people have an address or a handle of their given name: "Ann" with `ann@x.org` is a real name. */
function isWrittenAsName(name: string): boolean {
  return /^\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}\p{Ll}+)*$/u.test(name);
}
