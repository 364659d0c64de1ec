/** Rules for the template of the stack. Each must catch the violations that are planted for it. */
import { describe, expect, it } from "vitest";
import { routeGroups } from "../../functions/routes.ts";
import { gatewayResponses } from "../../shared/platform/http/answer/gateway-responses.ts";
import { alarmFaults } from "./checks/alarms.ts";
import { change, changeDocument, find, grant, idOf, remove, removeFromDocument } from "./checks/edit.ts";
import { filesOf, managedPolicyFaults, wildcardFaults } from "./checks/grants.ts";
import { authorizerFaults, documentFaults, documentOf, invocationFaults, routeFaults } from "./checks/routes.ts";
import {
  buildFaults,
  functionFaults,
  gateFaults,
  gatewayAnswerFaults,
  logFaults,
  permissionFaults,
} from "./checks/running.ts";
import { bucketFaults, safetyFaults, tableFaults } from "./checks/storage.ts";
import { at, type Check, everySetting, listOf, synthesise, type Template, textOf } from "./checks/template.ts";
import { triggerFaults } from "./checks/triggers.ts";

const plain = synthesise();
const everything = synthesise(everySetting);

/** The ARN of the account bucket. */
function bucketArn(template: Template): unknown {
  return { "Fn::GetAtt": [idOf(template, "Buckets/Accounts"), "Arn"] };
}

const any = "x-amazon-apigateway-any-method";
const integration = "x-amazon-apigateway-integration";
const authorizer = ["components", "securitySchemes", "caller", "x-amazon-apigateway-authorizer"];
const responses = "x-amazon-apigateway-gateway-responses";
const responseTypes = Object.keys(gatewayResponses);

interface Rule {
  check: Check;
  /** Changes of the template that the check must catch. */
  planted: Record<string, (template: Template) => void>;
}

const rules: Record<string, Rule> = {
  "every row reaches its function, behind the authorizer if its access requires it": {
    check: routeFaults(routeGroups),
    planted: {
      "a path without resource": (template) => removeFromDocument(template, ["paths"], "/api/contacts/{proxy+}"),
      "an unknown path that the gateway answers itself": (template) =>
        removeFromDocument(template, ["paths"], "/{proxy+}"),
      "a function without its alias": (template) => {
        const uri = textOf(at(documentOf(template), "paths", "/contacts", any, integration, "uri"));
        changeDocument(template, ["paths", "/contacts", any, integration], { uri: uri.replace(":live", "") });
      },
      "a guarded path without the authorizer": (template) =>
        removeFromDocument(template, ["paths", "/contacts", any], "security"),
      "a preflight behind the authorizer": (template) =>
        removeFromDocument(template, ["paths", "/me/{proxy+}"], "options"),
      "a health route behind the authorizer": (template) => {
        changeDocument(template, ["paths", "/health/{proxy+}", any], { security: [{ caller: [] }] });
      },
      "another group's function": (template) => {
        const contacts = at(documentOf(template), "paths", "/contacts", any, integration);
        changeDocument(template, ["paths", "/me/{proxy+}", any], { [integration]: contacts });
      },
      "a function that is not there": (template) =>
        change(template, "Functions/contacts/Function", { FunctionName: "people" }),
    },
  },
  "the authorizer runs for every request": {
    check: authorizerFaults,
    planted: {
      "a cached answer": (template) => changeDocument(template, authorizer, { authorizerResultTtlInSeconds: 300 }),
      "a required header": (template) => {
        changeDocument(template, authorizer, { identitySource: "method.request.header.Authorization" });
      },
      "no authorizer": (template) => removeFromDocument(template, ["components"], "securitySchemes"),
    },
  },
  "API Gateway accepts the document": {
    check: documentFaults,
    planted: {
      "a later version": (template) => changeDocument(template, [], { openapi: "3.1.1" }),
      "a second variable": (template) => changeDocument(template, ["paths"], { "/contacts/{id}": {} }),
      "a slash at the end": (template) => changeDocument(template, ["paths"], { "/contacts/": {} }),
      "pictures as text": (template) =>
        changeDocument(template, [], { "x-amazon-apigateway-binary-media-types": ["application/json"] }),
      "answers without compression": (template) =>
        removeFromDocument(template, [], "x-amazon-apigateway-minimum-compression-size"),
      "paths of an earlier document": (template) => change(template, "Api/Rest", { Mode: "merge" }),
      "a variable in the middle": (template) => changeDocument(template, ["paths"], { "/contacts/{proxy+}/photo": {} }),
      "a variable that is not declared": (template) =>
        removeFromDocument(template, ["paths", "/contacts/{proxy+}", any], "parameters"),
      "an edge-optimised endpoint": (template) => change(template, "Api/Rest", { Parameters: {} }),
    },
  },
  "the gateway may call the functions of its document": {
    check: invocationFaults,
    planted: {
      "no permission": (template) => remove(template, "Functions/contacts/Live/Gateway"),
      "a permission for another API": (template) => {
        change(template, "Functions/contacts/Live/Gateway", { SourceArn: "arn:aws:execute-api:here:me:other/*/*/*" });
      },
      "the permission of a route for the authorizer": (template) => {
        const { SourceArn } = find(template, "Functions/contacts/Live/Gateway").Properties ?? {};
        change(template, "Functions/authorizer/Live/Gateway", { SourceArn });
      },
      "a document that is deployed before the permissions": (template) => {
        find(template, "Api/Rest/Deployment").DependsOn = [];
      },
    },
  },
  "no permission is wider than necessary": {
    check: wildcardFaults,
    planted: {
      "every action of a service": (template) => grant(template, "contacts", "dynamodb:*", "arn:aws:dynamodb:table"),
      "every resource": (template) => grant(template, "contacts", "dynamodb:GetItem", "*"),
      "a whole bucket": (template) =>
        grant(template, "imports", "s3:GetObject", { "Fn::Join": ["", [bucketArn(template), "/*"]] }),
      "an exception of another function": (template) => grant(template, "contacts", "ses:GetSendQuota", "*"),
    },
  },
  "no function has a managed policy of AWS": {
    check: managedPolicyFaults,
    planted: {
      "a managed policy": (template) => {
        change(template, "Functions/docs/Role", { ManagedPolicyArns: ["arn:aws:iam::aws:policy/ReadOnlyAccess"] });
      },
    },
  },
  "tables match their definitions": {
    check: tableFaults,
    planted: {
      "a missing index": (template) => change(template, "Database/Main", { LocalSecondaryIndexes: [] }),
      "no expiry": (template) => change(template, "Database/Cache", { TimeToLiveSpecification: undefined }),
      "an hourly price": (template) => change(template, "Database/Main", { BillingMode: "PROVISIONED" }),
      "no cache": (template) => remove(template, "Database/Cache"),
    },
  },
  "people's data survive mistakes": {
    check: safetyFaults,
    planted: {
      "a table that can be deleted": (template) => {
        change(template, "Database/Main", { DeletionProtectionEnabled: false });
      },
      "no point-in-time recovery": (template) =>
        change(template, "Database/Main", { PointInTimeRecoverySpecification: undefined }),
      "a bucket that is deleted with the stack": (template) => {
        find(template, "Buckets/Pictures").DeletionPolicy = "Delete";
      },
    },
  },
  "buckets are private": {
    check: bucketFaults,
    planted: {
      "a public bucket": (template) => {
        change(template, "Buckets/Pictures", { PublicAccessBlockConfiguration: { BlockPublicAcls: true } });
      },
      "no encryption": (template) => change(template, "Buckets/Imports", { BucketEncryption: undefined }),
      "access without TLS": (template) => remove(template, "Buckets/Imports/Policy"),
      "files without expiry": (template) =>
        change(template, "Buckets/Imports", { LifecycleConfiguration: { Rules: [{}] } }),
      "parts of uploads without expiry": (template) => {
        change(template, "Buckets/Pictures", { LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1 }] } });
      },
      "deletion sets without expiry": (template) => {
        const rules = at(find(template, "Buckets/Accounts").Properties, "LifecycleConfiguration", "Rules");
        const Rules = listOf(rules).filter((rule) => at(rule, "Prefix") !== "deletions/");
        change(template, "Buckets/Accounts", { LifecycleConfiguration: { Rules } });
      },
    },
  },
  "uploads start the parser, deletions their worker, and failures are seen": {
    check: triggerFaults,
    planted: {
      "another prefix": (template) => {
        change(template, "Buckets/Imports/Notifications", { NotificationConfiguration: {} });
      },
      "lost events": (template) => remove(template, "Functions/import-parser/Live/EventInvokeConfig"),
      "another bucket": (template) => {
        const { NotificationConfiguration } = find(template, "Buckets/Imports/Notifications").Properties ?? {};
        change(template, "Buckets/Accounts/Notifications", { NotificationConfiguration });
      },
      "a single attempt": (template) => {
        change(template, "Functions/deletion-worker/Live/EventInvokeConfig", { MaximumRetryAttempts: 0 });
      },
      "a queue that accepts requests without TLS": (template) => remove(template, "ImportTrigger/DeadLetters/Policy"),
      "a disabled schedule": (template) => change(template, "DeletionTrigger/Schedule", { State: "DISABLED" }),
      "an unwatched queue": (template) => remove(template, "Alarms/DeletionDeadLetters"),
      "a shared queue": (template) => {
        const { DestinationConfig } = find(template, "Functions/import-parser/Live/EventInvokeConfig").Properties ?? {};
        change(template, "Functions/deletion-worker/Live/EventInvokeConfig", { DestinationConfig });
      },
      "a sender without a schedule": (template) => remove(template, "ReminderTrigger/Schedule"),
      "mail events that start no function": (template) => {
        change(template, "MailEventTrigger/Events", { EventPattern: { source: ["aws.ses"] } });
      },
      "a schedule of another function": (template) => {
        change(template, "DeletionTrigger/Schedule", { Targets: [{ Arn: { Ref: "FunctionscontactsFunction" } }] });
      },
    },
  },
  "alarms are sent to the given address": {
    check: alarmFaults,
    planted: {
      "a topic without a policy": (template) => remove(template, "Alarms/Topic/Policy"),
      "a topic for alarms of every account": (template) => {
        const policy = find(template, "Alarms/Topic/Policy").Properties?.PolicyDocument;
        for (const statement of listOf(at(policy, "Statement"))) Object.assign(statement as object, { Condition: {} });
      },
      "an alarm without an action": (template) => change(template, "Alarms/Throttles", { AlarmActions: [] }),
      "missing data without an action": (template) => {
        change(template, "Alarms/RemindersNotRun", { InsufficientDataActions: undefined });
      },
    },
  },
  "functions run with the tested settings": {
    check: functionFaults,
    planted: {
      "an old runtime": (template) => change(template, "Functions/contacts/Function", { Runtime: "nodejs20.x" }),
      "another processor": (template) => change(template, "Functions/contacts/Function", { Architectures: ["x86_64"] }),
      "a longer time limit than the gateway's": (template) =>
        change(template, "Functions/contacts/Function", { Timeout: 29 }),
      "other memory options than the measured ones": (template) =>
        change(template, "Functions/import-parser/Function", {
          Environment: { Variables: { NODE_OPTIONS: "--enable-source-maps" } },
        }),
      "no source maps": (template) =>
        change(template, "Functions/contacts/Function", { Environment: { Variables: {} } }),
    },
  },
  "logs expire": {
    check: logFaults,
    planted: {
      "no retention": (template) => change(template, "Functions/contacts/Log", { RetentionInDays: undefined }),
      "a log group of Lambda's own": (template) => {
        change(template, "Functions/contacts/Function", { LoggingConfig: undefined });
      },
    },
  },
  "no version takes traffic before the gate has passed": {
    check: gateFaults,
    planted: {
      "an alias that does not wait": (template) => {
        find(template, "Functions/contacts/Live").DependsOn = [];
      },
      "a version that the gate does not know": (template) => {
        change(template, "Rollout/Gate/Default", { GatedVersions: [] });
      },
      "no gate": (template) => remove(template, "Rollout/Gate/Default"),
    },
  },
  "each caller has one permission": {
    check: permissionFaults,
    planted: {
      "a second permission": (template) => {
        const [, permission] =
          Object.entries(template.Resources).find(([, { Type }]) => Type === "AWS::Lambda::Permission") ?? [];
        if (permission) template.Resources.Second = permission;
      },
    },
  },
  "CloudFormation accepts the template": {
    // CloudFormation allows 500, and a new group needs seven.
    check: buildFaults(300),
    planted: {
      "a dependency cycle": (template) => {
        find(template, "Database/Main").DependsOn = idOf(template, "Functions/contacts/Live");
      },
      "too many resources": (template) => {
        for (let index = 0; index < 300; index++) template.Resources[`More${index}`] = { Type: "AWS::SNS::Topic" };
      },
    },
  },
};

describe.each(Object.entries(rules))("%s", (_, { check, planted }) => {
  it("holds", () => {
    expect(check(plain)).toEqual([]);
    expect(check(everything)).toEqual([]);
  });

  it.each(Object.entries(planted))("catches %s", (_name, plant) => {
    const template = structuredClone(everything);
    plant(template);
    expect(check(template)).not.toEqual([]);
  });
});

it("a function reaches only its prefixes of a bucket", () => {
  const [pictures, accounts] = ["Pictures", "Accounts"].map((name) => idOf(plain, `Buckets/${name}`));
  expect(filesOf(plain, "Functions/deletion-worker/Role")).toEqual([
    `s3:DeleteObject ${accounts}/deletions/*`,
    `s3:DeleteObject ${pictures}/avatars/*`,
    `s3:GetObject ${accounts}/deletions/*`,
    `s3:ListBucket ${accounts} deletions/*`,
  ]);
});

describe("the gateway's own answers", () => {
  it("have the error envelope, and no CORS headers without allowed origins", () => {
    expect(gatewayAnswerFaults(responseTypes, undefined)(plain)).toEqual([]);
  });

  it("send the single allowed origin, or the caller's own if several are allowed", () => {
    const one = synthesise({ allowedOrigins: "https://app.example.com" });
    expect(gatewayAnswerFaults(responseTypes, "'https://app.example.com'")(one)).toEqual([]);
    expect(gatewayAnswerFaults(responseTypes, "method.request.header.Origin")(everything)).toEqual([]);
  });

  it("catches a missing type, another body and a missing request id", () => {
    const faultsAfter = (plant: (template: Template) => void) => {
      const template = structuredClone(plain);
      plant(template);
      return gatewayAnswerFaults(responseTypes, undefined)(template);
    };
    const throttled = [responses, "THROTTLED"];
    const other = { "application/json": '{"message":"Too many"}' };
    expect(faultsAfter((template) => removeFromDocument(template, [responses], "THROTTLED"))).not.toEqual([]);
    expect(faultsAfter((template) => changeDocument(template, throttled, { responseTemplates: other }))).not.toEqual(
      [],
    );
    expect(faultsAfter((template) => changeDocument(template, throttled, { responseParameters: {} }))).not.toEqual([]);
  });

  it("says that an unknown path is not found", () => {
    const answer = at(documentOf(plain), responses, "MISSING_AUTHENTICATION_TOKEN");
    expect(answer).toMatchObject({ statusCode: "404" });
    expect(JSON.stringify(answer)).toContain("not_found");
  });
});

it("a changed document makes a new deployment, an unchanged one does not", () => {
  const deploymentOf = (template: Template) => idOf(template, "Api/Rest/Deployment");
  expect(deploymentOf(synthesise({ rateLimitPerMinute: "7" }))).toBe(deploymentOf(plain));
  expect(deploymentOf(synthesise({ allowedOrigins: "https://app.example.com" }))).not.toBe(deploymentOf(plain));
});
