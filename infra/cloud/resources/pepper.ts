/** The pepper of API keys, a generated secret. Without it every key is invalid, so it outlives the stack. */
import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { ServiceFunction } from "../function/service-function.ts";

export class Pepper extends Construct {
  private readonly secret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.secret = new Secret(this, "Secret", {
      description: "Pepper of the hashes of API keys",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  grantRead(target: ServiceFunction): void {
    target
      .configure("API_KEY_PEPPER_SECRET", this.secret.secretArn)
      .allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }
}
