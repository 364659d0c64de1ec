import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderInUseError } from "../../../infra/local/database/process-file.ts";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { loadIssuerPort, loadPepper, openDataFolder, writeStackState } from "../../../infra/local/stack/data-folder.ts";

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

  it("changes for good if another program uses it", async () => {
    const port = await listenOnLoopback(server, "The other program");
    writeFileSync(join(folder, "issuer-port"), `${port}\n`);
    const chosen = await loadIssuerPort(folder);
    expect(chosen).not.toBe(port);
    expect(Number(readFileSync(join(folder, "issuer-port"), "utf8"))).toBe(chosen);
  });
});

describe("the folder", () => {
  const state = async (pid: number) => {
    const port = await listenOnLoopback(server, "The stack");
    writeStackState(folder, { baseUrl: `http://localhost:${port}`, issuerUrl: "http://localhost:1", pid });
  };

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
