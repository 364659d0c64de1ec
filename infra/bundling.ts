/** How a function becomes one file: the same settings for the stack, for `npm run bundle` and for the test that guards sizes. */
import { fileURLToPath } from "node:url";
import { type BundlingOptions, LogLevel, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import type { BuildOptions } from "esbuild";

export const projectRoot = fileURLToPath(new URL("..", import.meta.url));

/** Entry of a function, relative to the project: `contacts` lies in `functions/contacts/handler.ts`. */
export function entryOf(name: string): string {
  return name === "gate" ? "functions/health/gate.ts" : `functions/${name}/handler.ts`;
}

const target = "node24";
// The ESM builds of packages first: they shake better than their CommonJS twins.
const mainFields = ["module", "main"];
/**
 * Packages that are CommonJS still call `require`, which an ES module does not have. The name is longer than any that
 * the minifier makes up, which does not look at what stands in front of its code.
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

/** The same for the stack. The AWS SDK is bundled: what was tested is what runs, and one file loads faster than the runtime's own copy. */
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
