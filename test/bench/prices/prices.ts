/** `npm run prices` prints the price sheet; `-- --write` writes it into the README between its marks. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { priceSheet, withPriceSheet } from "./price-sheet.ts";

const { values } = parseArgs({ options: { write: { type: "boolean" } } });
const readme = new URL("../../../README.md", import.meta.url);
const sheet = priceSheet();
if (values.write) writeFileSync(readme, withPriceSheet(readFileSync(readme, "utf8"), sheet));
else console.log(sheet);
