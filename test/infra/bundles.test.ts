/** Every function, bundled as the stack does: it stays small, and has exactly the variables and permissions that its code needs. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type BuildOptions, build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { bundle, sizeTable } from "../../infra/cloud/function/bundle-sizes.ts";
import { type BundledFile, codeOptions, projectRoot } from "../../infra/cloud/function/bundling.ts";
import { functionDeclarations, functionNames } from "../../infra/cloud/functions.ts";
import { type EnvironmentName, readEnvironment } from "../../shared/platform/config/environment.ts";
import { actionsIn, codeOf, variables, variablesIn } from "./bundled-code.ts";
import { at, everySetting, find, permissionsOf, synthesise, type Template } from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);
const folder = mkdtempSync(join(tmpdir(), "bundles-"));
const bundles = bundle(functionNames, folder);

afterAll(() => {
  rmSync(folder, { recursive: true });
  console.log(sizeTable(bundles));
});

function variablesOf(template: Template, name: string): Record<string, string> {
  return at(find(template, `Functions/${name}/Function`), "Environment", "Variables") as Record<string, string>;
}

/** The actions of a function, sorted, as in `actionsIn`. */
function allowedTo(name: string): string[] {
  const allowed = permissionsOf(everything, name).flatMap(({ action, resources }) => {
    const tables = new Set(resources.map((resource) => resource.replace(/\.Arn.*$/, "")));
    return action.startsWith("dynamodb:") ? [...tables].map((table) => `${action} on ${table}`) : [action];
  });
  return [...new Set(allowed)].sort();
}

/** Loads a file in a new thread. Returns the type of its handler, and how many schemas were built at once. */
async function load(file: string, variables: Record<string, string> = {}): Promise<string> {
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

function textOf(files: readonly BundledFile[]): string {
  return files.map(({ code }) => Buffer.from(code).toString()).join("\n");
}

/** The S3 client finds its endpoint by this service name. */
const wordOfS3Client = "AmazonS3";

/** Words of the SDK's sources of credentials: processes, single sign-on and web identities. */
const otherCredentials = /credential_process|sso_start_url|AWS_WEB_IDENTITY_TOKEN_FILE/;

describe.each(bundles)("$name", ({ name, entryFile, files, startBytes }) => {
  it("is no larger than it needs to be", () => {
    const kilobytes = Math.ceil(startBytes / 1000);
    const limit = functionDeclarations[name].bundleKilobytes;
    const advice = `write bundleKilobytes: ${Math.ceil(kilobytes * 1.1)} where it declares itself in functions/`;
    expect(kilobytes, `${name} has grown to ${kilobytes} kB. If it must, ${advice}`).toBeLessThan(limit);
    expect(kilobytes, `${name} has only ${kilobytes} kB: ${advice}`).toBeGreaterThan(limit * 0.7);
  });

  it("starts in Lambda's own Node, with the variables of the stack, and builds no schema before a request", async () => {
    expect(await load(entryFile, variablesOf(plain, name))).toBe("function, 0 schemas");
  });

  it("takes its credentials from the environment only", () => {
    const text = textOf(files);
    expect(text).toContain("AWS_SECRET_ACCESS_KEY");
    expect(otherCredentials.exec(text)).toBeNull();
  });

  it("loads the S3 client only when a request needs it, and Node's HTTP client without the second one", () => {
    const text = textOf(files.filter(({ atStart }) => atStart));
    expect(text).not.toContain(wordOfS3Client);
    expect(text).not.toMatch(/from"(node:)?http"/);
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

it("the S3 client is found in the chunks of functions that use it", () => {
  const holders = bundles.filter(({ files }) => textOf(files).includes(wordOfS3Client)).map(({ name }) => name);
  expect(holders).toEqual(expect.arrayContaining(["contacts", "imports", "health"]));
  expect(holders).not.toContain("authorizer");
});

it("the SDK has other sources of credentials without our replacement", async () => {
  const stdin = { contents: 'export * from "@aws-sdk/credential-provider-node"', resolveDir: projectRoot };
  const { outputFiles } = await build({ ...codeOptions, alias: {}, stdin, write: false });
  expect(outputFiles[0]?.text).toMatch(otherCredentials);
});

it("a schema that is built at once is noticed", async () => {
  const contents = 'import * as z from "zod"; export const handler = z.string();';
  const file = join(folder, "schema.mjs");
  await build({ ...codeOptions, stdin: { contents, resolveDir: projectRoot }, outfile: file });
  expect(await load(file)).toBe("object, 1 schemas");
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
    "    read: async (Key) => readIfThere2(loadS3, new GetObjectCommand({ Key })),",
    "    remove: async (Key) => client.send(new s3.DeleteObjectCommand({ Key })),",
  ].join("\n");
  const calling = (call: string) => [["shared/picture/a.ts", adapter] as const, ["functions/docs/a.ts", call] as const];

  it.each([
    ["of methods that are not called are not needed", calling("files.remove(key)"), ["s3:DeleteObject"]],
    ["that read a missing object may list", calling("files.read(key)"), ["s3:GetObject", "s3:ListBucket"]],
    ["are those of tables, too", [["shared/a.ts", "{ Put: { Item } }"]], ["dynamodb:PutItem on Database/Main"]],
    ["of signed addresses are those of their signer", [["shared/a.ts", '"x-id": "GetObject"']], ["s3:GetObject"]],
    ["have to be known", [["shared/a.ts", "new PublishCommand({})"]], ["the unknown permissions of PublishCommand"]],
  ] as const)("%s", (_, code, actions) => {
    expect(actionsIn(new Map(code))).toEqual(actions);
  });
});
