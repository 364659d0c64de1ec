/** The settings by which a function is bundled into one file, for the stack, `npm run bundle` and the tests. */
import { fileURLToPath } from "node:url";
import { type BundlingOptions, LogLevel, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import type { BuildOptions } from "esbuild";
import { accessTable } from "../../../functions/access-table.ts";

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

/**
 * Lambda puts the credentials of a function's role into its environment ("Defined runtime environment variables", AWS Lambda
 * developer guide). The code for all other sources of credentials would be a fifth of a small bundle.
 */
const alias = {
  "@aws-sdk/credential-provider-node": `${projectRoot}infra/cloud/function/environment-credentials.ts`,
  "@smithy/core/event-streams": `${projectRoot}infra/cloud/function/no-event-streams.ts`,
};

/** The authorizer needs no more of the route table, so its bundle contains the table as text instead of the rows of all groups. */
const define = { ACCESS_TABLE: JSON.stringify(JSON.stringify(accessTable)) };

/** For esbuild itself. The code has no source map, because Node would read the whole map at every start (see resolve-stack.ts). */
export const esbuildOptions = {
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  target,
  mainFields,
  alias,
  define,
  banner: { js: banner },
  tsconfig: `${projectRoot}tsconfig.json`,
} as const satisfies BuildOptions;

/** The same for the stack. The AWS SDK is bundled, because one file loads faster than the copy in the runtime, and the tested version runs. */
export const bundlingOptions: BundlingOptions = {
  minify: true,
  format: OutputFormat.ESM,
  target,
  mainFields,
  define,
  banner,
  tsconfig: esbuildOptions.tsconfig,
  esbuildArgs: Object.fromEntries(Object.entries(alias).map(([name, file]) => [`--alias:${name}`, file])),
  bundleAwsSDK: true,
  logLevel: LogLevel.WARNING,
};
