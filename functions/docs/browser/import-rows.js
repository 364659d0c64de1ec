/** The rows that the preview keeps, which of them it shows, and which of them are chosen. */
import { fold } from "../../../shared/platform/text/fold-text.js";

/** The severities of issues, the worst first. */
export const severities = ["error", "warning", "info"];
/** The ids that a commit accepts. */
const maxIds = 40_000;
/** The messages of a row that the list shows. The others are loaded when the row is opened. */
const maxMessages = 1;

/**
 * What the list shows and searches of a parsed contact. `at` is its index in the import. The other values are loaded again
 * when the row is opened, because 50,000 whole rows would take hundreds of megabytes.
 */
export function summarise(contact, at) {
  const { tempId, isValid, issues, duplicateInFile, duplicateOf, groups, photo, emails, phones, addresses } = contact;
  const mails = emails.map(({ value }) => value);
  const numbers = phones.map(({ prefix, value }) => `${prefix} ${value}`.trim());
  const towns = addresses.map(({ addressCity }) => addressCity).filter(Boolean);
  const town = contact.location ?? towns[0];
  const handles = ["network_a", "network_b", "network_c", "network_d", "network_e"].map((network) => contact[network]);
  const name = nameOf(contact);
  const does = contact.headline ?? contact.position;
  const texts = [name, does, contact.position, contact.location, ...towns, ...mails, contact.website, ...groups];
  const words = fold([...texts, ...handles, ...addresses.map(({ addressFormatted }) => addressFormatted)].join(" "));
  const worstFirst = issues.toSorted((one, other) => rankOf(one) - rankOf(other));
  return {
    at,
    tempId,
    isValid,
    duplicateInFile,
    contactId: duplicateOf?.contactId ?? null,
    groups,
    photo,
    likelyPerson: contact.likelyPerson !== false,
    name,
    values: [does, mails[0], numbers[0], town, handles.find(Boolean)].filter(Boolean).slice(0, 4).join(" · "),
    searched: `${words} ${numbers.map(digitsOf).join(" ")}`,
    issues: worstFirst.slice(0, maxMessages).map(({ severity, message }) => ({ severity, message })),
    counts: severities.map((severity) => issues.filter((issue) => issue.severity === severity).length),
  };
}

const rankOf = ({ severity }) => severities.indexOf(severity);
const digitsOf = (text) => text.replace(/\D/g, "");

export function nameOf({ firstName, middleName, lastName }) {
  return [firstName, middleName, lastName].filter(Boolean).join(" ") || "Without a name";
}

/** The filters of the list: which rows each one lets through. */
const filters = {
  all: () => true,
  error: ({ counts }) => counts[0] > 0,
  warning: ({ counts }) => counts[1] > 0,
  info: ({ counts }) => counts[2] > 0,
  duplicate: ({ contactId, duplicateInFile }) => contactId !== null || duplicateInFile !== null,
  leftOut: (row, isChosen) => !isChosen(row),
};

/** A function that tells whether a row passes the filter and has all words of the search. */
export function createMatcher(filter, search, isChosen) {
  // A word of a number is searched without its punctuation, as numbers are kept.
  const words = fold(search)
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => (/^[+(\d][\d()./-]*$/.test(word) ? digitsOf(word) || word : word));
  return (row) => filters[filter](row, isChosen) && words.every((word) => row.searched.includes(word));
}

/** The choice of rows. Without a choice of the user, a commit takes every valid row, so that only those left out are kept. */
export function createSelection() {
  /** `true` at the index of each valid row that the user left out. */
  const isLeftOut = [];
  /** The valid rows that were loaded, and those that the user left out. */
  let [valid, left] = [0, 0];

  const isChosen = (row) => row.isValid && !isLeftOut[row.at];
  const idsOf = (rows) => rows.map(({ tempId }) => tempId);

  return {
    isChosen,
    /** Counts rows that were loaded. */
    count(rows) {
      valid += rows.filter(({ isValid }) => isValid).length;
    },
    /** Chooses a row or leaves it out. An invalid row can't be chosen. */
    choose(row, chosen) {
      if (!row.isValid || isChosen(row) === chosen) return;
      left += chosen ? -1 : 1;
      isLeftOut[row.at] = !chosen;
    },
    chosenCount: () => valid - left,
    /**
     * The choice for a commit: `exclude`, `include`, or neither when nothing was changed. When all rows are loaded, it is the
     * shorter of both ways, which has at most half of the rows. Before, `exclude` may have too many ids, as `problem` says.
     * `chosen` counts the chosen rows among those that were loaded, which are all if `isComplete`.
     */
    choice(rows, isComplete) {
      const choice = { chosen: valid - left, isComplete };
      if (left === 0) return choice;
      if (isComplete && choice.chosen < left) return { ...choice, include: idsOf(rows.filter(isChosen)) };
      if (left > maxIds) return { ...choice, problem: "Wait until all rows are loaded." };
      return { ...choice, exclude: idsOf(rows.filter((row) => isLeftOut[row.at])) };
    },
  };
}
