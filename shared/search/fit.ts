/** How well a word of a query fits a word of a contact. */

/** From best to worst. */
export const fit = {
  whole: 0,
  /** All of a part of a word with hyphens or the like. */
  part: 1,
  start: 2,
  inside: 3,
  /** But for one edit. */
  nearWhole: 4,
  nearStart: 5,
  none: 6,
} as const;

export type Fit = (typeof fit)[keyof typeof fit];
