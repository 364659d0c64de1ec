/** Normalises the e-mail addresses and phone numbers of a row. Removes repeats and applies the limits of a contact. */
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import { extensionAtEnd, longestTyped, plainNumber, vanity } from "../../../shared/contact/reach/dial-strings.ts";
import { emailIdentity, looksLikeEmail, lowerCaseDomain } from "../../../shared/contact/reach/email.ts";
import { type PhoneParts, readPhones } from "../../../shared/contact/reach/phones.ts";
import type { RawListValue, RawRow } from "../../../shared/import/row/raw-row.ts";
import { type About, cleanLine, quote, type RowIssues } from "../../../shared/import/row/row-issues.ts";
import { isWithinCodePoints } from "../../../shared/platform/text/cut.ts";
import { foldAlike } from "../../../shared/platform/text/fold.ts";

type Field = "emails" | "phones";
type Listed<Item> = Item & { preferred: boolean; type: string };

/** `names` are the names of the contact. They are no lost words when an address repeats them. */
export function normaliseEmails(
  issues: RowIssues,
  raw: readonly RawListValue[],
  names: Pick<RawRow, "formattedName" | "givenName" | "familyName">,
): Listed<{ value: string }>[] {
  const { formattedName, givenName, familyName } = names;
  const found: Found<{ value: string }>[] = [];
  for (const rawValue of raw) {
    const { addresses, words } = readAddresses(rawValue.value);
    if (addresses.length === 0) {
      const message = `${quote(rawValue.value)} is no e-mail address.`;
      issues.dropped("warning", "email_invalid", message, aboutValue("emails", rawValue));
    } else if (words !== "") {
      const own = [formattedName, `${givenName} ${familyName}`, `${familyName} ${givenName}`];
      if (!own.some((name) => foldAlike(name.trim(), words))) dropWords(issues, words, "emails", rawValue);
    }
    issues.seen += Math.max(0, addresses.length - 1);
    for (const value of addresses) found.push({ rawValue, item: { value }, identity: emailIdentity(value) });
  }
  return listed(issues, found, "emails");
}

export function normalisePhones(issues: RowIssues, raw: readonly RawListValue[]): Listed<PhoneParts>[] {
  const found: Found<PhoneParts>[] = [];
  for (const rawValue of raw) {
    for (const item of phonesOf(issues, rawValue)) {
      found.push({ rawValue, item, identity: `${item.prefix} ${item.value.replace(/\D+/g, "")}` });
    }
  }
  return listed(issues, found, "phones");
}

/** Usually returns one phone number. An issue reports the other content of the value. */
function phonesOf(issues: RowIssues, rawValue: RawListValue): readonly PhoneParts[] {
  const kept = withPrefix(rawValue);
  if (kept) return [kept];
  const { phones, isChanged } = readPhones(rawValue.value);
  const words = wordsBesidePhone(rawValue.value);
  const isRest =
    words !== "" && phones.every(({ prefix, value }) => (prefix + value).replace(/\D/g, "").length < fewestDigits);
  issues.seen += Math.max(0, phones.length - 1);
  if (phones.length === 0 || isRest) {
    const message = `${quote(rawValue.value)} is no phone number.`;
    issues.dropped("warning", "phone_invalid", message, aboutValue("phones", rawValue));
    return [];
  }
  if (isChanged) {
    const message = `${quote(rawValue.value)} is not just a phone number: a part of it was left out.`;
    issues.droppedPart("warning", "phone_changed", message, aboutValue("phones", rawValue));
  } else if (words !== "") dropWords(issues, words, "phones", rawValue);
  return phones;
}

/** One or two digits among letters ("7yy-zzz-xxx") are not a phone number. */
const fewestDigits = 3;

/** Returns a number that already has a separate country code and the format of a contact. */
function withPrefix({ prefix = "", value: text }: RawListValue): PhoneParts | undefined {
  if (!/^\+[1-9]\d{0,3}$/.test(prefix) || !text.startsWith(`${prefix} `)) return undefined;
  const value = text.slice(prefix.length + 1).trim();
  const isKept = value.length <= limits.phoneValue && /\d/.test(value) && /^[0-9*#(). /,;x-]+$/i.test(value);
  return isKept ? { prefix, value } : undefined;
}

/** A value may have several addresses, names, brackets and quotes around them, and `mailto:` before them. */
function readAddresses(text: string): { addresses: string[]; words: string } {
  const bounded = text.slice(0, longestEmails).replace(/[\p{Cf}\p{Cc}]/gu, " ");
  const clean = bounded.replace(/\bmailto:/gi, "").trim();
  const behind = text.slice(longestEmails);
  if (behind === "" && isAddress(clean)) return { addresses: [lowerCaseDomain(clean)], words: "" };
  const addresses: string[] = [];
  const takeOut = (whole: string, inside: string) => {
    if (!isAddress(inside)) return whole;
    addresses.push(lowerCaseDomain(inside));
    return " ";
  };
  let rest = clean.replace(/<([^<>]*)>/g, (whole, inside: string) => takeOut(whole, inside.trim()));
  if (addresses.length === 0) {
    const parts = clean.split(/[\s,;"'()[\]<>]+/);
    rest = parts.map((part) => takeOut(part, part.replace(/[.:]+$/, ""))).join(" ");
  }
  const words = wordsOf(rest + behind);
  // Many programs repeat the address as the name if the name is unknown.
  return { addresses, words: addresses.includes(lowerCaseDomain(words)) ? "" : words };
}

const longestEmails = 1_000;

function isAddress(text: string): boolean {
  if (!looksLikeEmail(text)) return false;
  const lower = lowerCaseDomain(text);
  return isWithinCodePoints(lower, limits.emailValue) && (lower === text || looksLikeEmail(lower));
}

interface Found<Item> {
  rawValue: RawListValue;
  item: Item;
  identity: string;
}

/** Joins repeats, marks the most preferred value, and adds the values beyond the limit to the notes. */
function listed<Item extends { value: string; prefix?: string }>(
  issues: RowIssues,
  found: readonly Found<Item>[],
  field: Field,
): Listed<Item>[] {
  const distinct = new Map<string, Found<Item>>();
  for (const each of found) {
    const known = distinct.get(each.identity);
    if (known) known.rawValue = united(issues, known.rawValue, each.rawValue, field);
    else distinct.set(each.identity, each);
  }
  const all = [...distinct.values()];
  const kept = all.slice(0, limits[field]);
  const beyond = all.slice(limits[field]);
  if (beyond[0]) {
    const message = `${beyond.length} more than the ${limits[field]} that a contact can have stand in the notes.`;
    issues.add("warning", `${field}_left_out`, message, aboutValue(field, beyond[0].rawValue));
  }
  for (const { item, rawValue } of beyond) {
    const word = field === "emails" ? "E-mail" : "Phone";
    const label = isUnspecific(rawValue.type) ? word : `${word} (${rawValue.type})`;
    issues.keepAsLine(label, `${item.prefix ?? ""} ${item.value}`);
  }
  const best = Math.min(...kept.map(({ rawValue }) => rawValue.preference ?? notPreferred));
  const preferred = best === notPreferred ? undefined : kept.find(({ rawValue }) => rawValue.preference === best);
  return kept.map((each) => ({
    ...each.item,
    type: cleanLine(issues, each.rawValue.type, limits.valueType, aboutValue(field, each.rawValue)) || "other",
    preferred: each === preferred,
  }));
}

const notPreferred = Number.POSITIVE_INFINITY;

/** Returns the value with the better preference of the two, and with the first specific type. */
function united(issues: RowIssues, known: RawListValue, again: RawListValue, field: Field): RawListValue {
  const preference = Math.min(known.preference ?? notPreferred, again.preference ?? notPreferred);
  if (isUnspecific(known.type)) return { ...known, preference, type: again.type };
  if (!isUnspecific(again.type) && !foldAlike(known.type, again.type)) {
    const message = `${quote(again.value)} is there twice; its second type ${quote(again.type)} is left out.`;
    issues.droppedPart("info", "type_left_out", message, aboutValue(field, again));
  }
  return { ...known, preference };
}

function isUnspecific(type: string): boolean {
  return type === "" || type === "other";
}

function dropWords(issues: RowIssues, words: string, field: Field, rawValue: RawListValue): void {
  const value = field === "emails" ? "an e-mail address" : "a phone number";
  const message = `No field of a contact fits the words beside ${value}: ${quote(words)}.`;
  issues.droppedPart("info", "words_left_out", message, aboutValue(field, rawValue));
}

function aboutValue(field: Field, { property, line }: RawListValue): About {
  return { field, origin: { property, line } };
}

/** Removes separators and enclosing marks from the rest of a value without its addresses. */
function wordsOf(rest: string): string {
  const words = rest.replace(/[\s,;"'()[\]<>|]+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}

/**
 * Returns the words of a text that is read as a phone number, and the text after the part that is read. Digits, marks
 * between digits, the extension and the scheme are not words.
 */
function wordsBesidePhone(text: string): string {
  if (text.length <= longestTyped && plainNumber.test(text)) return "";
  const typed = text.slice(0, longestTyped).normalize("NFKC").trim();
  const number = typed.replace(/^(?:tel|sms|phone|callto)\b[.:/ ]*/i, "");
  const behind = text.slice(longestTyped).trim();
  const words = vanity.test(number) ? "" : betweenDigits(number.replace(extensionAtEnd, ""));
  return [words, behind].filter((each) => each !== "").join(" ");
}

/** Digits inside of a word belong to the word. The letters of a pause are not words. */
function betweenDigits(text: string): string {
  const words = text.split(/[\s()[\],;:]+/);
  return words.filter((word) => /\p{L}/u.test(word) && !/^[\d+*#./-]*[pwx]?[\d*#./-]*$/i.test(word)).join(" ");
}
