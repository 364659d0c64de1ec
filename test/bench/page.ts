/** The committed figures as a page for people. */
import type { CommittedFigures } from "./figures.ts";
import { figuresTable, indexTable, targetsTable } from "./table.ts";
import type { Target } from "./targets.ts";

export function figuresPage(figures: CommittedFigures, targets: readonly Target[]): string {
  return `# What accesses cost

Written by \`npm run bench -- --write\`, which measures the operations of the contacts function, without authorizer and
rate counter, against DynamoDB Local: accounts of realistic contacts of 1.2 KB in many scripts, seeded, so that every
figure but processor time and memory is the same on every machine. A test fails when one grows.

![Capacity units of an access against the number of contacts](cost.svg)

## Targets

${targetsTable(targets)}

By price: a write unit counts as five read units, which is what it costs on demand. Processor time and memory are those
of the run that wrote this page.

## Every access

${figuresTable(figures.accounts)}

\`r\`: read units, \`w\`: write units. What differs between the sizes stands in their order. The floor is what the bytes
cost that are answered or must change, whatever code serves them: of a list its contacts side by side at 4 KB a unit, of
a search a unit for each contact, since they lie apart; of a write the items and index entries of the contact that
differ, in a transaction with the account's head. The first search of a process reads its index from storage, once.

## What the indexes for lists carry

${indexTable(figures.indexes)}

Read units of the page, write units of the others: means over the pages of 1,000 contacts and the writes of 200. Why
it is so: [decision 3](../../infra/decisions/0003-table-and-indexes.md).
`;
}
