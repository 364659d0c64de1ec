/** Loads libvips, compiled to WebAssembly, from files that lie beside a function's code or in the installed package. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type Vips from "wasm-vips";

/** What is needed of the package; whoever bundles a function puts it beside the function's code. */
export const vipsFiles = ["vips-node.mjs", "vips.wasm"] as const;

/** `folder` absent: the installed package. Takes some 0.2 s and 90 MB of memory. */
export async function loadVips(folder: string | undefined): Promise<typeof Vips> {
  // By its place at run time: its threads load the same file, which must not be a part of the bundle.
  const place = pathToFileURL(join(folder ?? packageFolder(), vipsFiles[0])).href;
  const { default: start } = (await import(place)) as { default: typeof Vips };
  const vips = await start({
    // JPEG, PNG, WebP and GIF are built in.
    dynamicLibraries: [],
    print: () => {},
    printErr: () => {},
    preRun: (module: { ENV: Record<string, string> }) => {
      // A broken picture would write a line into the log for each of its rows.
      module.ENV.VIPS_WARNING = "0";
    },
  });
  // Every picture is another one, and one thread is what a function has.
  vips.Cache.max(0);
  vips.concurrency(1);
  vips.blockUntrusted(true);
  return vips;
}

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("wasm-vips"));
}
