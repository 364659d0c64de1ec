/** E-mail addresses and phone numbers of a row: readable ones, each once, up to the limit of a contact. */
import { looksLikeEmail, lowerCaseDomain } from "../contact/email.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { splitPhone } from "../contact/phones.ts";
import type { ParsedContact } from "./parsed-contact.ts";
import type { RawListValue } from "./raw-row.ts";
import { cleanLine, lose, quote, type Remarks } from "./remarks.ts";

type Email = ParsedContact["emails"][number];
type Phone = ParsedContact["phones"][number];

export function normaliseEmails(remarks: Remarks, raw: readonly RawListValue[]): Email[] {
  const found = raw.flatMap((given) => {
    const addresses = readAddresses(given.value);
    if (addresses.length === 0) {
      const message = `${quote(given.value)} is no e-mail address.`;
      lose(remarks, "warning", "email_invalid", message, { field: "emails", origin: originOf(given) });
    }
    return addresses.map((value) => ({ given, item: { value }, identity: value.toLowerCase() }));
  });
  return listed(remarks, found, "emails");
}

export function normalisePhones(remarks: Remarks, raw: readonly RawListValue[]): Phone[] {
  const found = raw.flatMap((given) => {
    const { prefix, value } = splitPhone(given.value);
    if (value !== "") return [{ given, item: { prefix, value }, identity: `${prefix} ${value.replace(/\D/g, "")}` }];
    const message = `${quote(given.value)} is no phone number.`;
    lose(remarks, "warning", "phone_invalid", message, { field: "phones", origin: originOf(given) });
    return [];
  });
  return listed(remarks, found, "phones");
}

/** Names, brackets and quotes around an address, `mailto:` before it, and several in one value occur. */
function readAddresses(text: string): string[] {
  if (/^[!-~]+$/.test(text) && isAddress(text)) return [lowerCaseDomain(text)];
  const bounded = text.slice(0, longestTyped).replace(/[\p{Cf}\p{Cc}]/gu, " ");
  const bracketed = /<([^<>]*)>[^<>]*$/.exec(bounded)?.[1];
  const plain = (bracketed ?? bounded).trim().replace(/^mailto:/i, "");
  if (isAddress(plain)) return [lowerCaseDomain(plain)];
  const words = plain.split(/[\s,;"'()[\]<>]+/).map((word) => word.replace(/^mailto:/i, "").replace(/[.:]+$/, ""));
  return words.filter(isAddress).map(lowerCaseDomain);
}

const longestTyped = 1_000;

function isAddress(text: string): boolean {
  return (
    looksLikeEmail(text) && lowerCaseDomain(text).length <= limits.emailValue && looksLikeEmail(lowerCaseDomain(text))
  );
}

interface Found<Item> {
  given: RawListValue;
  item: Item;
  identity: string;
}

/** Repeats are united, the most preferred one is marked, and what is beyond the limit is left out. */
function listed<Item>(
  remarks: Remarks,
  found: readonly Found<Item>[],
  field: "emails" | "phones",
): (Item & { preferred: boolean; type: string })[] {
  const distinct = new Map<string, Found<Item> & { preference: number }>();
  for (const each of found) {
    const known = distinct.get(each.identity);
    const preference = each.given.preference ?? notPreferred;
    if (known) known.preference = Math.min(known.preference, preference);
    else distinct.set(each.identity, { ...each, preference });
  }
  const all = [...distinct.values()];
  const kept = all.slice(0, limits[field]);
  const first = all[limits[field]];
  if (first) {
    const count = all.length - kept.length;
    remarks.lost += count - 1;
    const message = `${count} more than the ${limits[field]} that a contact can have are left out.`;
    lose(remarks, "warning", `${field}_left_out`, message, { field, origin: originOf(first.given) });
  }
  const best = Math.min(notPreferred, ...kept.map(({ preference }) => preference));
  const preferred = best === notPreferred ? undefined : kept.find(({ preference }) => preference === best);
  return kept.map((each) => ({
    ...each.item,
    type: cleanLine(remarks, each.given.type, limits.valueType, { field, origin: originOf(each.given) }) || "other",
    preferred: each === preferred,
  }));
}

const notPreferred = 1_000;

function originOf({ property, line }: RawListValue) {
  return { property, line };
}
