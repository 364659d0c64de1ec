/** The rules of the stack, each with a violation planted into the template that it must catch. */
import { describe, expect, it } from "vitest";
import { routeGroups } from "../../functions/routes.ts";
import { gatewayResponses } from "../../shared/http/gateway-responses.ts";
import { alarmFaults } from "./checks/alarms.ts";
import { change, find, grant, idOf, remove } from "./checks/edit.ts";
import { filePlaceFaults, managedPolicyFaults, reservedActionFaults, wildcardFaults } from "./checks/grants.ts";
import { authorizerFaults, routeFaults } from "./checks/routes.ts";
import {
  buildFaults,
  functionFaults,
  gateFaults,
  gatewayAnswerFaults,
  logFaults,
  permissionFaults,
} from "./checks/running.ts";
import { bucketFaults, safetyFaults, tableFaults } from "./checks/storage.ts";
import { at, type Check, listOf, synthesise, type Template } from "./checks/template.ts";
import { triggerFaults } from "./checks/triggers.ts";

const plain = synthesise();
const everything = synthesise({
  allowedOrigins: "https://app.example.com,https://beta.example.com",
  mailSender: "reminders@example.com",
  alarmEmail: "oncall@example.com",
  canary: "true",
  tracing: "true",
});

/** Of the account bucket. */
function bucketArn(template: Template): unknown {
  return { "Fn::GetAtt": [idOf(template, "Buckets/Accounts"), "Arn"] };
}

const responseTypes = Object.keys(gatewayResponses);

interface Rule {
  check: Check;
  /** Changes that the check must catch, each made on a fresh copy of the template. */
  planted: Record<string, (template: Template) => void>;
}

const rules: Record<string, Rule> = {
  "every row is reached, and guarded as its access says": {
    check: routeFaults(routeGroups),
    planted: {
      "a path without resource": (template) => remove(template, "Api/Rest/Default/api/contacts/{proxy+}/ANY"),
      "an unknown path that the gateway answers by itself": (template) =>
        remove(template, "Api/Rest/Default/{proxy+}/ANY"),
      "an open path": (template) => {
        change(template, "Api/Rest/Default/contacts/ANY", { AuthorizationType: "NONE", AuthorizerId: undefined });
      },
      "a preflight that needs credentials": (template) => remove(template, "Api/Rest/Default/me/{proxy+}/OPTIONS"),
      "a probe behind the authorizer": (template) => {
        change(template, "Api/Rest/Default/health/{proxy+}/ANY", { AuthorizationType: "CUSTOM" });
      },
      "another group's function": (template) => {
        const { Integration } = find(template, "Api/Rest/Default/contacts/ANY").Properties ?? {};
        change(template, "Api/Rest/Default/me/{proxy+}/ANY", { Integration });
      },
      "a function without its alias": (template) => {
        change(template, "Api/Rest/Default/contacts/ANY", {
          Integration: { Uri: { Ref: "FunctionscontactsFunction" } },
        });
      },
    },
  },
  "the authorizer is asked at every request": {
    check: authorizerFaults,
    planted: {
      "a cached verdict": (template) => change(template, "Api/Authorizer", { AuthorizerResultTtlInSeconds: 300 }),
      "a required header": (template) => {
        change(template, "Api/Authorizer", { IdentitySource: "method.request.header.Authorization" });
      },
      "no authorizer": (template) => remove(template, "Api/Authorizer"),
    },
  },
  "no grant is wider than it must be": {
    check: wildcardFaults,
    planted: {
      "every action of a service": (template) => grant(template, "contacts", "dynamodb:*", "arn:aws:dynamodb:table"),
      "every resource": (template) => grant(template, "contacts", "dynamodb:GetItem", "*"),
      "an exception of somebody else": (template) => grant(template, "contacts", "ses:GetSendQuota", "*"),
    },
  },
  "no function carries a policy of AWS": {
    check: managedPolicyFaults,
    planted: {
      "a managed policy": (template) => {
        change(template, "Functions/docs/Role", { ManagedPolicyArns: ["arn:aws:iam::aws:policy/ReadOnlyAccess"] });
      },
    },
  },
  "secrets, deletions and files are for those who need them": {
    check: reservedActionFaults,
    planted: {
      "a curious function": (template) => grant(template, "contacts", "secretsmanager:GetSecretValue", "arn:secret"),
      "a scan": (template) => grant(template, "contacts", "dynamodb:Scan", "arn:table"),
    },
  },
  "every function reaches the objects below its own prefixes": {
    check: filePlaceFaults,
    planted: {
      "another prefix": (template) => {
        grant(template, "groups", "s3:GetObject", { "Fn::Join": ["", [bucketArn(template), "/deletions/*"]] });
      },
      "a whole bucket": (template) => {
        grant(template, "imports", "s3:GetObject", { "Fn::Join": ["", [bucketArn(template), "/*"]] });
      },
      "a list of everything": (template) => grant(template, "contacts", "s3:ListBucket", bucketArn(template)),
      "a grant that is gone": (template) => remove(template, "Functions/deletion-worker/Role/DefaultPolicy"),
    },
  },
  "tables are as their definition says": {
    check: tableFaults,
    planted: {
      "a missing index": (template) => change(template, "Database/Main", { LocalSecondaryIndexes: [] }),
      "no expiry": (template) => change(template, "Database/Cache", { TimeToLiveSpecification: undefined }),
      "an hourly price": (template) => change(template, "Database/Main", { BillingMode: "PROVISIONED" }),
      "no cache": (template) => remove(template, "Database/Cache"),
    },
  },
  "people's data outlive mistakes": {
    check: safetyFaults,
    planted: {
      "a table that can be deleted": (template) => {
        change(template, "Database/Main", { DeletionProtectionEnabled: false });
      },
      "no way back": (template) => change(template, "Database/Main", { PointInTimeRecoverySpecification: undefined }),
      "a bucket that goes with the stack": (template) => {
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
      "plain http": (template) => remove(template, "Buckets/Imports/Policy"),
      "files for ever": (template) => change(template, "Buckets/Imports", { LifecycleConfiguration: { Rules: [{}] } }),
      "sets for ever": (template) => {
        const rules = at(find(template, "Buckets/Accounts").Properties, "LifecycleConfiguration", "Rules");
        const Rules = listOf(rules).filter((rule) => at(rule, "Prefix") !== "deletions/");
        change(template, "Buckets/Accounts", { LifecycleConfiguration: { Rules } });
      },
      "parts of uploads for ever": (template) => {
        change(template, "Buckets/Pictures", { LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1 }] } });
      },
    },
  },
  "uploads start the parser, deletions their worker, and failures are seen": {
    check: triggerFaults,
    planted: {
      "another prefix": (template) => {
        change(template, "Buckets/Imports/Notifications", { NotificationConfiguration: {} });
      },
      "another bucket": (template) => {
        const { NotificationConfiguration } = find(template, "Buckets/Imports/Notifications").Properties ?? {};
        change(template, "Buckets/Accounts/Notifications", { NotificationConfiguration });
      },
      "lost events": (template) => remove(template, "Functions/import-parser/Live/EventInvokeConfig"),
      "a single attempt": (template) => {
        change(template, "Functions/deletion-worker/Live/EventInvokeConfig", { MaximumRetryAttempts: 0 });
      },
      "an unwatched queue": (template) => remove(template, "Alarms/DeletionDeadLetters"),
      "an open queue": (template) => remove(template, "ImportTrigger/DeadLetters/Policy"),
      "a shared queue": (template) => {
        const { DestinationConfig } = find(template, "Functions/import-parser/Live/EventInvokeConfig").Properties ?? {};
        change(template, "Functions/deletion-worker/Live/EventInvokeConfig", { DestinationConfig });
      },
      "a clock that stands": (template) => change(template, "DeletionTrigger/Schedule", { State: "DISABLED" }),
      "a sender without a clock": (template) => remove(template, "ReminderTrigger/Schedule"),
      "mails of which nobody hears": (template) => {
        change(template, "MailEventTrigger/Events", { EventPattern: { source: ["aws.ses"] } });
      },
      "a clock for a version": (template) => {
        change(template, "DeletionTrigger/Schedule", { Targets: [{ Arn: { Ref: "FunctionscontactsFunction" } }] });
      },
    },
  },
  "alarms reach who asked for them": {
    check: alarmFaults,
    planted: {
      "a topic that nobody may publish to": (template) => remove(template, "Alarms/Topic/Policy"),
      "a topic for alarms of anybody": (template) => {
        const policy = find(template, "Alarms/Topic/Policy").Properties?.PolicyDocument;
        for (const statement of listOf(at(policy, "Statement"))) Object.assign(statement as object, { Condition: {} });
      },
      "an alarm without an action": (template) => change(template, "Alarms/Throttles", { AlarmActions: [] }),
      "silence of which nobody hears": (template) => {
        change(template, "Alarms/RemindersNotRun", { InsufficientDataActions: undefined });
      },
    },
  },
  "functions run as they were tested": {
    check: functionFaults,
    planted: {
      "an old runtime": (template) => change(template, "Functions/contacts/Function", { Runtime: "nodejs20.x" }),
      "another processor": (template) => change(template, "Functions/contacts/Function", { Architectures: ["x86_64"] }),
      "no patience of the gateway": (template) => change(template, "Functions/contacts/Function", { Timeout: 29 }),
      "more memory than was measured": (template) =>
        change(template, "Functions/import-parser/Function", {
          Environment: { Variables: { NODE_OPTIONS: "--enable-source-maps" } },
        }),
      "places in minified code": (template) =>
        change(template, "Functions/contacts/Function", { Environment: { Variables: {} } }),
    },
  },
  "logs end": {
    check: logFaults,
    planted: {
      "no retention": (template) => change(template, "Functions/contacts/Log", { RetentionInDays: undefined }),
      "a log group of Lambda's own": (template) => {
        change(template, "Functions/contacts/Function", { LoggingConfig: undefined });
      },
    },
  },
  "no version takes traffic before the gate": {
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
  "one permission a caller": {
    check: permissionFaults,
    planted: {
      "a second permission": (template) => {
        const [, permission] =
          Object.entries(template.Resources).find(([, { Type }]) => Type === "AWS::Lambda::Permission") ?? [];
        if (permission) template.Resources.Second = permission;
      },
    },
  },
  "CloudFormation would take it": {
    // A tenth below the quota of CloudFormation.
    check: buildFaults(450),
    planted: {
      "a circle": (template) => {
        find(template, "Database/Main").DependsOn = idOf(template, "Functions/contacts/Live");
      },
      "too many resources": (template) => {
        for (let index = 0; index < 450; index++) template.Resources[`More${index}`] = { Type: "AWS::SNS::Topic" };
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

describe("the gateway's own answers", () => {
  it("are in the envelope; without origins they are for none", () => {
    expect(gatewayAnswerFaults(responseTypes, undefined)(plain)).toEqual([]);
  });

  it("send one allowed origin, and of several the caller's own", () => {
    const one = synthesise({ allowedOrigins: "https://app.example.com" });
    expect(gatewayAnswerFaults(responseTypes, "'https://app.example.com'")(one)).toEqual([]);
    expect(gatewayAnswerFaults(responseTypes, "method.request.header.Origin")(everything)).toEqual([]);
  });

  it("catches a missing type, another body and a missing request id", () => {
    const faultsAfter = (properties: Record<string, unknown>) => {
      const template = structuredClone(plain);
      change(template, "Api/Rest/THROTTLED", properties);
      return gatewayAnswerFaults(responseTypes, undefined)(template);
    };
    expect(faultsAfter({ ResponseType: "WAF_FILTERED" })).not.toEqual([]);
    expect(faultsAfter({ ResponseTemplates: { "application/json": '{"message":"Too many"}' } })).not.toEqual([]);
    expect(faultsAfter({ ResponseParameters: {} })).not.toEqual([]);
  });

  it("says that an unknown path is not found", () => {
    const answer = find(plain, "Api/Rest/MISSING_AUTHENTICATION_TOKEN").Properties;
    expect(answer).toMatchObject({ StatusCode: "404" });
    expect(JSON.stringify(answer)).toContain("not_found");
  });
});
