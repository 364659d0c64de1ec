/** Packages of a folder with a lockfile of its own are installed when they are first needed, and when the lockfile changes. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { installPackages } from "../../../infra/local/install-packages.ts";

const dependencies = { near: "file:near" };

it("installs what is missing or older than the lockfile, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "install-packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, content: unknown) => writeFileSync(join(folder, path), JSON.stringify(content));
  mkdirSync(join(folder, "near"));
  write("near/package.json", { name: "near", version: "1.0.0" });
  write("package.json", { dependencies });
  const near = { resolved: "near", link: true };
  write("package-lock.json", {
    lockfileVersion: 3,
    packages: { "": { dependencies }, "node_modules/near": near, near: { version: "1.0.0" } },
  });

  await installPackages(folder);
  expect(existsSync(join(folder, "node_modules/near/package.json"))).toBe(true);

  // An installation removes what is not in the lockfile.
  write("node_modules/mark", "");
  await installPackages(folder);
  expect(existsSync(join(folder, "node_modules/mark"))).toBe(true);

  const later = Date.now() / 1000 + 60;
  utimesSync(join(folder, "package-lock.json"), later, later);
  await installPackages(folder);
  expect(existsSync(join(folder, "node_modules/mark"))).toBe(false);
});
