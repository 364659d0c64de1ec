/** Words by their spelling in other letters: what is Cyrillic or Greek for Latin queries, what is Latin for theirs. */
import { type Form, FormList } from "./form-list.ts";
import type { QueryWord } from "./query.ts";
import { isForeign } from "./romanise.ts";
import { spellingsOf } from "./spellings.ts";

/** Letters that a romanised word must have for one of them to be wrong, and its key, which is coarser. */
const forgivingLetters = { written: 4, key: 5 };

export class SpeltWords {
  private readonly foreign = new Spelt();
  private readonly latin = new Spelt();
  /** Latin forms that were not taken up: most accounts are never asked for them in other letters. */
  private waiting: Form[] = [];

  add(form: Form): void {
    if (isForeign(form.text)) this.foreign.add(form);
    else this.waiting.push(form);
  }

  /** Improves the fits of words, by number. */
  compare(query: QueryWord, fits: Uint8Array): void {
    if (query.foreign) {
      for (const form of this.waiting) this.latin.add(form);
      this.waiting = [];
    }
    (query.foreign ? this.latin : this.foreign).compare(query, fits);
  }
}

class Spelt {
  private readonly written = new FormList();
  private readonly keys = new FormList();

  add({ text, word, isPart }: Form): void {
    const { written, keys } = spellingsOf(text);
    if (written !== null) this.written.add({ text: written, word, isPart });
    for (const key of keys) this.keys.add({ text: key, word, isPart });
  }

  compare({ forgiving, spellings: { written, keys } }: QueryWord, fits: Uint8Array): void {
    if (written !== null) {
      this.written.compare(written, forgiving && written.length >= forgivingLetters.written, fits);
    }
    for (const key of keys) this.keys.compare(key, forgiving && key.length >= forgivingLetters.key, fits);
  }
}
