import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { isFull, seed } from "./support/seed.ts";

const root = new URL("..", import.meta.url).pathname;

// Workers, and the programs that tests start, load compiled code of files that have not changed since an earlier run.
process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/compiled`;

/** Those that take their time in the full run: files that are called so, and those that try properties or otherwise try more then. */
function fullFiles(): string[] {
  const tries = (path: string) => /\bfc\.assert|\btries\(|\bisFull\b/.test(readFileSync(`${root}${path}`, "utf8"));
  const files = globSync("test/**/*.test.ts", { cwd: root, exclude: ["test/tools/**"] });
  return files.filter((path) => path.endsWith(".full.test.ts") || tries(path));
}

// One configuration for every tier; the folder says what a test needs (see the folders in the README).
export default defineConfig({
  test: {
    root,
    include: isFull ? fullFiles() : ["test/**/*.test.ts"],
    exclude: isFull ? [] : ["test/**/*.full.test.ts", "test/tools/**"],
    setupFiles: ["test/support/seed.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Test files share their worker's modules, so that the service's code and the SDK are loaded once and not for every file.
    isolate: false,
    // Node itself loads the code, as it does for the local stack: nothing is transformed, and lines of errors are those of the source.
    experimental: { viteModuleRunner: false },
    // One more than there are cores, because a worker often waits for the emulator or the local stack.
    maxWorkers: availableParallelism() + 1,
    // Far above what any test takes alone: the workers, emulators and a browser share what may be two busy cores.
    testTimeout: isFull ? 1_200_000 : 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { shuffle: { files: false, tests: true }, seed },
  },
});
