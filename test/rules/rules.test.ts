import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { onlyAgreedEntries, rules, type SourceFile } from "./rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** All except the rules, whose planted violations would be found. */
const sourceFiles: SourceFile[] = ["shared", "functions", "infra", "test"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[jt]s$/.test(path) && path !== "rules/rules.ts")
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${root}${folder}/${path}`, "utf8") })),
);

describe.each(Object.entries(rules))("%s", (_, { check, broken }) => {
  it("holds in the whole tree", () => {
    expect(check(sourceFiles)).toEqual([]);
  });

  it("catches a planted violation", () => {
    expect(check(broken)).toHaveLength(1);
  });
});

describe("the root of the repository", () => {
  it("holds only the agreed entries", () => {
    const entries = new Set(trackedFiles().map((path) => path.split("/")[0] ?? ""));
    expect(onlyAgreedEntries([...entries])).toEqual([]);
    expect(onlyAgreedEntries(["docs"])).toHaveLength(1);
  });
});

/** Without git (a downloaded archive), what lies at the root besides what tools leave there. */
function trackedFiles(): string[] {
  try {
    return execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  } catch {
    return readdirSync(root).filter((entry) => !["node_modules", "cdk.out", "coverage"].includes(entry));
  }
}
