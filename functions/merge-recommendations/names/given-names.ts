/**
 * Forms of given names that one person uses: short forms, pet names, and the forms of other languages. A form may belong to
 * several names ("Alex"). Two names without a common class are two names, even if they differ in one letter only.
 */
import { once } from "../../../shared/platform/config/once.ts";
import givenNames from "./given-names.json" with { type: "json" };
import { soundOf } from "./sounds.ts";

/**
 * `forms`: one name a line, the forms in Latin letters without accents. `others`: names that have no other forms there, but
 * differ in one letter from another name.
 */
const { forms, others } = givenNames;

/** The classes of each form by its sound. */
const classes = once(() => {
  const classes = new Map<string, number[]>();
  for (const [at, line] of forms.entries()) addForms(classes, line, at);
  for (const [at, name] of others.join(" ").split(" ").entries()) addForms(classes, name, 1_000 + at);
  return classes;
});

function addForms(classes: Map<string, number[]>, line: string, number: number): void {
  for (const sound of new Set(line.split(" ").map(soundOf))) {
    classes.set(sound, [...(classes.get(sound) ?? []), number]);
  }
}

const none: readonly number[] = [];

/** The names of which a word with this sound is a form; empty for an unknown word. */
export function namesWithForm(sound: string): readonly number[] {
  return classes().get(sound) ?? none;
}
