/** Every function, bundled as the stack does: it stays small, and has exactly the variables and permissions that its code asks for. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bundle, bundle, sizeTable } from "../../infra/bundle-sizes.ts";
import { type FunctionName, functionNames } from "../../infra/functions.ts";
import { callFaults } from "./checks/calls.ts";
import { codeOf } from "./checks/code.ts";
import { change, find, grant } from "./checks/edit.ts";
import { at, synthesise } from "./checks/template.ts";
import { variableFaults, variablesOf } from "./checks/variables.ts";

/** Upper bounds in kilobytes, about a tenth above what each needs, so that a package that comes along unseen is seen. */
const limits: Record<FunctionName, number> = {
  contacts: 1215,
  imports: 1050,
  groups: 1035,
  interactions: 730,
  account: 1005,
  calendar: 625,
  unsubscribe: 555,
  "api-keys": 545,
  geocode: 625,
  session: 545,
  health: 695,
  // A ninth of it is the world's outline.
  docs: 925,
  reserved: 520,
  authorizer: 800,
  // The libraries for CSV and archives, the metadata of phone numbers, and time zones: the preview merges as a commit does.
  "import-parser": 1200,
  "deletion-worker": 810,
  "reminder-sender": 800,
  "mail-events": 500,
  gate: 660,
};

const plain = synthesise();
const withMail = synthesise({ mailSender: "reminders@example.com" });
const bundles: Bundle[] = [];
const folder = mkdtempSync(join(tmpdir(), "bundles-"));
const run = promisify(execFile);

afterAll(() => {
  rmSync(folder, { recursive: true });
  console.log(sizeTable(bundles));
});

describe.each(functionNames)("%s", (name) => {
  let made: Bundle;

  beforeAll(async () => {
    made = await bundle(name);
    bundles.push(made);
  });

  it("is no larger than it needs to be", () => {
    const limit = limits[name] * 1000;
    expect(made.bytes).toBeLessThan(limit);
    expect(made.bytes, "the limit is out of date").toBeGreaterThan(limit * 0.7);
  });

  it("starts as one file in Lambda's own Node, with the variables of the stack", async () => {
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, made.code);
    const told = "(told) => { console.log(told); process.exit(); }";
    const script = `import(${JSON.stringify(file)}).then(({ handler }) => typeof handler, String).then(${told})`;
    const env = { ...variablesOf(plain, name), AWS_REGION: "eu-central-1" };
    const { stdout } = await run(process.execPath, ["--eval", script], { env, cwd: folder });
    expect(stdout).toBe("function\n");
  });

  it("is given exactly the variables that it reads, and may do exactly what it calls", async () => {
    const code = await codeOf(name);
    expect(variableFaults(plain, name, code)).toEqual([]);
    expect(variableFaults(withMail, name, code)).toEqual([]);
    expect(callFaults(withMail, name, code)).toEqual([]);
  });
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

it("catches a permission that is not used, one that is missing, and a command that nobody thought of", async () => {
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

it("asks for what an adapter's methods send only where they are called, and to list where absence is told", () => {
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
        ["shared/files/a.ts", adapter],
        ["functions/reserved/a.ts", call],
      ]),
    ).filter((fault) => fault.includes("calls"));
  expect(faultsWith("files.remove(key)")).toEqual(["reserved calls s3:DeleteObject and may not"]);
  expect(faultsWith("files.read(key)")).toEqual([
    "reserved calls s3:GetObject and may not",
    "reserved calls s3:ListBucket and may not",
  ]);
});
