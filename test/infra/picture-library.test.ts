import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { codeOptions, projectRoot } from "../../infra/cloud/function/bundling.ts";
import { vipsFiles } from "../../shared/picture/load-vips.ts";
import { jpegOf } from "../support/contact/pictures.ts";

const program = `
  import { createAvatarEncoder } from "./shared/picture/encode-avatar.ts";
  import { loadVips } from "./shared/picture/load-vips.ts";
  const encode = createAvatarEncoder(() => loadVips(import.meta.dirname));
  encode(Buffer.from(process.argv[2], "base64")).then((images) => console.log(images.length));
`;

it("pictures are decoded with only the files beside the code", async () => {
  const folder = mkdtempSync(join(tmpdir(), "picture-library-"));
  try {
    const outfile = join(folder, "index.mjs");
    const stdin = { contents: program, resolveDir: projectRoot, loader: "ts" } as const;
    await build({ ...codeOptions, stdin, outfile });
    for (const file of vipsFiles) copyFileSync(`${projectRoot}node_modules/wasm-vips/lib/${file}`, join(folder, file));
    const picture = Buffer.from(await jpegOf(100, 100)).toString("base64");
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile, picture], {
      cwd: folder,
      env: {},
    });
    expect([stdout, stderr]).toEqual(["9\n", ""]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
