/** The committed figures as a page for people, `figures.md`. */
import { writeFileSync } from "node:fs";
import { accessesTable, judgeTargets, othersTable } from "./accesses.ts";
import type { CommittedFigures } from "./figures.ts";
import { judgeMapTargets, mapTable } from "./map.ts";
import { targetsTable } from "./table.ts";

export function writePage(figures: CommittedFigures): void {
  writeFileSync(new URL("figures.md", import.meta.url), figuresPage(figures));
}

export function figuresPage(figures: CommittedFigures): string {
  const targets = [...judgeTargets(figures), ...judgeMapTargets(figures.map)];
  return `# What accesses cost

\`npm run bench -- --write\` writes this page. It measures operations without authorizer and
rate counter, on dynoxide. The accounts have realistic contacts with 1 KB of values in many scripts from a fixed seed, so
that all figures except processor time and memory are the same on every machine. A test fails when one of them grows; the
accesses to 50,000 contacts are measured by the command alone.

## Targets

${targetsTable(targets)}

The accesses are to accounts of 50,000 contacts. The boxes of the map are those [below](#map); the table shows the account
that is worst. A cost is compared with its floor by price: a write unit counts as five read units, as it costs on demand.
Processor time and memory are those of one run on one machine.

## Every access

${accessesTable(figures.accounts)}

\`r\` are read units, \`w\` write units. Figures that differ between the sizes are in the order of the sizes. The floor is
the cost of the bytes that are answered or must change, whatever code serves them. For a list, its contacts are neighbours
and 4 KB cost a unit. For a search, each contact costs a unit, because its contacts are no neighbours. For a write, the
floor has the items and index entries of the contact that differ, in a transaction with the account's head. The first
search or later page of a process reads its index from storage, once; where it was never stored, a page up to offset 200
reads what it skips. A quarter of the contacts have \`keepFrequencyDays\`.

These accesses cost the same in accounts of all sizes. They are measured in processes that have read nothing:

${othersTable(figures.others)}

The commit of a large import on the server takes 21.3 write and 1.3 read units for each new person
([decision 36](../../infra/decisions/0036-commit-on-the-server.md)), and the deletion of an account of 5,000 contacts takes
11.8 write and 0.5 read units for each contact. \`npm run bench\` measures both.

## Map

${mapTable(figures.map)}

The figures are those of 1,000 boxes from a street to the world. All sizes are equally frequent, and four of five boxes
are around the place of a person. The columns have median · 95 % · most · mean, in read units if nothing else is said. The
people live in the cities of a few countries, a third of them on a city's central spot. A pin has ${figures.map.entryBytes} bytes in the index,
and a box answers at most 500.

All this is counted over sorted arrays; a test compares it with dynoxide.
[Decision 10](../../infra/decisions/0010-map-boxes.md) says how boxes are read. \`npm run bench -- --only map --write\`
renews this part alone.
`;
}
