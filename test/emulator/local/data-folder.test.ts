import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { loadPepper, loadPort } from "../../../infra/local/stack/data-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("the pepper is made once, and only its owner can read it", () => {
  const pepper = loadPepper(folder);
  expect(pepper).toMatch(/^[\w-]{43}$/);
  expect(loadPepper(folder)).toBe(pepper);
  expect(statSync(join(folder, "api-key-pepper")).mode & 0o777).toBe(0o600);
});

it.each(["issuer", "s3"] as const)("the port of %s stays the same until another program uses it", async (service) => {
  const port = await loadPort(folder, service);
  expect(await loadPort(folder, service)).toBe(port);
  const server = createServer();
  writeFileSync(join(folder, `${service}-port`), `${await listenOnLoopback(server, "The other program")}\n`);
  const chosen = await loadPort(folder, service);
  await closeServer(server);
  expect(Number(readFileSync(join(folder, `${service}-port`), "utf8"))).toBe(chosen);
  expect(await loadPort(folder, service)).toBe(chosen);
});
