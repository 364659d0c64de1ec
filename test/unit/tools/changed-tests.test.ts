/** `npm run test:changed`: which tests a change reaches. */
import { expect, it } from "vitest";
import { reachedTests } from "../../changed-tests.ts";

const files = Object.entries({
  "shared/map/box.ts": "",
  "functions/map/operations.ts":
    'import { box } from "../../shared/map/box.ts";\nimport type { Line } from "./log.ts";',
  "functions/map/log.ts": "",
  "infra/local/start.ts": 'const { operations } = await import("../../functions/map/operations.ts");',
  "test/support/process/stack-process.ts": 'await import("../../../functions/map/operations.ts");',
  "test/support/process/stack.ts": 'import type { Details } from "./stack-process.ts";',
  "test/unit/map/box.test.ts": 'import { box } from "../../../shared/map/box.ts";',
  "test/unit/place/find.test.ts": 'const towns = readFileSync("../../fixtures/towns.csv");',
  "test/unit/docs/guides.test.ts": 'const guide = (name) => readFileSync("functions/docs/guides/" + name);',
  "test/emulator/map/pins.test.ts": 'import { freshTable } from "../../support/process/stack.ts";',
  "test/api/map.test.ts": 'import { api } from "../support/process/stack.ts";',
  "test/api/start.test.ts": 'spawn(process.execPath, ["infra/local/start.ts"]);',
  "test/rules/rules.test.ts": "",
}).map(([path, text]) => ({ path, text }));

const reach = (path: string) => {
  const { tests, unknown } = reachedTests([path], files);
  return [...tests.filter((test) => test !== "test/rules/rules.test.ts"), ...unknown.map((one) => `unknown ${one}`)];
};

it.each([
  [
    "imported by others",
    "shared/map/box.ts",
    ["test/unit/map/box.test.ts", "test/api/map.test.ts", "test/api/start.test.ts"],
  ],
  ["that is started as a program", "infra/local/start.ts", ["test/api/start.test.ts"]],
  ["of data", "test/fixtures/towns.csv", ["test/unit/place/find.test.ts"]],
  ["in a folder of data", "functions/docs/guides/map.md", ["test/unit/docs/guides.test.ts"]],
  ["of which only types are imported", "functions/map/log.ts", ["unknown functions/map/log.ts"]],
  ["that is a test", "test/unit/map/box.test.ts", ["test/unit/map/box.test.ts"]],
  ["that nobody reads", "events/map.json", ["unknown events/map.json"]],
  ["that all tests use", "package.json", ["unknown package.json"]],
])("a file %s reaches its tests", (_, path, expected) => {
  expect(reach(path)).toEqual(expected);
});

it("the house rules are tested after every change", () => {
  expect(reachedTests([], files).tests).toEqual(["test/rules/rules.test.ts"]);
});
