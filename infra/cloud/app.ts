/** The CDK app: `npx cdk synth`, `npx cdk deploy`. Works without credentials up to the deployment itself. */
import { execFileSync } from "node:child_process";
import { App } from "aws-cdk-lib";
import { readSettings } from "./settings.ts";
import { ServiceStack } from "./stack.ts";

export const app = new App();
const settings = readSettings(app.node);
new ServiceStack(app, `contacts-${settings.stage}`, { ...settings, gitSha: settings.gitSha ?? currentCommit() });

function currentCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown"; // sources from an archive have no history
  }
}
