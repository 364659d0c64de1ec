/** The documents of the repository, and the examples in them. */
import { readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);

/** `path` is from the root of the repository. */
export function readDocument(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

/** The shell examples of a document as one script. */
export function scriptOf(path: string): string {
  return [...readDocument(path).matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = ""]) => lines).join("");
}

/** The programs of a document, by the names of their files. */
export function programsOf(path: string): Record<string, string> {
  const blocks = readDocument(path).matchAll(/^```ts ([\w-]+\.ts)\n(.*?)^```/gms);
  return Object.fromEntries([...blocks].map(([, name = "", program = ""]) => [name, program]));
}
