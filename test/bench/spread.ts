/** How values are spread, rounded to what people read. */

export interface Spread {
  median: number;
  /** At most this have 95 % of the values. */
  percentile95: number;
  most: number;
  mean: number;
}

/** Of no values, everything is 0. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { median: at(0.5), percentile95: at(0.95), most: at(1), mean: mean(values) };
}

/** The lower of two. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : round(sum(values) / values.length);
}

/** To four places; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
