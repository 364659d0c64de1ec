/** Different words, each with a number, and the places of the contacts that have them. */
export class WordPlaces {
  private readonly numbers = new Map<string, number>();
  private readonly places: number[][] = [];
  private unused = 0;

  /** How many words have a number. */
  get size(): number {
    return this.places.length;
  }

  /** Whether nobody has most of them any more. */
  get isStale(): boolean {
    return 2 * this.unused > this.size;
  }

  /** In no particular order. */
  placesOf(word: number): readonly number[] {
    return this.places[word] ?? [];
  }

  /** Gives the number of the word when it is new. A place has a word once. */
  add(text: string, place: number): number | null {
    const known = this.numbers.get(text);
    if (known === undefined) {
      this.numbers.set(text, this.places.length);
      return this.places.push([place]) - 1;
    }
    if (this.places[known]?.push(place) === 1) this.unused--;
    return null;
  }

  /** The place has the word. */
  remove(text: string, place: number): void {
    const places = this.places[this.numbers.get(text) ?? -1] ?? [];
    const last = places.pop();
    if (last !== undefined && last !== place) places[places.indexOf(place)] = last;
    if (places.length === 0) this.unused++;
  }
}
