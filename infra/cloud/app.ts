/** The CDK app: `npx cdk synth`, `npx cdk deploy`. Works without credentials up to the deployment itself. */
import { App } from "aws-cdk-lib";
import { readSettings, type Settings } from "./settings.ts";
import { ServiceStack } from "./stack.ts";
import { currentCommit } from "./version.ts";

export const app = new App();
const settings = settingsOf(app);
new ServiceStack(
  app,
  `contacts-${settings.stage}`,
  { ...settings, gitSha: settings.gitSha ?? currentCommit() },
  // CloudFormation refuses to delete the stack of people's data by mistake.
  { terminationProtection: settings.stage === "prod" },
);

/** Ends the process with a sentence for each wrong setting, which the stack of an error would hide. */
function settingsOf({ node }: App): Settings {
  try {
    return readSettings(node);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
