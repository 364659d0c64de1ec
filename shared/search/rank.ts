/** How well a contact matches a query word, from best to worst. The rank of a query is that of its worst word. */
export const rank = {
  /** The query has exactly the words of the name. */
  wholeName: 0,
  /** A word of the name, or a part of one: Lena in Anna-Lena. */
  wholeWord: 1,
  /** The start of a word of the name. */
  start: 2,
  /** Anywhere else. */
  anywhere: 3,
  /** Anywhere, but the digits of a phone number are not together. */
  scattered: 4,
  /** A word of the name with one edit. */
  nearWord: 5,
  /** The start of a word of the name with one edit. */
  nearStart: 6,
  none: 7,
} as const;
