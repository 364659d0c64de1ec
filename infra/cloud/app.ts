/** The CDK app: `npx cdk synth`, `npx cdk deploy`. Works without credentials up to the deployment itself. */
import { App } from "aws-cdk-lib";
import { readSettings } from "./settings.ts";
import { ServiceStack } from "./stack.ts";
import { currentCommit } from "./version.ts";

export const app = new App();
const settings = readSettings(app.node);
new ServiceStack(
  app,
  `contacts-${settings.stage}`,
  { ...settings, gitSha: settings.gitSha ?? currentCommit() },
  // CloudFormation refuses to delete the stack of people's data by mistake.
  { terminationProtection: settings.stage === "prod" },
);
