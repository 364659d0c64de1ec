/** A function of the service with its own role, its own log group, and the alias by which it is called. */
import { ArnFormat, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, Architecture, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { EnvironmentName } from "../../../shared/platform/config/environment.ts";
import { bundlingOptions, entryOf, projectRoot } from "./bundling.ts";

export interface ServiceFunctionProps {
  /** Megabytes. The share of a processor grows with it (a whole one at 1,769). */
  memory: number;
  timeoutSeconds: number;
  tracing: boolean;
  /** Executions at a time that are reserved for this function, which is also the maximum. */
  concurrency: number | undefined;
  /**
   * Files that the function reads at run time, relative to the project. They are copied beside its code when it is bundled.
   */
  assets?: () => readonly string[];
  /** Further options of Node. */
  nodeOptions?: string;
}

export const logRetention = RetentionDays.ONE_MONTH;

const liveAlias = "live";

/** The name of the function in Lambda. */
function physicalName(scope: Construct, name: string): string {
  return `${Stack.of(scope).stackName}-${name}`;
}

/**
 * The ARN of a function's live alias, built from names. The gateway's document names the functions, and the functions have the
 * gateway's address in a variable. References in both directions would be a cycle.
 */
export function liveArn(scope: Construct, name: string): string {
  const resourceName = `${physicalName(scope, name)}:${liveAlias}`;
  return Stack.of(scope).formatArn({
    service: "lambda",
    resource: "function",
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

export class ServiceFunction extends Construct {
  readonly function: NodejsFunction;
  private alias: Alias | undefined;
  /** Each line is a JSON object. */
  readonly log: LogGroup;

  constructor(scope: Construct, name: string, props: ServiceFunctionProps) {
    super(scope, name);
    const logGroup = new LogGroup(this, "Log", { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY });
    this.log = logGroup;
    // The managed policy that CDK attaches by default allows writing to every log group of the account.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);

    this.function = new NodejsFunction(this, "Function", {
      functionName: physicalName(this, name),
      entry: projectRoot + entryOf(name),
      handler: "entry.handler",
      projectRoot,
      depsLockFilePath: `${projectRoot}package-lock.json`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.concurrency !== undefined && { reservedConcurrentExecutions: props.concurrency }),
      role,
      logGroup,
      tracing: props.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      awsSdkConnectionReuse: false,
      // An earlier version stays, so that the alias can go back to it, except for one whose deployment failed. Lambda would
      // otherwise refuse to publish the same code again. The gate removes old versions.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.nodeOptions !== undefined && { environment: { NODE_OPTIONS: props.nodeOptions } }),
      bundling: {
        ...bundlingOptions,
        commandHooks: {
          beforeInstall: () => [],
          beforeBundling: () => [],
          afterBundling: (inputDir, outputDir) => [
            ...copyAssets([entryFile, ...(props.assets?.() ?? [])], inputDir, outputDir),
            ...compileSelfCheck(inputDir, outputDir),
          ],
        },
      },
    });
  }

  /**
   * The alias that receives traffic. It moves to a new version only after the gate has passed (see rollout.ts). The gate itself has
   * neither, because CloudFormation calls its newest code.
   */
  get live(): Alias {
    this.alias ??= new Alias(this, "Live", { aliasName: liveAlias, version: this.function.currentVersion });
    return this.alias;
  }

  /** Sets a variable, which the function reads by `readEnvironment`. */
  configure(name: EnvironmentName, value: string): this {
    this.function.addEnvironment(name, value);
    return this;
  }

  /** Allows these actions on these resources. */
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

/** What Lambda loads. It loads the bundle, and the self-check for the event of the gate. */
const entryFile = "infra/cloud/function/entry.mjs";

/** The self-check becomes JavaScript and is not bundled, because the runtime contains the SDK. */
function compileSelfCheck(inputDir: string, outputDir: string): string[] {
  const [compiler, source] = ["node_modules/.bin/esbuild", "shared/platform/health/self-check.ts"];
  const options = `--minify --log-level=warning --outfile="${outputDir}/self-check.mjs"`;
  return [`"${inputDir}/${compiler}" "${inputDir}/${source}" ${options}`];
}
