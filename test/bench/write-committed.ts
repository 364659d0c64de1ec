/** What is committed of the figures: each file, and how it follows from them. */
import { writeFileSync } from "node:fs";
import type { CommittedFigures } from "./figures.ts";
import { plotMapCost } from "./map-plot.ts";
import { figuresPage } from "./page.ts";
import { plotCost } from "./plot.ts";

/** By the name of the file, which lies beside this one. */
export const committedFiles: Readonly<Record<string, (figures: CommittedFigures) => string>> = {
  "figures.json": (figures) => `${JSON.stringify(figures, null, 2)}\n`,
  "figures.md": figuresPage,
  "cost.svg": plotCost,
  "map-cost.svg": plotMapCost,
};

export function writeCommitted(figures: CommittedFigures): void {
  for (const [name, contentOf] of Object.entries(committedFiles)) {
    writeFileSync(new URL(name, import.meta.url), contentOf(figures));
  }
}
