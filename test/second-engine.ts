/**
 * `npm run test:second-engine`: tests of storage once more on DynamoDB Local, where Java is there, so that two engines check each other. One or
 * two for each subject are enough: what the engines must agree on are expressions, conditions, transactions and indexes. Costs are left to
 * dynoxide, because DynamoDB Local reports other capacity than AWS bills (decision 19).
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { requireJava } from "../infra/local/database/dynamodb-local.ts";

const subjects = {
  account: ["account-write", "api-key", "provisioning"],
  contact: ["contact-storage", "contact-list", "by-social"],
  deletion: ["bulk-delete"],
  import: ["import-operations", "import-commit"],
  interaction: ["interactions-model"],
  label: ["groups", "group-members"],
  map: ["map-pins"],
  platform: ["idempotency-reservations", "rate-counter"],
  reminder: ["important-dates", "upcoming", "mail-send"],
  search: ["contact-indexes-faults", "search-log"],
};

await requireJava().catch((error) => {
  console.log(`The storage tests ran on one engine only. ${error.message}`);
  process.exit(0);
});
const files = Object.entries(subjects).flatMap(([subject, names]) =>
  names.map((name) => `test/emulator/${subject}/${name}.test.ts`),
);
const missing = files.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`test/second-engine.ts names ${missing.join(" and ")}, which is not there`);
const { status } = spawnSync("vitest", ["run", "--config", "test/vitest.config.ts", ...files], {
  env: { ...process.env, DATABASE_ENGINE: "dynamodb-local" },
  stdio: "inherit",
});
process.exit(status ?? 1);
