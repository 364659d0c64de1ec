/** What outlives the stack, what a new stack attaches, and an own domain, whose addresses outlive the API. */
import { describe, expect, it } from "vitest";
import { readScope } from "../../shared/platform/http/scope.ts";
import { at, everySetting, find, listOf, resourcesOf, statementsOf, synthesise, type Template } from "./template.ts";

const everything = synthesise(everySetting);

const kept = {
  mainTable: "contacts-table-restored",
  mainTableStreamArn:
    "arn:aws:dynamodb:eu-west-1:123456789012:table/contacts-table-restored/stream/2026-11-01T08:00:00.000",
  userPoolId: "eu-west-1_a1B2c3D4e",
  pepperSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:PepperSecret50EF09A7-x1y2-AbCdEf",
  pictureBucket: "contacts-bucketspictures-1a2b",
  accountBucket: "contacts-bucketsaccounts-3c4d",
};
const attached = synthesise({
  ...everySetting,
  ...kept,
  userPoolTier: undefined,
  mailIdentity: "reminders@example.com",
});

const variablesOf = (template: Template, name: string) =>
  at(find(template, `Functions/${name}/Function`), "Environment", "Variables") as Record<string, unknown>;

describe("what holds people's data", () => {
  const withPolicy = (policy: string) =>
    Object.entries(everything.resources).filter(([, { DeletionPolicy }]) => DeletionPolicy === policy);

  it("outlives the stack, and is removed when a first deployment fails, so that the next one can make it", () => {
    const kept = withPolicy("RetainExceptOnCreate").filter(([, { Type }]) => Type !== "AWS::Lambda::Version");
    expect(kept.map(([path]) => path).toSorted()).toEqual([
      ...["Buckets/Accounts", "Buckets/Imports", "Buckets/Pictures"],
      ...["Database/Main", "Mail/Sender", "Pepper/Secret", "Users/Pool"],
    ]);
    for (const [, { UpdateReplacePolicy }] of kept) expect(UpdateReplacePolicy).toBe("Retain");
  });

  it("is all that stays, except what has a generated name and could not be removed or is shared", () => {
    const stays = withPolicy("Retain").map(([path]) => path);
    expect(stays.toSorted()).toEqual(["Api/Rest/Account", "Api/Rest/CloudWatchRole", "Canary/Reports"]);
  });

  it("has no deletion protection of its own, by which the first deployment could not be rolled back", () => {
    expect(JSON.stringify(everything.resources)).not.toMatch(/"DeletionProtection\w*":(true|"ACTIVE")/);
  });
});

describe("an attached resource", () => {
  it("is not made again", () => {
    const paths = Object.keys(attached.resources);
    for (const path of ["Database/Main", "Users/Pool", "Pepper/Secret", "Buckets/Pictures", "Buckets/Accounts"]) {
      expect(everything.resources).toHaveProperty([path]);
      expect(paths).not.toContain(path);
    }
    expect(paths).not.toContain("Mail/Sender");
    expect(resourcesOf(attached, "AWS::DynamoDB::Table")).toHaveProperty(["Database/Cache"]);
  });

  it("is the one that the functions are told of", () => {
    expect(variablesOf(attached, "authorizer")).toMatchObject({
      TABLE_NAME: kept.mainTable,
      API_KEY_PEPPER_SECRET: kept.pepperSecretArn,
    });
    expect(String(variablesOf(attached, "authorizer").SESSION_ISSUERS)).toContain(`/${kept.userPoolId}"`);
    expect(variablesOf(attached, "health")).toMatchObject({
      PICTURE_BUCKET: kept.pictureBucket,
      ACCOUNT_BUCKET: kept.accountBucket,
    });
  });

  it("has the permissions of one that the stack makes, with those on the table's indexes", () => {
    const normal = (text: string) =>
      text
        .replaceAll(kept.mainTableStreamArn, "Database/Main.StreamArn")
        .replaceAll(/arn:Partition:dynamodb:Region:AccountId:table\/contacts-table-restored/g, "Database/Main.Arn")
        .replaceAll(kept.pepperSecretArn, "Pepper/Secret")
        .replaceAll(/arn:Partition:s3:::contacts-bucketspictures-1a2b/g, "Buckets/Pictures.Arn")
        .replaceAll(/arn:Partition:s3:::contacts-bucketsaccounts-3c4d/g, "Buckets/Accounts.Arn")
        .replaceAll(/identity\/(Mail\/Sender|reminders@example\.com)/g, "identity/sender");
    const permissions = (template: Template) =>
      statementsOf(template)
        .filter(({ role }) => role.startsWith("Functions/"))
        .flatMap(({ role, actions, resources }) =>
          resources.map((one) => normal(`${role} ${one} ${actions.toSorted()}`)),
        );
    expect(new Set(permissions(attached))).toEqual(new Set(permissions(everything)));
    expect(permissions(attached).join("\n")).toContain("Database/Main.Arn/index/* dynamodb:Query");
  });

  it("that is a user pool gets a client and a sign-in domain, because those of the earlier stack ended with it", () => {
    expect(find(attached, "Users/Pool/Client").UserPoolId).toBe(kept.userPoolId);
    expect(find(attached, "Users/Pool/Domain").UserPoolId).toBe(kept.userPoolId);
  });

  it("that is a bucket starts the functions, and keeps the notifications of others", () => {
    const own = find(everything, "Buckets/Accounts/Notifications");
    expect(find(attached, "Buckets/Accounts/Notifications")).toMatchObject({
      BucketName: kept.accountBucket,
      NotificationConfiguration: own.NotificationConfiguration,
      Managed: false,
    });
    const permissions = Object.values(resourcesOf(attached, "AWS::Lambda::Permission"));
    const sources = permissions.map(({ SourceArn }) => SourceArn);
    expect(sources).toContain(`arn:Partition:s3:::${kept.accountBucket}`);
  });

  it("that is a bucket refuses requests without TLS", () => {
    const statement = (path: string) => at(listOf(at(find(attached, path), "PolicyDocument", "Statement")), 0);
    for (const name of ["Accounts", "Pictures"]) {
      expect(statement(`Buckets/${name}Policy`)).toMatchObject({
        Effect: "Deny",
        Action: "s3:*",
        Principal: { AWS: "*" },
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      });
    }
  });
});

describe("an own domain", () => {
  it("serves the stage at its root, with its certificate, and says where DNS has to lead", () => {
    expect(find(everything, "Api/Domain")).toEqual({
      DomainName: everySetting.domainName,
      EndpointConfiguration: { Types: ["REGIONAL"] },
      RegionalCertificateArn: everySetting.certificateArn,
      SecurityPolicy: "TLS_1_2",
    });
    const mappings = Object.values(resourcesOf(everything, "AWS::ApiGateway::BasePathMapping"));
    expect(mappings).toEqual([
      { DomainName: "Api/Domain", RestApiId: "Api/Rest", Stage: "Api/Rest/DeploymentStage.prod" },
    ]);
    expect(everything.outputs).toEqual(expect.arrayContaining(["DomainTarget", "DomainTargetZone"]));
    expect(synthesise().outputs).not.toContain("DomainTarget");
  });

  it("is in the links of mails and errors, and may return from sign-in", () => {
    const url = `https://${everySetting.domainName}`;
    expect(variablesOf(everything, "reminder-sender").PUBLIC_URL).toBe(url);
    expect(JSON.stringify(find(everything, "Api/Rest").Body)).toContain(`${url}/docs/errors/`);
    expect(find(everything, "Users/Pool/Client").CallbackURLs).toContain(`${url}/session/callback`);
  });

  it("is no foreign origin, for which the session cookie would have to be sent across sites", () => {
    for (const name of ["authorizer", "session"]) {
      expect(variablesOf(everything, name).ALLOWED_ORIGINS).toBe(everySetting.allowedOrigins);
    }
  });

  it("has no stage in its paths, so addresses in answers have none either", () => {
    const requestContext = { path: "/api/contacts", domainName: everySetting.domainName, requestId: "", stage: "prod" };
    const headers = { Host: everySetting.domainName, "X-Forwarded-Proto": "https" };
    const event = { httpMethod: "GET", path: "/api/contacts", headers, requestContext };
    expect(readScope(event as never, {} as never, 0).baseUrl).toBe("https://api.example.com/api");
  });
});
