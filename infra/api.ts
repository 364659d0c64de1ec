/** The gateway: a REST API whose resources, methods and own answers are read from the same tables as the local host's. */
import { Aws, Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  AccessLogFormat,
  AuthorizationType,
  CfnAuthorizer,
  EndpointType,
  type Integration,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  type MethodOptions,
  RequestAuthorizer,
  ResponseType,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Size } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { routeGroups } from "../functions/routes.ts";
import { exposedHeaders } from "../shared/http/cors.ts";
import {
  binaryMediaTypes,
  type GatewayResponseType,
  gatewayBody,
  gatewayHeaders,
  gatewayResponses,
  gatewayStatus,
} from "../shared/http/gateway-responses.ts";
import { isGuarded } from "../shared/http/group.ts";
import type { GroupName } from "./functions.ts";
import { logRetention, type ServiceFunction } from "./service-function.ts";

export interface ApiProps {
  stage: string;
  allowedOrigins: readonly string[];
  tracing: boolean;
}

/** Requests a second over all callers, and how many at once: an upper bound of the bill, far above one account's own limit. */
const throttle = { throttlingRateLimit: 200, throttlingBurstLimit: 400 };

export class Api extends Construct {
  readonly rest: RestApi;
  /** Scheme and host. */
  readonly origin: string;
  /** Where callers find the API, without a slash at its end. Known before the stage is, so that what the stage needs may name it. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.rest = this.newRestApi(props);
    // CDK's own output of the address has a name that nobody could guess; the stack has a better one.
    this.rest.node.tryRemoveChild("Endpoint");
    this.origin = `https://${this.rest.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.url = `${this.origin}/${props.stage}`;
    for (const type of Object.keys(gatewayResponses) as GatewayResponseType[]) {
      this.addGatewayResponse(type, props.allowedOrigins);
    }
  }

  /** Sends every group's paths to its function, at the root and under `/api`. */
  addRoutes(functions: Readonly<Record<GroupName, ServiceFunction>>, authorizer: ServiceFunction): void {
    const guard = this.newGuard(authorizer);
    const bases = [this.rest.root, this.rest.root.addResource("api")];
    for (const group of routeGroups) {
      // One permission for the whole API instead of one for every method: a function's policy has room for some fifty.
      const integration = new LambdaIntegration(functions[group.name].live, {
        scopePermissionToMethod: false,
        timeout: Duration.seconds(29),
      });
      for (const base of bases) {
        for (const path of group.resources) {
          const resource = base.resourceForPath(path.slice(1));
          addMethods(resource, integration, isGuarded(group) ? guard : open);
          addMethods(resource.addResource("{proxy+}"), integration, isGuarded(group) ? guard : open);
        }
        if ("catchAll" in group) {
          addMethods(base, integration, open);
          addMethods(base.addResource("{proxy+}"), integration, open);
        }
      }
    }
  }

  private newRestApi({ stage, tracing }: ApiProps): RestApi {
    const accessLog = new LogGroup(this, "AccessLog", {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new RestApi(this, "Rest", {
      restApiName: `contacts-${stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: [...binaryMediaTypes],
      minCompressionSize: Size.kibibytes(1),
      // Access logs need a role that belongs to the account, once a region; it stays when the stack goes, as others may use it.
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: stage,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
        tracingEnabled: tracing,
        ...throttle,
      },
    });
  }

  /** Never cached: a deleted key must be refused at its next use. */
  private newGuard(authorizer: ServiceFunction): MethodOptions {
    const guard = new RequestAuthorizer(this, "Authorizer", {
      handler: authorizer.live,
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    // Without sources CDK writes an empty text, where the gateway expects nothing at all.
    if (guard.node.defaultChild instanceof CfnAuthorizer) guard.node.defaultChild.identitySource = undefined;
    return { authorizationType: AuthorizationType.CUSTOM, authorizer: guard };
  }

  private addGatewayResponse(type: GatewayResponseType, allowedOrigins: readonly string[]): void {
    this.rest.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(gatewayStatus(type)),
      responseHeaders: {
        ...fixedHeaders(gatewayHeaders(type)),
        ...corsHeaders(allowedOrigins),
        "x-request-id": "context.requestId",
      },
      templates: { "application/json": gatewayBody(type, "$context.requestId", `${this.url}/docs/errors`) },
    });
  }
}

const open: MethodOptions = { authorizationType: AuthorizationType.NONE };

/** A preflight carries no credentials (Fetch standard, "CORS-preflight fetch"), so it passes the authorizer by. */
function addMethods(resource: IResource, integration: Integration, options: MethodOptions): void {
  resource.addMethod("ANY", integration, options);
  if (options !== open) resource.addMethod("OPTIONS", integration, open);
}

/** No address of a caller and no path: the path of a calendar feed is a secret, the resource is not. */
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
  responseBytes: "$context.responseLength",
};

/** The media type comes from the template; a value with quotes of its own (the content security policy) can't be written as a fixed one. */
function fixedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const expressible = Object.entries(headers).filter(([name, text]) => name !== "content-type" && !text.includes("'"));
  return Object.fromEntries(expressible.map(([name, text]) => [name, `'${text}'`]));
}

/**
 * The gateway can't choose from a list. One origin is written down; for several it sends back the caller's own: what the gateway says
 * by itself holds nothing about anyone, and every answer that does comes from a function, which asks the list.
 */
function corsHeaders(allowedOrigins: readonly string[]): Record<string, string> {
  const [first, ...others] = allowedOrigins;
  if (first === undefined) return {};
  return {
    vary: "'Origin'",
    "access-control-allow-origin": others.length === 0 ? `'${first}'` : "method.request.header.Origin",
    "access-control-allow-credentials": "'true'",
    "access-control-expose-headers": `'${exposedHeaders.join(", ")}'`,
  };
}
