import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { badDecisions, brokenLinks, tooLong } from "./document-rules.ts";
import { onlyAgreedEntries, rules, type SourceFile } from "./rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The paths of a folder's own files, without those of packages in it. */
function below(folder: string): string[] {
  const paths = readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => !path.includes("node_modules"));
}

/** All except the rules, whose planted violations would be found. */
const sourceFiles: SourceFile[] = ["shared", "functions", "infra", "test"].flatMap((folder) =>
  below(folder)
    .filter((path) => /\.[jt]sx?$/.test(path) && path !== "rules/rules.ts")
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${root}${folder}/${path}`, "utf8") })),
);

describe.each(Object.entries(rules))("%s", (_, { check, broken, violations = 1 }) => {
  it("holds in the whole tree", () => {
    expect(check(sourceFiles)).toEqual([]);
  });

  it("catches a planted violation", () => {
    expect(check(broken)).toHaveLength(violations);
  });
});

it("the source has components, too", () => {
  expect(sourceFiles.map(({ path }) => path)).toContain("functions/app/browser/main.tsx");
});

describe("the root of the repository", () => {
  it("holds only the agreed entries", () => {
    const entries = new Set(trackedFiles().map((path) => path.split("/")[0] ?? ""));
    expect(onlyAgreedEntries([...entries])).toEqual([]);
    expect(onlyAgreedEntries(["docs"])).toHaveLength(1);
  });
});

describe("the documents", () => {
  const folders = ["shared", "functions", "infra", "test", "events"];
  const paths = [...readdirSync(root), ...folders.flatMap((top) => below(top).map((path) => `${top}/${path}`))];
  const documents = paths
    .filter((path) => path.endsWith(".md") && !path.startsWith("test/fixtures/"))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

  it("have only links to files and headings that exist", () => {
    expect(documents.length).toBeGreaterThan(50);
    expect(brokenLinks(documents, paths)).toEqual([]);
  });

  it.each(["[a](infra/nowhere.md)", "[a](#nowhere)", "[a](../b.md#nowhere)", "[the\nfolder](nowhere/)", "[a]: b.md"])(
    "would have a broken link with %j",
    (text) => {
      const [guide, planted] = [
        { path: "b.md", text: "# B" },
        { path: "infra/planted.md", text },
      ];
      expect(brokenLinks([guide, planted], ["b.md", "infra/planted.md"])).toHaveLength(1);
    },
  );

  it("that are guides link only to guides, because the docs page shows no other files", () => {
    const text = "[a](other.md#b) [a](../../../b.md)";
    const guide = { path: "functions/docs/guides/planted.md", text };
    const other = { path: "functions/docs/guides/other.md", text: "## B" };
    expect(brokenLinks([guide, other], ["b.md", other.path, guide.path])).toEqual([
      `${guide.path}: links to ../../../b.md`,
    ]);
  });

  it("begin with a README of at most 150 lines of at most 120 characters", () => {
    expect(documents.filter(({ path }) => path === "README.md").flatMap(tooLong)).toEqual([]);
    expect(tooLong({ path: "README.md", text: `${"line\n".repeat(150)}${"x".repeat(121)}` })).toHaveLength(2);
  });

  it("have at most 45 decisions of at most 500 words, each in the index", () => {
    const decisions = Array.from({ length: 46 }, (_, at) => ({ path: `infra/decisions/${at}-a.md`, text: "# A" }));
    const index = { path: "infra/decisions/README.md", text: decisions.map((_, at) => `[a](${at}-a.md)`).join(" ") };
    const planted = (words: number) => ({ path: "infra/decisions/0-a.md", text: "word | ".repeat(words) });
    expect(badDecisions(documents)).toEqual([]);
    expect(badDecisions([index, planted(500)])).toEqual([]);
    expect(badDecisions([index, planted(501)])).toEqual(["infra/decisions/0-a.md: has 501 words, more than 500"]);
    expect(badDecisions([planted(1)])).toEqual(["infra/decisions/0-a.md: is not in the index"]);
    expect(badDecisions([index, ...decisions])).toEqual(["infra/decisions/: has more than 45"]);
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
