/**
 * `npm run test:second-engine`: the storage tests once more on DynamoDB Local, where Java is there, so that two engines check each other. What
 * DynamoDB Local reports of consumed capacity differs from what AWS bills (decision 19), so tests of costs are left to dynoxide.
 */
import { spawnSync } from "node:child_process";
import { requireJava } from "../infra/local/java.ts";

/** Tests of costs, and tests that choose their engine themselves or need none. */
const left = [
  "bench-*",
  "*-cost",
  "*-reads",
  "carry-over",
  "database-kills",
  "local-*",
  "data-folder",
  "function-threads",
];

await requireJava().catch((error) => {
  console.log(`The storage tests ran on one engine only. ${error.message}`);
  process.exit(0);
});
const patterns = left.flatMap((name) => ["--exclude", `test/emulator/${name}.test.ts`]);
const { status } = spawnSync("vitest", ["run", "--config", "test/vitest.config.ts", "test/emulator", ...patterns], {
  env: { ...process.env, DATABASE_ENGINE: "dynamodb-local" },
  stdio: "inherit",
});
process.exit(status ?? 1);
