/** Loads libvips (compiled to WebAssembly) from the folder of a function or from the installed package. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type Vips from "wasm-vips";

/** The needed files of the package. The stack adds them to the function. */
export const vipsFiles = ["vips-node.mjs", "vips.wasm"] as const;

/** Takes about 0.2 s and 90 MB of memory. */
export async function loadVips(folder: string | undefined): Promise<typeof Vips> {
  // The file must not be a part of the bundle, because its threads load it too.
  const place = pathToFileURL(join(folder ?? packageFolder(), vipsFiles[0])).href;
  const { default: start } = (await import(place)) as { default: typeof Vips };
  const vips = await start({
    // JPEG, PNG, WebP and GIF are built in.
    dynamicLibraries: [],
    print: () => {},
    printErr: () => {},
    preRun: (module: { ENV: Record<string, string> }) => {
      // A broken picture would log a line for each of its rows.
      module.ENV.VIPS_WARNING = "0";
    },
  });
  // Pictures are not read twice, and a function has one thread.
  vips.Cache.max(0);
  vips.concurrency(1);
  vips.blockUntrusted(true);
  return vips;
}

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("wasm-vips"));
}
