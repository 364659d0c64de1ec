/** The tests that a change can reach: those that import a changed file, directly or through others, or that name it in a text. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { imports, type SourceFile } from "./rules/rules.ts";

const isCode = (path: string) => /\.[jt]s$/.test(path);
const isTest = (path: string) => path.endsWith(".test.ts");

/** What vitest itself loads and what lies at the root can change every test, although no test imports it. */
const ofAllTests = /^(?!README\.md$)[^/]+$|^test\/vitest\.config\.ts$|^test\/support\/(seed|global-setup)\.ts$/;

/** Tests that call the local stack, which runs in a process of its own. */
const ofStack = /^test\/api\/.*\.test\.ts$/;
const stackProcess = "test/support/process/stack-process.ts";

/** Paths are from the root. Any test may depend on the changed files in `unknown`, because no file is known to read them. */
export function reachedTests(changed: readonly string[], files: readonly SourceFile[]) {
  // Types are checked in the whole tree, so they lead to no tests.
  const sources = files.map(({ path, text }) => ({ path, text: text.replace(/^(import|export) type [^;]*;/gm, "") }));
  const edges = [
    ...imports(sources),
    ...sources.flatMap(mentions),
    ...files.filter(({ path }) => ofStack.test(path)).map(({ path }) => ({ path, target: stackProcess })),
  ];
  const readers = Map.groupBy(edges, ({ target }) => target);
  const readersOf = (path: string) => (readers.get(path) ?? []).map((reader) => reader.path);
  // What is not imported is read by its name, or by the name of its folder.
  const found = new Map(
    changed.map((path) => {
      const direct = readersOf(path);
      const isImported = isCode(path) && direct.length > 0;
      return [path, isImported ? direct : [...readersOf(basename(path)), ...readersOf(dirname(path))]];
    }),
  );
  const reached = new Set([...changed, ...[...found.values()].flat()]);
  // A set also iterates over what is added meanwhile.
  for (const path of reached) for (const reader of readersOf(path)) reached.add(reader);
  return {
    // The house rules read every file.
    tests: files
      .map(({ path }) => path)
      .filter((path) => isTest(path) && (reached.has(path) || /^test\/rules\//.test(path))),
    unknown: changed.filter((path) => ofAllTests.test(path) || (!isTest(path) && found.get(path)?.length === 0)),
  };
}

/** The files and folders that the texts of a file name, from the root, from the file, or (except for code) without their folder. */
function mentions({ path, text }: SourceFile): { path: string; target: string }[] {
  const names = Array.from(text.matchAll(/[\w@./-]+(?=["'`$])/g), ([name]) => name.replace(/\/$/, ""));
  const targets = names.flatMap((name) => [name, join(dirname(path), name), ...(isCode(name) ? [] : [basename(name)])]);
  return targets.map((target) => ({ path, target }));
}

/** Filters for vitest, by what git knows of changes since the commit, or since the branch left main. None is for all tests. */
export function testsOfChanges(commit?: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
  const [base = "HEAD"] = commit ? [commit] : git("merge-base", "HEAD", "main");
  const untracked = git("ls-files", "--others", "--exclude-standard");
  const paths = [...git("ls-files"), ...untracked].filter((path) => isCode(path) && existsSync(path));
  const files = paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const { tests, unknown } = reachedTests([...git("diff", "--name-only", base), ...untracked], files);
  if (unknown.length === 0) return tests;
  console.log(`All tests run, because each of them may depend on ${unknown.join(", ")}.`);
  return [];
}
