/** Runs the shell examples of the README and of the guides, as a reader does who copies one after the other. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { GuideName } from "../../../functions/docs/assets.ts";
import { chooseFreePort } from "../../../infra/local/stack/data-folder.ts";
import { scriptOf } from "../../support/files/documents.ts";
import { clientOf, freshAccount, localStack } from "../../support/process/stack.ts";

const root = new URL("../../../", import.meta.url).pathname;
const hasTools = ["jq", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

/** A refusal ends the script, except where the example shows the status of the answer. */
const strictCurl = `curl() { case "$1" in -si) command curl "$@";; *) command curl --fail-with-body "$@";; esac; }`;

/** What each document must print, in this order. */
const printed: Record<"README.md" | GuideName, RegExp[]> = {
  "README.md": [/"failed":0/, /"pagination":/, /"changes":\[\{/],
  "sign-in-and-keys": [/"email":/, /"pagination":/, /HTTP\/1.1 401 /, /"invalid_api_key"/, /"message":/],
  "errors-and-retries": [
    /HTTP\/1.1 400 /,
    /"validation_error"/,
    /"body.firstName"/,
    /"body.website"/,
    /HTTP\/1.1 201 /,
    /HTTP\/1.1 201 /,
    /idempotent-replayed: true/,
    /HTTP\/1.1 200 /,
    /"notes":"One"/,
    /HTTP\/1.1 412 /,
    /"body.notes"/,
  ],
  "lists-and-search": [/"lastName":"Bell"/, /"id":/, /\b1\n/, /"kept": \[\]/, /"deletedCount":2\b/],
  imports: [/"failed":0/, /true\n/, /"status":"undoing"/],
  "exports-and-mirrors": [/account.zip\n.*contacts.vcf/, /"changes":\[\{/, /BEGIN:VCALENDAR/, /"success":true/],
  webhooks: [
    /"secret":"whsec_/,
    /"type":"contact.created","timestamp":"[^"]+","accountId":"[\w-]+","webhookId":"[\w-]+","data":{"contactId":"[\w-]+","txid":"\d+"}}/,
  ],
  agents: [/listContacts\n/, /"result":.*Ann/],
};

it.runIf(hasTools).each(Object.entries(printed))("the examples of %s work", async (name, patterns) => {
  const folder = mkdtempSync(join(tmpdir(), "guides-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const entry of ["package.json", "node_modules", "infra", "test"])
    symlinkSync(join(root, entry), join(folder, entry));
  const { host, port } = new URL((await localStack()).baseUrl);
  const { token } = await freshAccount();
  const { secret } = await (await clientOf(token)).createApiKey({ label: "guides", permission: "full" });
  const lines = scriptOf(name === "README.md" ? name : `functions/docs/guides/${name}.md`)
    .replaceAll("localhost:3000", host)
    .replaceAll("4000", String(await chooseFreePort()))
    .replaceAll("alice@", `alice-${randomUUID()}@`);
  const env = { ...process.env, PORT: port, TOKEN: token, KEY: secret };
  const shell = spawn("bash", ["-eo", "pipefail", "-c", `${strictCurl}\n${lines}`], {
    cwd: folder,
    env,
    detached: true,
  });
  // What an example starts in the background outlives the shell, in its process group.
  onTestFinished(() => void spawnSync("kill", ["--", `-${shell.pid}`]));
  const expected = new RegExp(patterns.map(({ source }) => source).join("[^]*"));
  let [output, errors] = ["", ""];
  const shown = Promise.withResolvers<void>();
  shell.stderr.on("data", (part) => {
    errors += part;
  });
  shell.stdout.on("close", shown.resolve).on("data", (part) => {
    output += part;
    if (expected.test(output)) shown.resolve();
  });
  const [code] = await once(shell, "exit");
  expect(code, output + errors).toBe(0);
  await shown.promise;
  expect(output, errors).toMatch(expected);
});
