/** A function of the service with its own role, its own log group, and the alias by which it is called. */
import { cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ArnFormat, AssetHashType, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { buildSync } from "esbuild";
import type { EnvironmentName } from "../../../shared/platform/config/environment.ts";
import { once } from "../../../shared/platform/config/once.ts";
import { writePages } from "../../browser/build-pages.ts";
import { projectRoot, writeBundle } from "./bundling.ts";

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
  /** Whether the function has the files of the pages for browsers, in the folder `pagesFolder` beside its code. */
  pages: boolean;
  /** Further options of Node. */
  nodeOptions?: string;
}

export const pagesFolder = "pages";

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
  readonly function: LambdaFunction;
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

    this.function = new LambdaFunction(this, "Function", {
      functionName: physicalName(this, name),
      code: codeOf(name, props),
      handler: "entry.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.concurrency !== undefined && { reservedConcurrentExecutions: props.concurrency }),
      role,
      logGroup,
      tracing: props.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      // An earlier version stays, so that the alias can go back to it, except for one whose deployment failed. Lambda would
      // otherwise refuse to publish the same code again. The gate removes old versions.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.nodeOptions !== undefined && { environment: { NODE_OPTIONS: props.nodeOptions } }),
    });
  }

  /**
   * The alias that receives traffic. It moves to a new version only after the gate has passed (see rollout.ts). The gate itself has
   * no alias and no versions, because CloudFormation calls its newest code.
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

/** The files that Lambda unpacks: the bundle, what Lambda loads first, the self-check, and the assets. */
function codeOf(name: string, { assets = () => [], pages }: ServiceFunctionProps): Code {
  return Code.fromAsset(projectRoot, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK asks for a container in which it could bundle if the code below could not. The command tells functions apart.
      image: Runtime.NODEJS_24_X.bundlingImage,
      command: [name],
      local: {
        tryBundle: (folder) => {
          writeBundle(name, folder);
          for (const path of [entryFile, ...assets()]) cpSync(join(projectRoot, path), join(folder, basename(path)));
          if (pages) writePages(join(folder, pagesFolder));
          writeFileSync(join(folder, "self-check.mjs"), selfCheck());
          return true;
        },
      },
    },
  });
}

/** The file that Lambda loads. It loads the bundle, and for the event of the gate the self-check. */
const entryFile = "infra/cloud/function/entry.mjs";

/** The self-check as JavaScript. It is not bundled, because the runtime contains the SDK. */
const selfCheck = once(() => {
  const entryPoints = ["shared/platform/health/self-check.ts"];
  const { outputFiles } = buildSync({ absWorkingDir: projectRoot, entryPoints, minify: true, write: false });
  return outputFiles[0]?.contents ?? "";
});
