import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createContact } from "../../support/contact/contact-api.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

const root = new URL("../../../", import.meta.url).pathname;

it("the program of the README keeps a mirror of all contacts", async () => {
  const readme = await readFile(`${root}README.md`, "utf8");
  const [, program = ""] = /^```ts mirror.ts\n(.*?)^```/ms.exec(readme) ?? [];
  const { token } = await freshAccount();
  const { baseUrl } = await localStack();
  const folder = await mkdtemp(join(tmpdir(), "mirror-"));
  try {
    await cp(`${root}shared/client`, join(folder, "client"), { recursive: true });
    await writeFile(join(folder, "mirror.ts"), program);
    const run = async () => {
      const env = { ...process.env, API: baseUrl, KEY: token };
      await promisify(execFile)(process.execPath, ["mirror.ts"], { cwd: folder, env });
      return JSON.parse(await readFile(join(folder, "mirror.json"), "utf8")) as { since: number; contacts: object };
    };
    const [ann, bob] = [
      await createContact(token, { firstName: "Ann" }),
      await createContact(token, { firstName: "Bob" }),
    ];
    const { contacts } = await run();
    expect(Object.keys(contacts)).toEqual([ann.contact.id, bob.contact.id]);
    await api(`/contacts/${ann.contact.id}`, { method: "DELETE", token });
    const patched = await api(`/contacts/${bob.contact.id}`, { method: "PATCH", token, json: { firstName: "Ben" } });
    const { contact, txid } = (await patched.json()) as { contact: object; txid: string };
    const mirror = { since: Number(txid), contacts: { [bob.contact.id]: contact } };
    expect(await run()).toEqual(mirror);
    expect(await run()).toEqual(mirror);
  } finally {
    await rm(folder, { recursive: true });
  }
});
