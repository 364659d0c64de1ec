/** E-mail addresses and phone numbers of a row: readable ones, each once, up to the limit of a contact. */
import { emailIdentity, looksLikeEmail, lowerCaseDomain } from "../contact/email.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { type PhoneParts, readPhones } from "../contact/phones.ts";
import { isWithinCodePoints } from "../text/cut.ts";
import { foldAlike } from "../text/fold.ts";
import type { ParsedContact } from "./parsed-contact.ts";
import type { RawListValue, RawRow } from "./raw-row.ts";
import { cleanLine, keepAsLine, lose, loseBeside, quote, type Remarks, remark } from "./remarks.ts";
import { wordsBesidePhone, wordsOf } from "./words-beside.ts";

type Email = ParsedContact["emails"][number];
type Phone = ParsedContact["phones"][number];

type Names = Pick<RawRow, "formattedName" | "givenName" | "familyName">;

/** `names` are the contact's own, which are not missed where an address has them too. */
export function normaliseEmails(remarks: Remarks, raw: readonly RawListValue[], names: Names): Email[] {
  if (raw.length === 0) return [];
  const found: Found<{ value: string }>[] = [];
  for (const given of raw) {
    const { addresses, words } = readAddresses(given.value);
    if (addresses.length === 0) {
      const message = `${quote(given.value)} is no e-mail address.`;
      lose(remarks, "warning", "email_invalid", message, { field: "emails", origin: originOf(given) });
    } else if (words !== "" && !isNameOf(names, words)) {
      loseWords(remarks, words, "emails", given);
    }
    remarks.seen += Math.max(0, addresses.length - 1);
    const preference = given.preference ?? notPreferred;
    for (const value of addresses) found.push({ given, item: { value }, identity: emailIdentity(value), preference });
  }
  return listed(remarks, found, "emails");
}

export function normalisePhones(remarks: Remarks, raw: readonly RawListValue[]): Phone[] {
  if (raw.length === 0) return [];
  const found: Found<PhoneParts>[] = [];
  for (const given of raw) {
    for (const item of phonesOf(remarks, given)) {
      const identity = `${item.prefix} ${item.value.replace(/\D+/g, "")}`;
      found.push({ given, item, identity, preference: given.preference ?? notPreferred });
    }
  }
  return listed(remarks, found, "phones");
}

/** Mostly one. What the value says besides is remarked. */
function phonesOf(remarks: Remarks, given: RawListValue): readonly PhoneParts[] {
  const kept = withPrefix(given);
  if (kept) return [kept];
  const { phones, isChanged } = readPhones(given.value);
  const about = { field: "phones", origin: originOf(given) };
  const words = wordsBesidePhone(given.value);
  const isRest =
    words !== "" && phones.every(({ prefix, value }) => (prefix + value).replace(/\D/g, "").length < fewestDigits);
  remarks.seen += Math.max(0, phones.length - 1);
  if (phones.length === 0 || isRest) {
    lose(remarks, "warning", "phone_invalid", `${quote(given.value)} is no phone number.`, about);
    return [];
  }
  if (isChanged) {
    const message = `${quote(given.value)} is not just a phone number: a part of it was left out.`;
    loseBeside(remarks, "warning", "phone_changed", message, about);
  } else if (words !== "") loseWords(remarks, words, "phones", given);
  return phones;
}

/** A digit or two among letters ("7yy-zzz-xxx") are no number. */
const fewestDigits = 3;

/** A number whose country code is told apart already, in the form that a contact keeps. */
function withPrefix({ prefix = "", value: text }: RawListValue): PhoneParts | undefined {
  if (prefix.length > 5 || !/^\+[1-9]\d{0,3}$/.test(prefix) || !text.startsWith(`${prefix} `)) return undefined;
  const value = text.slice(prefix.length + 1).trim();
  const isKept = value.length <= limits.phoneValue && /\d/.test(value) && /^[0-9*#(). /,;x-]+$/i.test(value);
  return isKept ? { prefix, value } : undefined;
}

/** Names, brackets and quotes around an address, `mailto:` before it, and several in one value occur. */
function readAddresses(text: string): { addresses: string[]; words: string } {
  if (/^[!-~]+$/.test(text) && isAddress(text)) return { addresses: [lowerCaseDomain(text)], words: "" };
  const bounded = text.slice(0, longestTyped).replace(/[\p{Cf}\p{Cc}]/gu, " ");
  const behind = text.slice(longestTyped);
  const addresses: string[] = [];
  const withoutAddress = (whole: string, inside = whole) => {
    const plain = withoutSchemes(inside.trim());
    if (!isAddress(plain)) return whole;
    addresses.push(lowerCaseDomain(plain));
    return " ";
  };
  let rest = bounded.replace(/<([^<>]*)>/g, withoutAddress);
  if (addresses.length === 0) rest = withoutAddress(rest);
  if (addresses.length === 0)
    rest = rest
      .split(/[\s,;"'()[\]<>]+/)
      .map(eachWord(withoutAddress))
      .join(" ");
  const words = wordsOf(withoutSchemes(rest + behind));
  // Many write the address for the name that they don't know.
  return { addresses, words: addresses.includes(lowerCaseDomain(words)) ? "" : words };
}

function isNameOf({ formattedName, givenName, familyName }: Names, words: string): boolean {
  const names = [formattedName, `${givenName} ${familyName}`, `${familyName} ${givenName}`];
  return names.some((name) => foldAlike(name.trim(), words));
}

function eachWord(withoutAddress: (whole: string, inside: string) => string): (word: string) => string {
  return (word) => withoutAddress(word, word.replace(/[.:]+$/, ""));
}

function withoutSchemes(text: string): string {
  return text.replace(/\bmailto:/gi, "");
}

const longestTyped = 1_000;

function isAddress(text: string): boolean {
  if (!looksLikeEmail(text)) return false;
  const lower = lowerCaseDomain(text);
  return isWithinCodePoints(lower, limits.emailValue) && (lower === text || looksLikeEmail(lower));
}

interface Found<Item> {
  given: RawListValue;
  item: Item;
  identity: string;
  preference: number;
}

/** Repeats are united, the most preferred one is marked, and what is beyond the limit goes into the notes. */
function listed<Item extends { value: string; prefix?: string }>(
  remarks: Remarks,
  found: readonly Found<Item>[],
  field: "emails" | "phones",
): (Item & { preferred: boolean; type: string })[] {
  const all = united(remarks, found, field);
  const kept = all.slice(0, limits[field]);
  const first = all[limits[field]];
  if (first) {
    const message = `${all.length - kept.length} more than the ${limits[field]} that a contact can have stand in the notes.`;
    remark(remarks, "warning", `${field}_left_out`, message, { field, origin: originOf(first.given) });
    for (const { item, given } of all.slice(limits[field])) {
      const word = field === "emails" ? "E-mail" : "Phone";
      const label = saysNothing(given.type) ? word : `${word} (${given.type})`;
      keepAsLine(remarks, label, `${item.prefix ?? ""} ${item.value}`);
    }
  }
  const best = Math.min(notPreferred, ...kept.map(({ preference }) => preference));
  const preferred = best === notPreferred ? undefined : kept.find(({ preference }) => preference === best);
  return kept.map((each) => ({
    ...each.item,
    type: cleanLine(remarks, each.given.type, limits.valueType, { field, origin: originOf(each.given) }) || "other",
    preferred: each === preferred,
  }));
}

/** Each once, as preferred as the most preferred of its repeats, and of the first type that says something. */
function united<Item>(
  remarks: Remarks,
  found: readonly Found<Item>[],
  field: "emails" | "phones",
): readonly Found<Item>[] {
  if (found.length < 2) return found;
  const distinct = new Map<string, Found<Item>>();
  for (const each of found) {
    const known = distinct.get(each.identity);
    if (known) {
      known.preference = Math.min(known.preference, each.preference);
      uniteTypes(remarks, known, each.given, field);
    } else distinct.set(each.identity, each);
  }
  return [...distinct.values()];
}

function uniteTypes<Item>(remarks: Remarks, known: Found<Item>, again: RawListValue, field: "emails" | "phones"): void {
  const { type } = known.given;
  if (saysNothing(again.type) || foldAlike(type, again.type)) return;
  if (saysNothing(type)) {
    known.given = { ...known.given, type: again.type };
    return;
  }
  const message = `${quote(again.value)} is there twice; its second type ${quote(again.type)} is left out.`;
  loseBeside(remarks, "info", "type_left_out", message, { field, origin: originOf(again) });
}

function saysNothing(type: string): boolean {
  return type === "" || type === "other";
}

function loseWords(remarks: Remarks, words: string, field: "emails" | "phones", given: RawListValue): void {
  const value = field === "emails" ? "an e-mail address" : "a phone number";
  const message = `A contact has no place for what stands beside ${value}: ${quote(words)}.`;
  loseBeside(remarks, "info", "words_left_out", message, { field, origin: originOf(given) });
}

const notPreferred = 1_000;

function originOf({ property, line }: RawListValue) {
  return { property, line };
}
