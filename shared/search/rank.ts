/** How well a contact answers a query, or a word of it. */
import { type Fit, fit } from "./fit.ts";

/** From best to worst; of a query, that of its worst word. */
export const rank = {
  /** The words of the query are those of the name. */
  wholeName: 0,
  /** It is a word of the name. */
  wholeWord: 1,
  /** It starts a word of the name. */
  start: 2,
  /** It is somewhere. */
  anywhere: 3,
  /** So, but what looks like a phone number is in pieces. */
  scattered: 4,
  /** It is a word of the name but for one edit. */
  nearWord: 5,
  /** It starts a word of the name but for one edit. */
  nearStart: 6,
  none: 7,
} as const;

export type Rank = (typeof rank)[keyof typeof rank];

/** By the fit of a word of the name. */
export const rankOfFit: Readonly<Record<Fit, Rank>> = {
  [fit.whole]: rank.wholeWord,
  [fit.part]: rank.wholeWord,
  [fit.start]: rank.start,
  [fit.inside]: rank.anywhere,
  [fit.nearWhole]: rank.nearWord,
  [fit.nearStart]: rank.nearStart,
  [fit.none]: rank.none,
};
