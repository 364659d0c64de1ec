/** The gateway of the synthesised template: its document, its authorizer, its permissions and its own answers. */
import { describe, expect, it } from "vitest";
import { routeGroups } from "../../functions/routes.ts";
import { gatewayDocument } from "../../infra/cloud/gateway-document.ts";
import { binaryMediaTypes, gatewayResponses } from "../../shared/platform/http/answer/gateway-responses.ts";
import type { RouteGroup } from "../../shared/platform/http/route/group.ts";
import { at, everySetting, find, synthesise, type Template } from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);

const documentOf = (template: Template) => find(template, "Api/Rest").Body as ReturnType<typeof gatewayDocument>;

const context = { title: "", invocationOf: String, docsUrl: "", allowedOrigins: ["https://app.example.com"] };

const lambda = "arn:Partition:lambda:Region:AccountId:function:contacts";
const uriOf = (name: string) =>
  `arn:Partition:apigateway:Region:lambda:path/2015-03-31/functions/${lambda}-${name}:live/invocations`;

function methodsOf({ name, rows, reserved }: RouteGroup, parameters: object) {
  const accesses = [...Object.values(rows), ...Object.values(reserved ?? {})].map(({ access }) => access as string);
  const isGuarded = accesses.includes("session") || accesses.includes("integration");
  const open = {
    ...parameters,
    responses: {},
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      httpMethod: "POST",
      uri: uriOf(name),
      timeoutInMillis: 29_000,
    },
  };
  const guarded = { "x-amazon-apigateway-any-method": { ...open, security: [{ caller: [] }] }, options: open };
  return isGuarded ? guarded : { "x-amazon-apigateway-any-method": open };
}

describe("the document", () => {
  it("sends each path of a group to its function, behind the authorizer if a row needs a caller, except preflights", () => {
    const rest = { parameters: [{ name: "proxy", in: "path", required: true, schema: { type: "string" } }] };
    const groups: readonly RouteGroup[] = routeGroups;
    const expected = groups.flatMap((group) =>
      [...group.resources, ...(group.catchAll ? [""] : [])].flatMap((path) =>
        ["", "/api"].flatMap((base) => [
          [`${base}${path}` || "/", methodsOf(group, {})],
          [`${base}${path}/{proxy+}`, methodsOf(group, rest)],
        ]),
      ),
    );
    expect(documentOf(plain).paths).toEqual(Object.fromEntries(expected));
  });

  it("names functions that exist", () => {
    for (const { name } of routeGroups) {
      expect(find(plain, `Functions/${name}/Function`).FunctionName).toBe(`contacts-${name}`);
      expect(find(plain, `Functions/${name}/Live`).Name).toBe("live");
    }
  });

  it("calls the authorizer for every request, and keeps none of its answers", () => {
    expect(documentOf(plain).components.securitySchemes).toEqual({
      caller: {
        type: "apiKey",
        name: "Unused",
        in: "header",
        "x-amazon-apigateway-authtype": "custom",
        "x-amazon-apigateway-authorizer": {
          type: "request",
          authorizerUri: uriOf("authorizer"),
          authorizerResultTtlInSeconds: 0,
        },
      },
    });
  });

  it("is one that API Gateway accepts, and replaces the whole API", () => {
    expect(documentOf(plain)).toMatchObject({
      openapi: "3.0.1",
      "x-amazon-apigateway-binary-media-types": binaryMediaTypes,
      "x-amazon-apigateway-minimum-compression-size": 1024,
    });
    const { Mode, EndpointConfiguration, Parameters } = find(plain, "Api/Rest");
    expect(Mode).toBe("overwrite");
    expect(EndpointConfiguration).toEqual({ Types: ["REGIONAL"] });
    // An import uses the parameter, and all others use the property.
    expect(Parameters).toEqual({ endpointConfigurationTypes: "REGIONAL" });
  });

  it("refuses two groups with the same path", () => {
    const [group] = routeGroups;
    expect(() => gatewayDocument([group, { ...group, name: "other" }], context)).toThrow("both have");
  });
});

it("the gateway may call its functions, and the document is deployed after these permissions", () => {
  const api = "arn:Partition:execute-api:Region:AccountId:Api/Rest";
  const sources = [
    ...routeGroups.map(({ name }) => [name, `${api}/*/*/*`]),
    ["authorizer", `${api}/authorizers/*`],
  ] as const;
  for (const [name, SourceArn] of sources) {
    const permission = `Functions/${name}/Live/Gateway`;
    expect(find(plain, permission)).toEqual({
      Action: "lambda:InvokeFunction",
      FunctionName: `Functions/${name}/Live`,
      Principal: "apigateway.amazonaws.com",
      SourceArn,
    });
    expect(plain.resources["Api/Rest/Deployment"]?.needs).toContain(permission);
  }
});

describe("the gateway's own answers", () => {
  const answersOf = (document: ReturnType<typeof gatewayDocument>) =>
    Object.entries(document["x-amazon-apigateway-gateway-responses"]);

  it("have the error envelope and a request id, whatever their type", () => {
    const answers = answersOf(documentOf(plain));
    expect(answers.map(([type]) => type)).toEqual(Object.keys(gatewayResponses));
    for (const [, { responseParameters, responseTemplates }] of answers) {
      expect(responseParameters["gatewayresponse.header.x-request-id"]).toBe("context.requestId");
      const { error } = JSON.parse(responseTemplates["application/json"]);
      expect(error).toMatchObject({
        message: expect.any(String),
        request_id: "$context.requestId",
        doc_url: `https://$context.domainName/prod/docs/errors/${error.code}`,
      });
    }
  });

  it("say that an unknown path is not found", () => {
    const { MISSING_AUTHENTICATION_TOKEN: answer } = Object.fromEntries(answersOf(documentOf(plain)));
    expect(answer).toMatchObject({ statusCode: "404" });
    expect(JSON.stringify(answer)).toContain("not_found");
  });

  it("allow the single configured origin, the origin of the caller if several are configured, and none without configuration", () => {
    const header = "gatewayresponse.header.access-control-allow-origin";
    const originsOf = (document: ReturnType<typeof gatewayDocument>) =>
      new Set(answersOf(document).map(([, { responseParameters }]) => responseParameters[header]));
    expect(originsOf(documentOf(plain))).toEqual(new Set([undefined]));
    expect(originsOf(gatewayDocument(routeGroups, context))).toEqual(new Set(["'https://app.example.com'"]));
    expect(originsOf(documentOf(everything))).toEqual(new Set(["method.request.header.Origin"]));
  });
});

describe("the firewall", () => {
  it("exists only with a limit, and refuses what an address sends above it", () => {
    expect(Object.keys(plain.resources).filter((path) => path.startsWith("Firewall"))).toEqual([]);
    expect(find(everything, "Firewall/Acl")).toMatchObject({
      Scope: "REGIONAL",
      DefaultAction: { Allow: {} },
      Rules: [
        {
          Action: { Block: {} },
          Statement: { RateBasedStatement: { AggregateKeyType: "IP", EvaluationWindowSec: 300, Limit: 2000 } },
        },
      ],
    });
    expect(find(everything, "Firewall/Association")).toEqual({
      ResourceArn: "arn:Partition:apigateway:Region::/restapis/Api/Rest/stages/Api/Rest/DeploymentStage.prod",
      WebACLArn: "Firewall/Acl.Arn",
    });
  });

  it("lets the gateway answer in the error envelope, and keeps no sample of a request", () => {
    expect(documentOf(everything)["x-amazon-apigateway-gateway-responses"]).toHaveProperty(
      "WAF_FILTERED.statusCode",
      "429",
    );
    const acl = JSON.stringify(find(everything, "Firewall/Acl"));
    expect(acl).not.toContain("CustomResponse");
    expect(acl).not.toContain('"SampledRequestsEnabled":true');
  });
});

it("the access log has no path, no address and no query of a caller", () => {
  const format = String(at(find(plain, "Api/Rest/DeploymentStage.prod"), "AccessLogSetting", "Format"));
  expect(format).toContain("$context.requestId");
  expect(format).not.toMatch(/\$context\.(path|identity|authorizer\.(principalId|accountId))|querystring/);
});
