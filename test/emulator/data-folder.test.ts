import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseFreePort, isFree, loadIssuerPort, loadPepper, openDataFolder } from "../../infra/local/data-folder.ts";
import { closeServer, listenOnLoopback } from "../../infra/local/loopback.ts";
import { DataFolderInUseError } from "../../infra/local/process-file.ts";
import { writeStackState } from "../../infra/local/state.ts";

let folder: string;
let server: Server;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-folder-"));
  server = createServer((_request, response) => response.end("{}"));
});
afterEach(async () => {
  await closeServer(server);
  rmSync(folder, { recursive: true, force: true });
});

describe("the pepper", () => {
  it("is made once, differs from folder to folder, and is its owner's only", () => {
    const pepper = loadPepper(folder);
    expect(pepper).toMatch(/^[\w-]{43}$/);
    expect(loadPepper(folder)).toBe(pepper);
    expect(statSync(join(folder, "api-key-pepper")).mode & 0o777).toBe(0o600);
    const other = mkdtempSync(join(tmpdir(), "data-folder-"));
    expect(loadPepper(other)).not.toBe(pepper);
    rmSync(other, { recursive: true });
  });
});

describe("the issuer's port", () => {
  it("stays the same from start to start", async () => {
    const port = await loadIssuerPort(folder);
    expect(await loadIssuerPort(folder)).toBe(port);
  });

  it("is another one, from then on, when a program has taken it", async () => {
    const port = await listenOnLoopback(server, "The other program");
    writeFileSync(join(folder, "issuer-port"), `${port}\n`);
    const chosen = await loadIssuerPort(folder);
    expect(chosen).not.toBe(port);
    expect(Number(readFileSync(join(folder, "issuer-port"), "utf8"))).toBe(chosen);
  });
});

it("a port is free exactly when nobody listens on it", async () => {
  const port = await chooseFreePort();
  expect(await isFree(port)).toBe(true);
  await listenOnLoopback(server, "The other program", port);
  expect(await isFree(port)).toBe(false);
});

describe("the folder", () => {
  const state = async (pid: number) => {
    const port = await listenOnLoopback(server, "The stack");
    writeStackState(folder, { baseUrl: `http://localhost:${port}`, issuerUrl: "http://localhost:1", pid });
  };

  it("is made when it is missing", async () => {
    await openDataFolder(join(folder, "deep", "below"));
    expect(statSync(join(folder, "deep", "below")).isDirectory()).toBe(true);
  });

  it("is refused while a stack of another process answers on it", async () => {
    await state(process.ppid);
    await expect(openDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
  });

  it("is open again when that stack is gone, even if its process number has gone to another program", async () => {
    await state(process.ppid);
    await closeServer(server);
    await expect(openDataFolder(folder)).resolves.toBeUndefined();
  });
});
