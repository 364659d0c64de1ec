/**
 * Many texts looked for in one pass, however many they are (A. V. Aho, M. J. Corasick, "Efficient string matching",
 * Communications of the ACM 18, 1975). A state is a start of some of the texts: the longest that what was read ends
 * with.
 */
export class Automaton {
  /** Column of each code unit that is in the texts, from 1; 0 for all others. */
  private readonly columns = new Uint16Array(0x10000);
  /** Bits of a column. */
  private readonly bits: number;
  /** The next state for each state and column, `state << bits | column`. */
  private readonly next: Uint16Array;
  /** For each state, the longest of its ends that is a state too. */
  private readonly ends: Uint16Array;
  /** States that have a whole text at their end, longer ones first. */
  private readonly carriers: number[];
  /** For each text, the state that is all of it. */
  private readonly wholes: number[];
  /** For each state, the last search that came to it. */
  private readonly seen: Uint32Array;
  private searches = 0;

  /** The texts, none of them empty, have less than 65,536 code units together. */
  constructor(texts: readonly string[]) {
    const most = 1 + texts.reduce((sum, text) => sum + text.length, 0);
    this.bits = Math.ceil(Math.log2(1 + this.numberUnits(texts)));
    this.next = new Uint16Array(most << this.bits);
    this.ends = new Uint16Array(most);
    this.seen = new Uint32Array(most);
    let states = 1;
    this.wholes = texts.map((text) => {
      let state = 0;
      for (let at = 0; at < text.length; at++) {
        const step = (state << this.bits) | (this.columns[text.charCodeAt(at)] ?? 0);
        if (this.next[step] === 0) this.next[step] = states++;
        state = this.next[step] ?? 0;
      }
      return state;
    });
    this.carriers = this.link();
  }

  /** Puts 1 at the index of each text that is in one of these. */
  search(searched: readonly string[], found: Uint8Array): void {
    this.searches++;
    for (const text of searched) this.read(text);
    for (const state of this.carriers) {
      if (this.seen[state] === this.searches) this.seen[this.ends[state] ?? 0] = this.searches;
    }
    for (let index = 0; index < this.wholes.length; index++) {
      if (this.seen[this.wholes[index] ?? 0] === this.searches) found[index] = 1;
    }
  }

  private read(text: string): void {
    const { bits, columns, next, searches, seen } = this;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = next[(state << bits) | (columns[text.charCodeAt(at)] ?? 0)] ?? 0;
      seen[state] = searches;
    }
  }

  /** Returns how many there are. */
  private numberUnits(texts: readonly string[]): number {
    let columns = 0;
    for (const text of texts) {
      for (let at = 0; at < text.length; at++) {
        const unit = text.charCodeAt(at);
        if (this.columns[unit] === 0) this.columns[unit] = ++columns;
      }
    }
    return columns;
  }

  /** Where no text goes on, goes on from the longest end of what was read that is a state. Returns the carriers. */
  private link(): number[] {
    const states = [0];
    for (const state of states) {
      for (let column = 1; column < 1 << this.bits; column++) {
        const step = (state << this.bits) | column;
        const to = this.next[step] ?? 0;
        const fromEnd = state === 0 ? 0 : (this.next[((this.ends[state] ?? 0) << this.bits) | column] ?? 0);
        if (to === 0) this.next[step] = fromEnd;
        else {
          this.ends[to] = fromEnd;
          states.push(to);
        }
      }
    }
    // States come shorter ones first.
    const useful = new Set(this.wholes);
    const carriers = states.filter((state) => {
      const isCarrier = useful.has(this.ends[state] ?? 0);
      if (isCarrier) useful.add(state);
      return isCarrier;
    });
    return carriers.reverse();
  }
}
