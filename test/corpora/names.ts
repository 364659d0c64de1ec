/** Whether a contact bears the name that is expected of its card. */
import { splitNotes } from "../../shared/import/row/note-lines.ts";
import type { ParsedContact } from "../../shared/import/row/parsed-contact.ts";

/** For whoever reads the figures. */
export const equalityOfNames = `Names are equal when the contact's first, middle and last name together have the same words as the expected name,
whatever their order, case and punctuation; accents count. For a card without a name the nickname, the company, the
e-mail's local part or the phone's digits are expected. "But for parts" are those equal ones where words stand on one
side only: a prefix or suffix that an issue or a line of the notes has, a middle name that the card has beside its shown
name, an initial for its word.`;

export type NameLikeness = "same words" | "but for parts" | "different";

type NamedContact = Pick<ParsedContact, "firstName" | "middleName" | "lastName" | "emails" | "issues" | "notes">;

/** `expected` as in EXPECT.json: a name, or what stands for one behind `nickname: `, `org: `, `email: ` or `tel: `. */
export function compareName(expected: string, contact: NamedContact): NameLikeness {
  const shown = shownName(contact);
  const [, kind = "", value = expected] = /^(nickname|org|email|tel): (.*)$/s.exec(expected) ?? [];
  if (kind === "tel") return digits(value) === digits(shown) ? "same words" : "different";
  if (kind === "email") {
    const isThere = contact.emails.some((email) => email.value.toLowerCase() === value.toLowerCase());
    return isThere && shown === value.slice(0, value.lastIndexOf("@")) ? "same words" : "different";
  }
  const [wanted, found] = [wordsOf(value), wordsOf(shown)];
  const missing = wanted.filter((word) => !found.includes(word));
  const further = found.filter((word) => !wanted.includes(word));
  if (missing.length + further.length === 0) return "same words";
  if (missing.length === wanted.length) return "different";
  const told = wordsOf(
    contact.issues
      .filter(({ field }) => field === "firstName")
      .map(quoted)
      .concat(splitNotes(contact.notes ?? "").lines.filter((line) => nameLine.test(line)))
      .join(" "),
  );
  const middle = wordsOf(contact.middleName ?? "");
  const isExplained =
    missing.every((word) => told.includes(word) || hasInitial(found, word)) &&
    further.every((word) => middle.includes(word) || hasInitial(wanted, word));
  return isExplained ? "but for parts" : "different";
}

export function shownName({ firstName, middleName, lastName }: NamedContact): string {
  return [firstName, middleName ?? "", lastName].filter((part) => part !== "").join(" ");
}

/** Each once, in lower case and compatibility forms: half-width kana are kana, but ü is no u. */
function wordsOf(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return [...new Set(words)].filter((word) => word !== "");
}

/** Parts of names that no field takes. */
const nameLine = /^(?:Prefix|Suffix|Name|Further name|Nickname): /;

/** The values that an issue repeats. */
function quoted({ message }: ParsedContact["issues"][number]): string {
  return [...message.matchAll(/"([^"]*)"/g)].map(([, value]) => value).join(" ");
}

/** One of the two is the other's first letter. */
function hasInitial(words: readonly string[], word: string): boolean {
  return words.some(
    (other) => (word.length === 1 && other.startsWith(word)) || (other.length === 1 && word.startsWith(other)),
  );
}

function digits(text: string): string {
  return text.replace(/\D/g, "");
}
