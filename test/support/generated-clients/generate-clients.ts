/**
 * Writes the clients that three generators make of the API description in a file: `node generate-clients.ts <description> <folder>`. It is
 * a process of its own, because the generators need the compiler API, which TypeScript 7 has no more, under the name `typescript`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";

registerHooks({
  resolve: (name, context, next) =>
    next(name === "typescript" ? import.meta.resolve("@ts-morph/common/dist/typescript.js") : name, context),
});

const [description = "", folder = ""] = process.argv.slice(2);

const { default: describeTypes, astToString } = await import("openapi-typescript");
const types = await describeTypes(JSON.parse(await readFile(description, "utf8")));
await writeFile(`${folder}/api.ts`, astToString(types));

const { createClient } = await import("@hey-api/openapi-ts");
const quiet = { level: "silent", file: false } as const;
await createClient({ input: description, output: `${folder}/hey-api`, logs: quiet });

const { generate } = await import("orval");
await generate({ input: { target: description }, output: { target: `${folder}/orval/api.ts`, client: "fetch" } });
