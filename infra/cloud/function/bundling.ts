/** The settings by which a function is bundled into one file, for the stack, `npm run bundle` and the tests. */
import { fileURLToPath } from "node:url";
import { type BundlingOptions, LogLevel, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import type { BuildOptions } from "esbuild";

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** The entry file of a function, relative to the project. */
export function entryOf(name: string): string {
  return name === "gate" ? "functions/health/gate.ts" : `functions/${name}/handler.ts`;
}

const target = "node24";
// Unused code can be removed from the ESM builds of packages.
const mainFields = ["module", "main"];
/**
 * CommonJS packages call `require`, which an ES module does not have. The minifier does not know the banner, so the imported
 * name is longer than any name that the minifier generates.
 */
const banner =
  'import{createRequire as requireOfBanner}from"node:module";const require=requireOfBanner(import.meta.url);';

/** For esbuild itself. */
export const esbuildOptions = {
  bundle: true,
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  platform: "node",
  format: "esm",
  target,
  mainFields,
  banner: { js: banner },
  tsconfig: `${projectRoot}tsconfig.json`,
} as const satisfies BuildOptions;

/** The same for the stack. The AWS SDK is bundled, because one file loads faster than the copy in the runtime, and the tested version runs. */
export const bundlingOptions: BundlingOptions = {
  minify: true,
  sourceMap: true,
  sourcesContent: false,
  format: OutputFormat.ESM,
  target,
  mainFields,
  banner,
  tsconfig: esbuildOptions.tsconfig,
  bundleAwsSDK: true,
  logLevel: LogLevel.WARNING,
};
