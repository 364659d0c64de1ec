/** The effect of settings on the stack. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { readSettings } from "../../infra/cloud/settings.ts";
import { find, idOf } from "./checks/edit.ts";
import { at, everySetting, listOf, resourcesOf, synthesise, type Template, textOf } from "./checks/template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);

/** The policy statements about sending mail. */
function statementsAbout(template: Template): unknown[] {
  return resourcesOf(template, "AWS::IAM::Role", "AWS::IAM::Policy")
    .flatMap(([, { Properties }]) => statementsIn(Properties))
    .filter((statement) => at(statement, "Action") === "ses:SendRawEmail");
}

/** The resources of the permissions to send mail. */
function sendersIn(template: Template): string[] {
  return statementsAbout(template)
    .flatMap((statement) => listOf(at(statement, "Resource")).map(textOf))
    .toSorted();
}

describe("settings", () => {
  it("put another issuer in the place of the user pool", () => {
    const template = synthesise({ issuer: "https://id.example.com/", clientIds: "web,mobile" });
    expect(typesIn(template).filter((type) => type.startsWith("AWS::Cognito::"))).toEqual([]);
    const { SESSION_ISSUERS } = variablesOf(template, "authorizer");
    expect(JSON.parse(String(SESSION_ISSUERS))).toEqual([
      {
        issuer: "https://id.example.com/",
        jwksUri: "https://id.example.com/.well-known/jwks.json",
        clientIds: ["web", "mobile"],
        own: false,
      },
    ]);
  });

  it("configure mail only with a sender", () => {
    expect(variablesOf(plain, "health")).not.toHaveProperty("MAIL_SENDER");
    expect(JSON.stringify(plain)).not.toContain("ses:");
    expect(variablesOf(everything, "health")).toMatchObject({ MAIL_SENDER: "reminders@example.com" });
    expect(typesIn(everything)).toContain("AWS::SES::EmailIdentity");
  });

  it("send as an identity that is verified already, and make none", () => {
    const template = synthesise({ mailSender: "reminders@mail.example.com", mailIdentity: "example.com" });
    expect(typesIn(template)).not.toContain("AWS::SES::EmailIdentity");
    expect(sendersIn(template)).toEqual([
      expect.stringMatching(/:configuration-set\//),
      expect.stringMatching(/:identity\/\*$/),
      expect.stringMatching(/:identity\/example.com$/),
    ]);
  });

  it.each(["mail.example.com", "reminders@mail.example.com"])(
    "take %s for the identity of a sender",
    (mailIdentity) => {
      const { node } = new App({ context: { mailSender: "reminders@mail.example.com", mailIdentity } });
      expect(readSettings(node)).toMatchObject({ mailIdentity });
    },
  );

  it("send reminders only from that address, with events about them, at the given rate", () => {
    const template = everything;
    expect(variablesOf(template, "reminder-sender")).toMatchObject({
      MAIL_SENDER: "reminders@example.com",
      MAIL_CONFIGURATION_SET: { Ref: idOf(template, "Mail/Told") },
      MAIL_RATE: "14",
    });
    expect(variablesOf(plain, "reminder-sender")).not.toHaveProperty("MAIL_SENDER");
    const destination = find(template, "Mail/Told/Bus").Properties?.EventDestination;
    expect(destination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ["send", "delivery", "bounce", "complaint", "reject"],
    });
    expect(JSON.stringify(destination)).toContain(":event-bus/default");
    expect(find(template, "Mail/Told").Properties).toMatchObject({ SuppressionOptions: { SuppressedReasons: [] } });
    expect(sendersIn(template)).toEqual([
      expect.stringMatching(/:configuration-set\/\w+$/),
      expect.stringMatching(/:identity\/\*$/),
      expect.stringMatching(/:identity\/\w+$/),
    ]);
    // In its sandbox SES checks recipients, too. The condition limits the permission to our sender.
    const [ofAnyone] = statementsAbout(template).filter((statement) =>
      JSON.stringify(statement).includes("identity/*"),
    );
    expect(at(ofAnyone, "Condition")).toEqual({ StringEquals: { "ses:FromAddress": "reminders@example.com" } });
  });

  it("let browsers of the allowed origins upload to the import bucket, and only there", () => {
    expect(find(plain, "Buckets/Imports").Properties).not.toHaveProperty("CorsConfiguration");
    const cors = find(everything, "Buckets/Imports").Properties?.CorsConfiguration;
    expect(cors).toMatchObject({
      CorsRules: [
        {
          AllowedMethods: ["POST"],
          AllowedOrigins: ["https://app.example.com", "https://beta.example.com"],
        },
      ],
    });
    expect(find(everything, "Buckets/Pictures").Properties).not.toHaveProperty("CorsConfiguration");
  });

  it("add the canary and the alarm's address when they are asked for", () => {
    expect(typesIn(plain)).not.toContain("AWS::Synthetics::Canary");
    expect(typesIn(everything)).toContain("AWS::Synthetics::Canary");
    expect(typesIn(everything)).toContain("AWS::SNS::Subscription");
  });

  it.each([
    ["a path in an origin", { allowedOrigins: "https://app.example.com/path" }],
    ["any origin", { allowedOrigins: "*" }],
    ["an issuer without clients", { issuer: "https://id.example.com" }],
    ["a rate of nothing", { rateLimitPerMinute: "0" }],
    ["a rate at which no mail goes", { mailRate: "0" }],
    ["a sender that is no address", { mailSender: "somebody" }],
    ["an identity without a sender", { mailIdentity: "example.com" }],
    ["an identity of somebody else", { mailSender: "me@myexample.com", mailIdentity: "example.com" }],
  ])("refuse %s", (_, settings) => {
    expect(() => synthesise(settings)).toThrow(/context is not valid/);
  });
});

it("is one stack, named after its stage, that the app makes without credentials", async () => {
  const folder = await mkdtemp(join(tmpdir(), "app-"));
  const context = JSON.stringify({ stage: "staging", "aws:cdk:bundling-stacks": [] });
  const env = { PATH: process.env.PATH, CDK_OUTDIR: folder, CDK_CONTEXT_JSON: context };
  await promisify(execFile)(process.execPath, ["infra/cloud/app.ts"], { cwd: projectRoot, env });
  const templates = (await readdir(folder)).filter((file) => file.endsWith(".template.json"));
  await rm(folder, { recursive: true });
  expect(templates).toEqual(["contacts-staging.template.json"]);
});

it("has the addresses of the API and of the sign-in page as outputs", () => {
  expect(Object.keys(plain.Outputs).sort()).toEqual(["ApiUrl", "SignInUrl", "UserPoolClientId", "UserPoolId"]);
});

it("logs no path, no address and no query of a caller at the gateway", () => {
  const format = JSON.stringify(find(plain, "Api/Rest/DeploymentStage.prod").Properties?.AccessLogSetting);
  expect(format).toContain("$context.requestId");
  expect(format).not.toMatch(/\$context\.(path|identity|authorizer\.(principalId|accountId))|querystring/);
});

function typesIn(template: Template): string[] {
  return Object.values(template.Resources).map(({ Type }) => Type);
}

function variablesOf(template: Template, name: string): Record<string, unknown> {
  const { Environment } = find(template, `Functions/${name}/Function`).Properties ?? {};
  return (Environment as { Variables: Record<string, unknown> }).Variables;
}

function statementsIn(properties: unknown): unknown[] {
  const documents = [
    at(properties, "PolicyDocument"),
    ...listOf(at(properties, "Policies")).map((policy) => at(policy, "PolicyDocument")),
  ];
  return documents.flatMap((document) => listOf(at(document, "Statement")));
}
