/** The pepper of API keys, a generated secret. Without it every key is invalid, so it outlives the stack. */
import { CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { ServiceFunction } from "../function/service-function.ts";

export class Pepper extends Construct {
  private readonly secret: ISecret;

  /** `attached` is the complete ARN of a secret that exists. */
  constructor(scope: Construct, id: string, attached: string | undefined) {
    super(scope, id);
    this.secret = attached === undefined ? newSecret(this) : Secret.fromSecretCompleteArn(this, "Secret", attached);
    const output = new CfnOutput(this, "PepperSecretArn", { value: this.secret.secretArn });
    output.overrideLogicalId("PepperSecretArn");
  }

  /** Reads all versions: the current one, and the one before it while keys that it hashed are accepted. */
  grantRead(target: ServiceFunction): void {
    target
      .configure("API_KEY_PEPPER_SECRET", this.secret.secretArn)
      .allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }
}

/** A change of `generateSecretString` would make CloudFormation replace the value, and so invalidate keys. */
function newSecret(scope: Construct): Secret {
  return new Secret(scope, "Secret", {
    description: "Pepper of the hashes of API keys",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}
