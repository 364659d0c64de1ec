/** The gateway: a REST API that is imported from one document (see gateway-document.ts), its stage, and its permissions. */
import { Aws, CfnOutput, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AccessLogFormat,
  ApiDefinition,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  RestApiMode,
  SecurityPolicy,
  SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { routeGroups } from "../../functions/routes.ts";
import { liveArn, logRetention, type ServiceFunction } from "./function/service-function.ts";
import type { GroupName } from "./functions.ts";
import { gatewayDocument } from "./gateway-document.ts";
import type { Settings } from "./settings.ts";

export interface ApiProps
  extends Pick<Settings, "stage" | "allowedOrigins" | "tracing" | "stageRateLimit" | "stageBurstLimit"> {
  /** The API's own host name, if it has one. */
  domain: OwnDomain | undefined;
}

export interface OwnDomain {
  name: string;
  certificateArn: string;
}

export class Api extends Construct {
  readonly rest: SpecRestApi;
  /** A line of each answer, also of those that the gateway makes without a function. */
  readonly accessLog: LogGroup;
  /** Every address at which the API answers, without a slash at its end. They do not refer to the stage, as `url` does not. */
  readonly bases: readonly string[];
  /** Scheme and host of these. */
  readonly origins: readonly string[];
  /** The address of the API, without a slash at its end. It does not refer to the stage, so that functions may name it. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.accessLog = new LogGroup(this, "AccessLog", {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.rest = this.newRestApi(props);
    // The stack has an output with a better name than CDK's own.
    this.rest.node.tryRemoveChild("Endpoint");
    const gateway = `https://${this.rest.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    const own = props.domain && `https://${props.domain.name}`;
    this.origins = own === undefined ? [gateway] : [gateway, own];
    this.bases = [`${gateway}/${props.stage}`, ...this.origins.slice(1)];
    this.url = own ?? `${gateway}/${props.stage}`;
    if (props.domain) this.serveAt(props.domain);
  }

  /** Serves the API at the root of a host, because the path of an event would include any other base path. */
  private serveAt({ name, certificateArn }: OwnDomain): void {
    const domain = new DomainName(this, "Domain", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(this.rest);
    const outputs = {
      DomainTarget: domain.domainNameAliasDomainName,
      DomainTargetZone: domain.domainNameAliasHostedZoneId,
    };
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value }).overrideLogicalId(id);
  }

  /**
   * Lets the gateway call the functions that its document names. Each has one permission for the whole API, because a
   * function's policy has room for only about fifty. The document is deployed after the permissions.
   */
  allowCallsTo(functions: Readonly<Record<GroupName | "authorizer", ServiceFunction>>): void {
    for (const { name } of routeGroups) this.allowGateway(functions[name], this.rest.arnForExecuteApi());
    const { restApiId: resource } = this.rest;
    // The authorizer has no id before the import.
    const authorizers = Stack.of(this).formatArn({ service: "execute-api", resource, resourceName: "authorizers/*" });
    this.allowGateway(functions.authorizer, authorizers);
  }

  private allowGateway({ live }: ServiceFunction, sourceArn: string): void {
    live.addPermission("Gateway", { principal: new ServicePrincipal("apigateway.amazonaws.com"), sourceArn });
    this.rest.latestDeployment?.node.addDependency(live);
  }

  private newRestApi(props: ApiProps): SpecRestApi {
    const { stage, tracing, allowedOrigins, domain, stageRateLimit, stageBurstLimit } = props;
    const name = `contacts-${stage}`;
    return new SpecRestApi(this, "Rest", {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(
        gatewayDocument(routeGroups, {
          title: name,
          invocationOf: (functionName) => invocationUri(liveArn(this, functionName)),
          // The API can't name its own id: nothing in a template may refer to itself.
          docsUrl: domain ? `https://${domain.name}/docs` : `https://$context.domainName/${stage}/docs`,
          allowedOrigins,
        }),
      ),
      // The document replaces the whole API.
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.REGIONAL],
      // An import ignores the property above.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // Access logs need a role of the account in this region. It outlives the stack, because other APIs may use it.
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: stage,
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
        tracingEnabled: tracing,
        throttlingRateLimit: stageRateLimit,
        throttlingBurstLimit: stageBurstLimit,
      },
    });
  }
}

/** The address at which API Gateway calls a function ("x-amazon-apigateway-integration object" in its developer guide). */
function invocationUri(functionArn: string): string {
  return `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`;
}

/** Without the caller's address, and without the path, because the path of a calendar feed is a secret. */
const accessLogLine = {
  requestId: "$context.requestId",
  time: "$context.requestTimeEpoch",
  method: "$context.httpMethod",
  resource: "$context.resourcePath",
  status: "$context.status",
  gatewayResponse: "$context.error.responseType",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integration.latency",
  integrationStatus: "$context.integration.status",
  authorizerLatencyMs: "$context.authorizer.latency",
  authorizerStatus: "$context.authorizer.status",
  accountIsDeleting: "$context.authorizer.isDeleting",
  responseBytes: "$context.responseLength",
};
