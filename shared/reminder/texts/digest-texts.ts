/** The texts of the digest in one language. */
export type DateType = "birthday" | "anniversary" | "nameday" | "graduation" | "other";

export interface DigestTexts {
  /** The first line; `name` may be "". */
  greeting: (name: string) => string;
  intro: string;
  /** The title of the mail, and its subject if there is no better one. */
  title: string;
  today: string;
  tomorrow: string;
  /** Two days and more. */
  inDays: (days: number) => string;
  types: Readonly<Record<DateType, string>>;
  /** The age on a birthday, from one year on. */
  age: (years: number) => string;
  /** The years since the date, from one year on. */
  years: (years: number) => string;
  /** Stands for a person without a name. */
  unnamed: string;
  /** One or two names and the number of further dates. */
  listed: (names: readonly string[], more: number) => string;
  /** Separates a name from the text about it. */
  colon: string;
  /** Further dates that only the plain text lists. */
  restInText: (count: number) => string;
  /** Further dates that did not fit into the mail. */
  restLater: (count: number) => string;
  reason: string;
  unsubscribe: string;
}

/** A number with the plural form that the language uses for it (CLDR); `other` stands for the forms that are absent. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** "A", "A and B", "A and 3 more" or "A, B and 3 more"; `and` includes its blanks. */
export function listedWith(and: string, moreOf: (count: number) => string) {
  return (names: readonly string[], more: number): string => {
    const parts = more > 0 ? [...names, moreOf(more)] : names;
    const [last = "", ...before] = parts.toReversed();
    return before.length === 0 ? last : `${before.toReversed().join(", ")}${and}${last}`;
  };
}
