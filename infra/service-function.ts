/** A function of ours, with nothing but what it is granted: own role, own log group, and the alias through which everyone calls it. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, Architecture, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { EnvironmentName } from "../shared/config/environment.ts";
import { bundlingOptions, entryOf, projectRoot } from "./bundling.ts";

export interface ServiceFunctionProps {
  /** Megabytes; the share of a processor grows with it (a whole one at 1,769). */
  memory: number;
  timeoutSeconds: number;
  tracing: boolean;
  /**
   * Files that the function reads at run time, relative to the project; they come to lie beside its code. Asked when it
   * is bundled.
   */
  assets?: () => readonly string[];
  /** Options of Node beside those that every function has. */
  nodeOptions?: string;
}

const nodeOptions = "--enable-source-maps";

export const logRetention = RetentionDays.ONE_MONTH;

export class ServiceFunction extends Construct {
  readonly function: NodejsFunction;
  /** What takes traffic. It moves to a new version only after the gate let it pass (see rollout.ts). */
  readonly live: Alias;
  /** One JSON object a line. */
  readonly log: LogGroup;

  constructor(scope: Construct, name: string, props: ServiceFunctionProps) {
    super(scope, name);
    const logGroup = new LogGroup(this, "Log", { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY });
    this.log = logGroup;
    // A role of its own, because the managed policy for logs that CDK attaches by default covers every log group of the account.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);

    this.function = new NodejsFunction(this, "Function", {
      entry: projectRoot + entryOf(name),
      projectRoot,
      depsLockFilePath: `${projectRoot}package-lock.json`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: Duration.seconds(props.timeoutSeconds),
      role,
      logGroup,
      tracing: props.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      awsSdkConnectionReuse: false,
      environment: { NODE_OPTIONS: [nodeOptions, props.nodeOptions ?? ""].join(" ").trim() },
      bundling: {
        ...bundlingOptions,
        commandHooks: {
          beforeInstall: () => [],
          beforeBundling: () => [],
          afterBundling: (inputDir, outputDir) => copyAssets(props.assets?.() ?? [], inputDir, outputDir),
        },
      },
    });
    this.live = new Alias(this, "Live", { aliasName: "live", version: this.function.currentVersion });
  }

  /** Sets a variable that the function reads by `readEnvironment`. */
  configure(name: EnvironmentName, value: string): this {
    this.function.addEnvironment(name, value);
    return this;
  }

  /** Lets the function do exactly these actions on exactly these resources; under a condition, when one is given. */
  allow(actions: readonly string[], resources: readonly string[], conditions: Record<string, object> = {}): this {
    this.function.addToRolePolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources], conditions }),
    );
    return this;
  }
}

function copyAssets(assets: readonly string[], inputDir: string, outputDir: string): string[] {
  return assets.map((path) => `cp "${inputDir}/${path}" "${outputDir}/"`);
}
