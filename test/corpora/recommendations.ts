/** Prints what the labelled pairs show of merge recommendations: `npm run recommendations`. */
import { align } from "../bench/table.ts";
import { heldOutPairs } from "../support/recommendation/held-out-pairs.ts";
import { figuresOf, scorePairs } from "../support/recommendation/measure-pairs.ts";
import { tuningPairs } from "../support/recommendation/tuning-pairs.ts";

const sets = { tuning: scorePairs(tuningPairs), "held out": scorePairs(heldOutPairs) };
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const rows = Object.entries(sets).map(([name, pairs]) => {
  const { precision, recall, precisionOfAll } = figuresOf(pairs);
  return [name, String(pairs.length), percent(precision), percent(recall), percent(precisionOfAll)];
});
console.log(`${align([["set", "pairs", "precision of 0.8 and above", "recall", "precision of all"], ...rows])}\n`);
for (const { score, line } of Object.values(sets).flatMap((pairs) => figuresOf(pairs).wrong)) console.log(score, line);
