/** Runs the programs of the client's page against the local stack. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createContact } from "../../support/contact/contact-api.ts";
import { programsOf } from "../../support/files/documents.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

const root = new URL("../../../", import.meta.url).pathname;
const programs = programsOf("shared/client/README.md");

/** A folder with the client and a program of the page. */
async function prepare(name: string) {
  const folder = mkdtempSync(join(tmpdir(), "client-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(`${root}shared/client`, join(folder, "client"), { recursive: true });
  writeFileSync(join(folder, name), programs[name] ?? "");
  const { token } = await freshAccount();
  const env = { ...process.env, API: (await localStack()).baseUrl, KEY: token };
  const run = () => promisify(execFile)(process.execPath, [name], { cwd: folder, env });
  return { folder, token, run };
}

it("the first program parses a file, and changes a contact as it read it", async () => {
  const { folder, token, run } = await prepare("first-steps.ts");
  writeFileSync(join(folder, "book.vcf"), readFileSync(`${root}test/fixtures/sample-address-book.vcf`));
  const { contact } = await createContact(token, { firstName: "Ann" });
  expect((await run()).stdout).toBe("1 contacts; 40 in the file\n");
  const read = await api(`/contacts/${contact.id}`, { token });
  expect(await read.json()).toMatchObject({ contact: { notes: "Met in Porto." } });
});

it("the second program keeps a mirror of all contacts", async () => {
  const { folder, token, run } = await prepare("mirror.ts");
  const mirrored = async () => {
    await run();
    return JSON.parse(readFileSync(join(folder, "mirror.json"), "utf8")) as { since: string; contacts: object };
  };
  const [ann, bob] = [
    await createContact(token, { firstName: "Ann" }),
    await createContact(token, { firstName: "Bob" }),
  ];
  expect(Object.keys((await mirrored()).contacts)).toEqual([ann.contact.id, bob.contact.id]);
  await api(`/contacts/${ann.contact.id}`, { method: "DELETE", token });
  const patched = await api(`/contacts/${bob.contact.id}`, { method: "PATCH", token, json: { firstName: "Ben" } });
  const { contact, txid } = (await patched.json()) as { contact: object; txid: string };
  const mirror = { since: txid, contacts: { [bob.contact.id]: contact } };
  expect(await mirrored()).toEqual(mirror);
  expect(await mirrored()).toEqual(mirror);
});
