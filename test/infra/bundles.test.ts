/** Every function, bundled as the stack does: it stays small, and has exactly the variables and permissions that its code needs. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type BuildOptions, build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { bundle, sizeTable } from "../../infra/cloud/function/bundle-sizes.ts";
import { esbuildOptions, projectRoot } from "../../infra/cloud/function/bundling.ts";
import { functionDeclarations, functionNames } from "../../infra/cloud/functions.ts";
import { type EnvironmentName, readEnvironment } from "../../shared/platform/config/environment.ts";
import { actionsIn, codeOf, variables, variablesIn } from "./bundled-code.ts";
import { at, everySetting, find, statementsOf, synthesise, type Template } from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);
const bundles = await bundle(functionNames);
const folder = mkdtempSync(join(tmpdir(), "bundles-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
  console.log(sizeTable(bundles));
});

function variablesOf(template: Template, name: string): Record<string, string> {
  return at(find(template, `Functions/${name}/Function`), "Environment", "Variables") as Record<string, string>;
}

/** The actions of a function, sorted, as in `actionsIn`. */
function allowedTo(name: string): string[] {
  const statements = statementsOf(everything).filter(({ role }) => role === `Functions/${name}/Role`);
  const allowed = statements.flatMap(({ actions, resources }) => {
    const tables = new Set(resources.map((resource) => resource.replace(/\.Arn.*$/, "")));
    return actions.flatMap((action) =>
      action.startsWith("dynamodb:") ? [...tables].map((table) => `${action} on ${table}`) : [action],
    );
  });
  // Our code does not call the platform's own actions.
  return [...new Set(allowed)].filter((action) => !/^(logs|sqs|xray):/.test(action)).sort();
}

/** Loads the code in a new thread. Returns the type of its handler, and how many schemas were built at once. */
async function load(code: Uint8Array | string, variables: Record<string, string> = {}): Promise<string> {
  const file = join(folder, `${randomUUID()}.mjs`);
  await writeFile(file, code);
  const script = `
    let schemas = 0;
    const { defineProperty } = Object;
    // Zod defines this property of every schema.
    Object.defineProperty = (object, key, value) => defineProperty(object, key, value, key === "_zod" && schemas++);
    import(${JSON.stringify(file)})
      .then(({ handler }) => typeof handler + ", " + schemas + " schemas", String)
      .then((text) => require("node:worker_threads").parentPort.postMessage(text));`;
  const worker = new Worker(script, { eval: true, env: { ...variables, AWS_REGION: "eu-central-1" } });
  const [text] = await once(worker, "message");
  await worker.terminate();
  return text;
}

/** Words of the SDK's sources of credentials: processes, single sign-on and web identities. */
const otherCredentials = /credential_process|sso_start_url|AWS_WEB_IDENTITY_TOKEN_FILE/;

describe.each(bundles)("$name", ({ name, bytes, code }) => {
  it("is no larger than it needs to be", () => {
    const kilobytes = Math.ceil(bytes / 1000);
    const limit = functionDeclarations[name].bundleKilobytes;
    const advice = `write bundleKilobytes: ${Math.ceil(kilobytes * 1.1)} where it declares itself in functions/`;
    expect(kilobytes, `${name} has grown to ${kilobytes} kB. If it must, ${advice}`).toBeLessThan(limit);
    expect(kilobytes, `${name} has only ${kilobytes} kB: ${advice}`).toBeGreaterThan(limit * 0.7);
  });

  it("starts as one file in Lambda's own Node, with the variables of the stack, and builds no schema before a request", async () => {
    expect(await load(code, variablesOf(plain, name))).toBe("function, 0 schemas");
  });

  it("takes its credentials from the environment only", () => {
    const text = Buffer.from(code).toString();
    expect(text).toContain("AWS_SECRET_ACCESS_KEY");
    expect(otherCredentials.exec(text)).toBeNull();
  });

  it("has exactly the variables that it reads, and the permissions that it uses", async () => {
    const parts = await codeOf(name);
    const read = variablesIn(parts);
    for (const template of [plain, everything]) {
      const given = variablesOf(template, name);
      for (const variable of read) readEnvironment(given, variable as EnvironmentName);
      expect(read).toEqual(expect.arrayContaining(variables.filter((variable) => variable in given)));
    }
    expect(actionsIn(parts)).toEqual(allowedTo(name));
  });
});

it("the SDK has other sources of credentials without our replacement", async () => {
  const stdin = { contents: 'export * from "@aws-sdk/credential-provider-node"', resolveDir: projectRoot };
  const { outputFiles } = await build({ ...esbuildOptions, alias: {}, stdin, outfile: "index.mjs", write: false });
  expect(outputFiles[0]?.text).toMatch(otherCredentials);
});

it("a schema that is built at once is noticed", async () => {
  const contents = 'import * as z from "zod"; export const handler = z.string();';
  const { outputFiles } = await build({
    ...esbuildOptions,
    stdin: { contents, resolveDir: projectRoot },
    write: false,
  });
  expect(await load(outputFiles[0]?.text ?? "")).toBe("object, 1 schemas");
});

it("the authorizer has the table of access, and none of the groups' code", async () => {
  const others = async (options: BuildOptions) => {
    const code = await codeOf("authorizer", options);
    return [...code.keys()].filter((path) => /^functions\/(?!authorizer\/)/.test(path));
  };
  expect(await others({})).toEqual(["functions/access-table.ts"]);
  // Without the table that the bundler writes, the rows of all groups are in the bundle.
  expect(await others({ define: {} })).toContain("functions/contacts/routes.ts");
});

describe("the actions in code", () => {
  const adapter = [
    "const client = createFileClient();",
    "    read: async (Key) => readIfThere2(client3, new GetObjectCommand({ Key })),",
    "    remove: async (Key) => client.send(new DeleteObjectCommand({ Key })),",
  ].join("\n");
  const calling = (call: string) => [["shared/picture/a.ts", adapter] as const, ["functions/docs/a.ts", call] as const];

  it.each([
    ["of methods that are not called are not needed", calling("files.remove(key)"), ["s3:DeleteObject"]],
    ["that read a missing object may list", calling("files.read(key)"), ["s3:GetObject", "s3:ListBucket"]],
    ["are those of tables, too", [["shared/a.ts", "{ Put: { Item } }"]], ["dynamodb:PutItem on Database/Main"]],
    ["have to be known", [["shared/a.ts", "new PublishCommand({})"]], ["the unknown permissions of PublishCommand"]],
  ] as const)("%s", (_, code, actions) => {
    expect(actionsIn(new Map(code))).toEqual(actions);
  });
});
