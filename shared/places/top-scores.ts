/** Keeps the best so many of what is scored, each by its best score. */
export class TopScores {
  readonly #limit: number;
  #scores = new Map<number, number>();
  /** What a score must be above to change anything, once there are enough. */
  floor = -1;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a score of this id, if there is one, is lower and this one high enough. */
  wouldTake(id: number, score: number): boolean {
    return score > this.floor && score > (this.#scores.get(id) ?? -1);
  }

  take(id: number, score: number): void {
    this.#scores.set(id, score);
    if (this.#scores.size <= this.#limit) return;
    const kept = this.#sorted().slice(0, this.#limit);
    this.#scores = new Map(kept);
    this.floor = kept.at(-1)?.[1] ?? -1;
  }

  /** Best first, equal ones by their ids. */
  ids(): number[] {
    return this.#sorted().map(([id]) => id);
  }

  #sorted(): [id: number, score: number][] {
    return [...this.#scores].sort(([idA, a], [idB, b]) => b - a || idA - idB);
  }
}
