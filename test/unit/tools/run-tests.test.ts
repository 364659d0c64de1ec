/** `npm test`: its exit code, and the order of what it prints. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../run-tests.ts", import.meta.url));

/** With scripts of the shell in place of npm, whose last argument is the name of the check, and of vitest. */
async function run(npm: string, vitest: string) {
  const folder = mkdtempSync(join(tmpdir(), "run-tests-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of Object.entries({ npm, vitest })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const child = spawn(process.execPath, [program, "test/unit"], { env: { PATH: `${folder}:/bin:/usr/bin` } });
  const [[code], output, errors] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, output, errors };
}

it.each([
  ["everything passes", "true", "exit 0", { code: 0, errors: "" }],
  ["a test fails", "true", "exit 1", { code: 1, errors: "" }],
  // The tests would wait for their input.
  [
    "types are wrong",
    '[ "$3" = lint ] || { echo "a.ts: wrong"; exit 2; }',
    "exec cat",
    { code: 1, errors: "npm run types failed:\na.ts: wrong\n\n" },
  ],
])("when %s, the exit code says so", async (_, npm, vitest, expected) => {
  expect(await run(npm, vitest)).toMatchObject(expected);
});

it("passes its arguments to vitest", async () => {
  expect((await run("true", 'echo "$@"')).output).toBe("run --config test/vitest.config.ts test/unit\n");
});
