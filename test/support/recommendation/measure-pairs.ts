/** Reads the labelled pairs and measures what is recommended. */
import { PairIndex } from "../../../functions/merge-recommendations/pairs/pair-index.ts";
import { splitPhone } from "../../../shared/contact/reach/phones.ts";
import { searchEntryOf } from "../../../shared/search/entry.ts";
import { recordOf } from "../contact/contact-calls.ts";

interface LabelledPair {
  line: string;
  isOnePerson: boolean;
  /** 0 if the pair is not recommended. */
  score: number;
}

export interface Figures {
  pairs: number;
  /** The share of pairs of one person among those with a score of `high` or more. */
  precision: number;
  /** The share of the pairs of one person that are recommended. */
  recall: number;
  /** The share of pairs of one person among all that are recommended. */
  precisionOfAll: number;
  /** The pairs of two people with a high score, and the pairs of one person that are not recommended. */
  wrong: LabelledPair[];
}

const high = 0.8;

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const idOf = (n: number) => `0190b6a4-1111-7abc-8def-00000000000${n}`;

export function scorePairs(text: string): LabelledPair[] {
  const lines = text.split("\n").filter((line) => /^[+-]/.test(line));
  return lines.map((line) => {
    const [label = "", shared = "", ...contacts] = line.split("|").map((part) => part.trim());
    const entries = contacts.map((contact, n) => ({
      ...searchEntryOf(recordOf(accountId, bodyOf(shared, contact))),
      id: idOf(n),
    }));
    const index = new PairIndex(accountId);
    index.update(entries);
    return { line, isOnePerson: label === "+", score: index.list()[0]?.score ?? 0 };
  });
}

export function figuresOf(pairs: readonly LabelledPair[]): Figures {
  const share = (of: readonly LabelledPair[], fits: (pair: LabelledPair) => boolean) =>
    of.length === 0 ? 1 : of.filter(fits).length / of.length;
  const isOne = ({ isOnePerson }: LabelledPair) => isOnePerson;
  const isFound = ({ score }: LabelledPair) => score > 0;
  return {
    pairs: pairs.length,
    precision: share(
      pairs.filter(({ score }) => score >= high),
      isOne,
    ),
    recall: share(pairs.filter(isOne), isFound),
    precisionOfAll: share(pairs.filter(isFound), isOne),
    wrong: pairs.filter(({ isOnePerson, score }) => (isOnePerson ? score === 0 : score >= high)),
  };
}

/** The body of a contact with the shared values and its own ones. */
function bodyOf(shared: string, contact: string) {
  const [name = "", ...own] = contact.split(";").map((part) => part.trim());
  const [firstName = "", lastName = ""] = name.split("/");
  const body = { firstName, lastName, emails: [] as object[], phones: [] as object[], importantDates: [] as object[] };
  const text: Record<string, string> = {};
  for (const value of [...shared.split(" "), ...own]) {
    const rest = value.slice(value.search(/[:* ]/) + 1);
    if (/^[abc]:/.test(value)) text[`network_${value.charAt(0)}`] = rest;
    else if (value.startsWith("*")) body.importantDates.push({ type: "birthday", date: rest });
    else if (value.startsWith("+")) body.phones.push({ ...splitPhone(value), type: "mobile" });
    else if (value.startsWith("https:")) text.website = value;
    else if (/^(?:at|in) /.test(value)) [text.headline, text.location] = [rest, rest];
    else if (value !== "") body.emails.push({ value });
  }
  return { ...body, ...text };
}
