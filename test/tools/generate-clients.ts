/** Writes the clients that three generators make of the API description in a file: `node generate-clients.ts <description> <folder>`. */
import { readFile, writeFile } from "node:fs/promises";
import { createClient } from "@hey-api/openapi-ts";
import describeTypes, { astToString } from "openapi-typescript";
import { generate } from "orval";

const [description = "", folder = ""] = process.argv.slice(2);

const types = await describeTypes(JSON.parse(await readFile(description, "utf8")));
await writeFile(`${folder}/api.ts`, astToString(types));

const quiet = { level: "silent", file: false } as const;
await createClient({ input: description, output: `${folder}/hey-api`, logs: quiet });

await generate({ input: { target: description }, output: { target: `${folder}/orval/api.ts`, client: "fetch" } });
