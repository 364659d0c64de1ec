/** The parameters by which lists are read a page at a time, and by which mirrors read what changed. */
import * as z from "zod";
import { once } from "../../config/once.ts";
import { integerText } from "../../text/schema.ts";
import { invalid } from "../errors.ts";

/** The number of entries of a page, from 1 to `max`. */
export function limitText(max: number, usual: number) {
  return integerText(1, max).default(usual).describe("How many entries are answered at most");
}

export const offsetText = once(() =>
  integerText(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe("How many entries of the list are skipped. Beyond its end the page is empty"),
);

/** A `txid` that a mirror has reached. */
export function sinceText(all: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, "Must be a `txid`, a decimal number")
    .transform(Number)
    .prefault("0")
    .describe(`The \`txid\` that the mirror has reached. Without it, or with 0, all ${all} are answered`)
    .meta({ examples: ["1842"] });
}

/** Throws `validation_error` if the parameter of this path is a `txid` that the account has not reached. */
export function requireReached(since: number, txid: number, path = "query.since"): void {
  if (since > txid) throw invalid(path, `The account has not reached this position: its txid is ${txid}.`);
}
