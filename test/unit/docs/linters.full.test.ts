/** The linters that integrators use have nothing to say about the description, except where paths of the contract break a rule. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("../../tools/lint-description.ts", import.meta.url));

it("passes the recommended rules of Redocly, and those of Spectral for OpenAPI", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(JSON.parse(stdout)).toEqual({ redocly: [], spectral: [] });
});
