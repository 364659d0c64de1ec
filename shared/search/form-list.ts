/** Forms of words, which are all compared with a word of a query at once. */
import { type Fit, fit } from "./fit.ts";
import { hasPairs, inUnits, mayBeNear, nearness } from "./one-edit.ts";
import { TextBlocks } from "./text-blocks.ts";

/** A word, a part of it, or a spelling of either in other letters. */
export interface Form {
  text: string;
  /** Number of the word. */
  word: number;
  isPart: boolean;
}

export class FormList {
  private readonly texts = new TextBlocks();
  /** By place. */
  private readonly forms: (Form | undefined)[] = [];
  /** By the order in which forms came, their places and what they begin with, to pass most of them over quickly. */
  private readonly places: number[] = [];
  private readonly starts: number[][] = [[], [], []];
  /** Places of forms with letters of two code units. */
  private readonly paired: number[] = [];

  add(form: Form): void {
    const place = this.texts.add(form.text);
    this.forms[place] = form;
    if (hasPairs(form.text)) this.paired.push(place);
    this.places.push(place);
    for (const [at, units] of this.starts.entries()) units.push(form.text.charCodeAt(at));
  }

  /** Improves the fits of words, by number. A forgiving comparison lets one edit pass; it needs four letters. */
  compare(query: string, forgiving: boolean, fits: Uint8Array): void {
    for (const place of this.placesWith(query)) {
      const form = this.forms[place];
      if (form) improve(fits, form.word, exactFit(query, form));
    }
    if (!forgiving) return;
    for (const place of hasPairs(query) ? this.places : this.placesNear(query)) {
      const form = this.forms[place];
      if (form && (fits[form.word] ?? 0) > fit.nearWhole) improve(fits, form.word, nearFit(query, form.text));
    }
  }

  private placesWith(query: string): number[] {
    const marks = new Uint8Array(this.texts.places).fill(1);
    this.texts.lower(marks, 0, query);
    const found: number[] = [];
    for (let place = 0; place < marks.length; place++) if (marks[place] === 0) found.push(place);
    return found;
  }

  private placesNear(query: string): number[] {
    const found = [...this.paired];
    const [firsts = [], seconds = [], thirds = []] = this.starts;
    for (let at = 0; at < firsts.length; at++) {
      if (mayBeNear(query, firsts[at] ?? 0, seconds[at] ?? 0, thirds[at] ?? 0)) found.push(this.places[at] ?? 0);
    }
    return found;
  }
}

/** The form includes the query. */
function exactFit(query: string, { text, isPart }: Form): Fit {
  if (text.length === query.length) return isPart ? fit.part : fit.whole;
  return text.startsWith(query) ? fit.start : fit.inside;
}

function nearFit(query: string, text: string): Fit {
  const near = hasPairs(query) || hasPairs(text) ? nearness(...inUnits(query, text)) : nearness(query, text);
  if (near === null) return fit.none;
  return near === "whole" ? fit.nearWhole : fit.nearStart;
}

function improve(fits: Uint8Array, word: number, found: Fit): void {
  if (found < (fits[word] ?? 0)) fits[word] = found;
}
