/** What a language gives to the digest of important dates. Names, dates and notes come in harmless already. */

export type DateType = "birthday" | "anniversary" | "nameday" | "graduation" | "other";

export interface DigestTexts {
  /** The first line; `name` is "" where nobody gave one. */
  greeting: (name: string) => string;
  intro: string;
  /** Title of the mail, and its subject where no better one is at hand. */
  title: string;
  today: string;
  tomorrow: string;
  /** Two days and more. */
  inDays: (days: number) => string;
  types: Readonly<Record<DateType, string>>;
  /** The age that a birthday brings, one year and more. */
  age: (years: number) => string;
  /** How long ago it was, one year and more. */
  years: (years: number) => string;
  /** Stands for a person without a name. */
  unnamed: string;
  /** One or two names and the number of further dates. */
  listed: (names: readonly string[], more: number) => string;
  /** Between a name and what is said of it. */
  colon: string;
  /** Further dates that only the plain text lists. */
  restInText: (count: number) => string;
  /** Further dates that did not fit at all. */
  restLater: (count: number) => string;
  reason: string;
  manage: string;
  unsubscribe: string;
}

/** The form for a number by the language's own rules (CLDR); a form that is not given is that of `other`. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** "A", "A and B", "A and 3 more" or "A, B and 3 more"; the word between has its blanks. */
export function listedWith(and: string, moreOf: (count: number) => string) {
  return (names: readonly string[], more: number): string => {
    const parts = more > 0 ? [...names, moreOf(more)] : names;
    const [last = "", ...before] = parts.toReversed();
    return before.length === 0 ? last : `${before.toReversed().join(", ")}${and}${last}`;
  };
}
