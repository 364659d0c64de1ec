/** `npm run prices` prints the price sheet; `-- --write` writes it to infra/costs.md. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { priceSheet } from "./price-sheet.ts";

const { values } = parseArgs({ options: { write: { type: "boolean" } } });
if (values.write) writeFileSync(new URL("../../../infra/costs.md", import.meta.url), priceSheet());
else console.log(priceSheet());
