/** The committed figures as a page for people. */
import type { CommittedFigures } from "./figures.ts";
import { kindsTable, mapTable } from "./map-table.ts";
import { judgeMapTargets } from "./map-targets.ts";
import { figuresTable, indexTable, targetsTable, thousands } from "./table.ts";
import { judgeTargets } from "./targets.ts";

export function figuresPage(figures: CommittedFigures): string {
  const targets = [...judgeTargets(figures), ...judgeMapTargets(figures.map)];
  const { entryBytes, sameBoxes } = figures.map;
  const { pins, boxes, difference } = sameBoxes;
  return `# What accesses cost

Written by \`npm run bench -- --write\`, which measures the operations of the contacts function, without authorizer and
rate counter, against dynoxide: accounts of realistic contacts of 1.2 KB in many scripts, seeded, so that every
figure but processor time and memory is the same on every machine. A test fails when one grows.

![Capacity units of an access against the number of contacts](cost.svg)

## Targets

${targetsTable(targets)}

At 50,000 contacts; boxes of the map in the accounts [below](#map), each of which must reach what is wanted: the worst
is told. By price: a write unit counts as five read units, which is what it costs on demand. Processor time and memory
are those of the run that measured them.

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

## Map

${mapTable(figures.map)}

Of 1,000 boxes from a street to the world, each size as often as the next, four of five of them around somebody's
place: median · 95 % · most · mean, in read units unless it says otherwise. Pins lie as people live, in the cities of a
few countries, a third of them on a city's central spot; one has ${entryBytes} bytes in the index. At most 500 are
answered, and one range between the corners leaves off there as well. A box that reads nothing has no share.

At ${thousands(Object.keys(figures.map.accounts).at(-1) ?? "")} pins, means of the boxes that hold so many:

${kindsTable(figures.map)}

Where ${thousands(pins.after - pins.before)} pins come to the other side of the earth, ${boxes} boxes over the first
${thousands(pins.before)} differ by ${difference} units at most.
All this is counted over sorted arrays; that dynoxide bills the same is compared by a test. How boxes are read:
[decision 10](../../infra/decisions/0010-map-boxes.md). \`npm run bench -- --only map --write\` renews this part alone.

![Read units of a box of the map against the number of pins](map-cost.svg)
`;
}
