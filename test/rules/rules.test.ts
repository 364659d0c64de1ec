import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as rules from "./rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Each rule with a file that breaks it: a guard that no longer sees anything is found out. */
const planted: { rule: rules.Rule; name: string; path: string; text: string }[] = [
  {
    name: "imports point one way",
    rule: rules.importsPointOneWay,
    path: "shared/http/planted.ts",
    text: 'import { routeTable } from "../../functions/routes.ts";',
  },
  {
    name: "groups do not meet",
    rule: rules.groupsDoNotMeet,
    path: "functions/contacts/planted.ts",
    text: 'import { importRoutes } from "../imports/routes.ts";',
  },
  {
    name: "the table holds only rows",
    rule: rules.tableHoldsOnlyRows,
    path: "functions/routes.ts",
    text: 'import { handler } from "./contacts/handler.ts";',
  },
  {
    name: "the stack imports no handler",
    rule: rules.stackImportsNoHandler,
    path: "infra/planted.ts",
    text: 'import { handler } from "../functions/contacts/handler.ts";',
  },
  {
    name: "the SDK stays in adapters",
    rule: rules.sdkStaysInAdapters,
    path: "functions/contacts/planted.ts",
    text: 'import { DynamoDBClient } from "@aws-sdk/client-dynamodb";',
  },
  {
    name: "operations are plain",
    rule: rules.operationsArePlain,
    path: "functions/planted/operations.ts",
    text: "const table = process.env.TABLE_NAME;",
  },
  {
    name: "handlers are short",
    rule: rules.handlersAreShort,
    path: "functions/planted/handler.ts",
    text: "\n".repeat(50),
  },
  {
    name: "time and chance come in",
    rule: rules.timeAndChanceComeIn,
    path: "shared/planted.ts",
    text: "const id = Math.random();",
  },
  {
    name: "zod is imported as a namespace",
    rule: rules.zodIsANamespace,
    path: "shared/planted.ts",
    text: 'import { z } from "zod";',
  },
  {
    name: "no test is switched off",
    rule: rules.noTestIsSwitchedOff,
    path: "test/planted.test.ts",
    text: `it${"."}only("works", () => {});`,
  },
  {
    name: "tests do not sleep",
    rule: rules.testsDoNotSleep,
    path: "test/planted.test.ts",
    text: `await new Promise((resolve) => set${"Timeout"}(resolve, 100));`,
  },
];

describe.each(planted)("$name", ({ rule, path, text }) => {
  it("holds in the whole tree", () => {
    expect(rule(sourceFiles())).toEqual([]);
  });

  it("catches a planted violation", () => {
    expect(rule([{ path, text }])).toHaveLength(1);
  });
});

describe("the root of the repository", () => {
  it("holds only the agreed entries", () => {
    const tracked = new Set(trackedFiles().map((path) => path.split("/")[0] ?? ""));
    expect(rules.onlyAgreedEntries([...tracked])).toEqual([]);
  });

  it("would not hold another one", () => {
    expect(rules.onlyAgreedEntries(["docs"])).toHaveLength(1);
  });
});

function sourceFiles(): rules.SourceFile[] {
  return ["shared", "functions", "infra", "test"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && path !== "rules/rules.test.ts")
      .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${root}${folder}/${path}`, "utf8") })),
  );
}

/** Without git (a downloaded archive), what lies at the root besides what tools leave there. */
function trackedFiles(): string[] {
  try {
    return execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  } catch {
    return readdirSync(root).filter((entry) => !["node_modules", "cdk.out", "coverage"].includes(entry));
  }
}
