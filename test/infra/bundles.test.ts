/** Every function, bundled as the stack does: it stays small, and has exactly the variables and permissions that its code asks for. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { bundle, sizeTable } from "../../infra/cloud/function/bundle-sizes.ts";
import { functionDeclarations, functionNames } from "../../infra/cloud/functions.ts";
import { callFaults } from "./checks/calls.ts";
import { codeOf } from "./checks/code.ts";
import { change, find, grant } from "./checks/edit.ts";
import { at, everySetting, pathOf, referencesOf, resourcesOf, synthesise } from "./checks/template.ts";
import { variableFaults, variablesOf } from "./checks/variables.ts";

const plain = synthesise();
const everything = synthesise(everySetting);
const bundles = await bundle(functionNames);
const folder = mkdtempSync(join(tmpdir(), "bundles-"));
const run = promisify(execFile);

afterAll(() => {
  rmSync(folder, { recursive: true });
  console.log(sizeTable(bundles));
});

describe.each(bundles)("$name", ({ name, bytes, code }) => {
  it("is no larger than it needs to be", () => {
    const kilobytes = Math.ceil(bytes / 1000);
    const limit = functionDeclarations[name].bundleKilobytes;
    const advice = `write bundleKilobytes: ${Math.ceil(kilobytes * 1.1)} where it declares itself in functions/`;
    expect(kilobytes, `${name} has grown to ${kilobytes} kB. If it must, ${advice}`).toBeLessThan(limit);
    expect(kilobytes, `${name} has but ${kilobytes} kB: ${advice}`).toBeGreaterThan(limit * 0.7);
  });

  it("starts as one file in Lambda's own Node, with the variables of the stack", async () => {
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, code);
    const told = "(told) => { console.log(told); process.exit(); }";
    const script = `import(${JSON.stringify(file)}).then(({ handler }) => typeof handler, String).then(${told})`;
    const env = { ...variablesOf(plain, name), AWS_REGION: "eu-central-1" };
    const { stdout } = await run(process.execPath, ["--eval", script], { env, cwd: folder });
    expect(stdout).toBe("function\n");
  });

  it("has exactly the variables that it reads and the permissions that it uses", async () => {
    const parts = await codeOf(name);
    expect(variableFaults(plain, name, parts)).toEqual([]);
    expect(variableFaults(everything, name, parts)).toEqual([]);
    expect(callFaults(everything, name, parts)).toEqual([]);
  });
});

it("alarms are about lines that the functions really write", async () => {
  const filters = resourcesOf(plain, "AWS::Logs::MetricFilter");
  expect(filters).not.toEqual([]);
  for (const [, { Properties }] of filters) {
    const [log = ""] = referencesOf(at(Properties, "LogGroupName"));
    const [, name = ""] = pathOf(plain.Resources[log] ?? { Type: "" }).split("/");
    const events = String(at(Properties, "FilterPattern")).match(/"[^"]+"/g) ?? [];
    const code = [...(await codeOf(name)).values()].join("");
    expect(events).not.toEqual([]);
    for (const event of events) expect(code).toContain(event);
  }
});

it.each([
  ["a variable that is not given", { TABLE_NAME: undefined }],
  ["a variable that can't be read", { RATE_LIMIT_PER_MINUTE: "many" }],
  ["a variable that nobody reads", { API_KEY_PEPPER_SECRET: "arn:of:the:secret" }],
])("catches %s", async (_, planted) => {
  const template = structuredClone(plain);
  const Variables = at(find(template, "Functions/contacts/Function").Properties, "Environment", "Variables");
  const changed = Object.entries({ ...(Variables as object), ...planted }).filter(([, value]) => value !== undefined);
  change(template, "Functions/contacts/Function", { Environment: { Variables: Object.fromEntries(changed) } });
  expect(variableFaults(template, "contacts", await codeOf("contacts"))).not.toEqual([]);
});

it("catches a permission that is not used, one that is missing, and an unknown command", async () => {
  const template = structuredClone(plain);
  grant(template, "session", "s3:GetObject", "arn:of:the:bucket");
  expect(callFaults(template, "session", await codeOf("session"))).toEqual(["session may s3:GetObject and never does"]);
  expect(callFaults(plain, "reserved", await codeOf("contacts"))).toContain(
    "reserved calls dynamodb:Query on Database/Main and may not",
  );
  expect(callFaults(plain, "docs", new Map([["shared/a.ts", "new PublishCommand({})"]]))).toContain(
    "docs calls whatever PublishCommand needs and may not",
  );
});

it("the check counts an adapter's methods only if they are called, and needs ListBucket for missing objects", () => {
  const adapter = [
    "const client = createFileClient();",
    "    read: async (Key) => readIfThere2(client3, new GetObjectCommand({ Key })),",
    "    remove: async (Key) => client.send(new DeleteObjectCommand({ Key })),",
  ].join("\n");
  const faultsWith = (call: string) =>
    callFaults(
      plain,
      "reserved",
      new Map([
        ["shared/picture/a.ts", adapter],
        ["functions/reserved/a.ts", call],
      ]),
    ).filter((fault) => fault.includes("calls"));
  expect(faultsWith("files.remove(key)")).toEqual(["reserved calls s3:DeleteObject and may not"]);
  expect(faultsWith("files.read(key)")).toEqual([
    "reserved calls s3:GetObject and may not",
    "reserved calls s3:ListBucket and may not",
  ]);
});
