/** Compares texts without case and accents. `fold` is a script, because browsers load it, too. */
import { fold } from "./fold-text.js";

export { fold };

/** Whether both texts fold to the same. */
export function foldAlike(one: string, other: string): boolean {
  return fold(one) === fold(other);
}
