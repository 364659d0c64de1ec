import { defineConfig } from "vitest/config";
import { seed } from "./support/seed.ts";

const full = process.env.FULL === "1";

// One configuration for every tier; the folder says what a test needs (see the table of test kinds in the README).
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    // What takes long (large sizes, many mutations) is `npm run test:full`.
    include: full ? ["test/**/*.full.test.ts"] : ["test/**/*.test.ts"],
    exclude: full ? [] : ["test/**/*.full.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Far above what any test takes alone: two workers, an emulator and a browser share what may be two busy cores.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { shuffle: { files: false, tests: true }, seed },
  },
});
