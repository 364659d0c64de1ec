/** The parameters by which lists are read a page at a time. */
import { once } from "../../config/once.ts";
import { integerText } from "../../text/schema.ts";

/** The number of entries of a page, from 1 to `max`. */
export function limitText(max: number, usual: number) {
  return integerText(1, max).default(usual).describe("How many entries are answered at most");
}

export const offsetText = once(() =>
  integerText(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe("How many entries of the list are skipped. Beyond its end the page is empty"),
);
