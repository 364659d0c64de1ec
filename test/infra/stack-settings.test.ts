/** The effect of settings on the stack. */
import { rmSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../infra/cloud/settings.ts";
import { at, everySetting, find, statementsOf, synthesise, type Template } from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);
const elsewhere = synthesise({
  issuer: "https://id.example.com/",
  clientIds: "web,mobile",
  mailSender: "reminders@mail.example.com",
  mailIdentity: "example.com",
});

const sendStatements = (template: Template) =>
  statementsOf(template).filter(({ actions }) => actions.includes("ses:SendRawEmail"));

/** The resources of the permissions to send mail. */
function sendersIn(template: Template): string[] {
  return [...new Set(sendStatements(template).flatMap(({ resources }) => resources))].toSorted();
}

describe("settings", () => {
  it("replace the user pool with another issuer", () => {
    expect(typesIn(elsewhere).filter((type) => type.startsWith("AWS::Cognito::"))).toEqual([]);
    const { SESSION_ISSUERS } = variablesOf(elsewhere, "authorizer");
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

  it("add metrics of each route only if asked to, because they cost by their number", () => {
    const metricsOf = (template: Template) => {
      const { METRICS_NAMESPACE, METRICS_BY_ROUTE } = variablesOf(template, "contacts");
      return [METRICS_NAMESPACE, METRICS_BY_ROUTE];
    };
    expect([plain, everything].map(metricsOf)).toEqual([
      ["contacts", "false"],
      ["contacts", "true"],
    ]);
  });

  it("use an identity that is verified already, and create none", () => {
    expect(typesIn(elsewhere)).not.toContain("AWS::SES::EmailIdentity");
    expect(sendersIn(elsewhere)).toEqual([
      expect.stringMatching(/:configuration-set\//),
      expect.stringMatching(/:identity\/\*$/),
      expect.stringMatching(/:identity\/example.com$/),
    ]);
  });

  it.each(["mail.example.com", "reminders@mail.example.com"])(
    "accept %s as the identity of a sender",
    (mailIdentity) => {
      const { node } = new App({ context: { mailSender: "reminders@mail.example.com", mailIdentity } });
      expect(readSettings(node)).toMatchObject({ mailIdentity });
    },
  );

  it("send reminders only from that address, with events about them, at the given rate", () => {
    const template = everything;
    expect(variablesOf(template, "reminder-sender")).toMatchObject({
      MAIL_SENDER: "reminders@example.com",
      MAIL_CONFIGURATION_SET: "Mail/ConfigurationSet",
      MAIL_RATE: "14",
    });
    expect(variablesOf(plain, "reminder-sender")).not.toHaveProperty("MAIL_SENDER");
    const destination = find(template, "Mail/ConfigurationSet/Bus").EventDestination;
    expect(destination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ["send", "delivery", "bounce", "complaint", "reject"],
    });
    expect(JSON.stringify(destination)).toContain(":event-bus/default");
    expect(find(template, "Mail/ConfigurationSet")).toMatchObject({ SuppressionOptions: { SuppressedReasons: [] } });
    expect(sendersIn(template)).toEqual([
      expect.stringMatching(/:configuration-set\/Mail\/ConfigurationSet$/),
      expect.stringMatching(/:identity\/\*$/),
      expect.stringMatching(/:identity\/Mail\/Sender$/),
    ]);
    // In its sandbox SES checks recipients, too. The condition limits the permission to our sender.
    const [ofAnyone] = sendStatements(template).filter(({ resources }) => resources[0]?.endsWith("identity/*"));
    expect(ofAnyone?.condition).toEqual({ StringEquals: { "ses:FromAddress": "reminders@example.com" } });
  });

  it.each([
    ["Imports", "POST"],
    ["Accounts", "GET"],
  ])("let pages of the allowed origins call the bucket %s by %s", (name, method) => {
    expect(find(plain, `Buckets/${name}`)).not.toHaveProperty("CorsConfiguration");
    const AllowedOrigins = ["https://app.example.com", "https://beta.example.com"];
    expect(find(everything, `Buckets/${name}`).CorsConfiguration).toMatchObject({
      CorsRules: [{ AllowedMethods: [method], AllowedOrigins }],
    });
  });

  it("add the canary and the address for alarms", () => {
    expect(typesIn(plain)).not.toContain("AWS::Synthetics::Canary");
    expect(typesIn(everything)).toContain("AWS::Synthetics::Canary");
    expect(typesIn(everything)).toContain("AWS::SNS::Subscription");
  });

  it.each([
    ["a path in an origin", { allowedOrigins: "https://app.example.com/path" }],
    ["any origin", { allowedOrigins: "*" }],
    ["an issuer without clients", { issuer: "https://id.example.com" }],
    ["a rate limit of zero", { rateLimitPerMinute: "0" }],
    ["a mail rate of zero", { mailRate: "0" }],
    ["a limit of the firewall below that of AWS", { wafRateLimit: "9" }],
    ["a sender that is no address", { mailSender: "somebody" }],
    ["an identity without a sender", { mailIdentity: "example.com" }],
    ["an identity of another domain", { mailSender: "me@myexample.com", mailIdentity: "example.com" }],
  ])("refuse %s", (_, settings) => {
    expect(() => readSettings(new App({ context: settings }).node)).toThrow(/context is not valid/);
  });
});

it("is one stack, named after its stage, that the app makes without credentials", async () => {
  process.env.CDK_CONTEXT_JSON = JSON.stringify({ stage: "staging", "aws:cdk:bundling-stacks": [] });
  const { app } = await import("../../infra/cloud/app.ts");
  delete process.env.CDK_CONTEXT_JSON;
  const { stacks, directory } = app.synth();
  rmSync(directory, { recursive: true });
  expect(stacks.map(({ stackName }) => stackName)).toEqual(["contacts-staging"]);
});

it("deploys the gateway's document again when it changes, and only then", () => {
  const deploymentOf = ({ ids }: Template) => ids.get("Api/Rest/Deployment");
  expect(deploymentOf(elsewhere)).toBe(deploymentOf(plain));
  expect(deploymentOf(everything)).not.toBe(deploymentOf(plain));
});

it("has the addresses of the API and of the sign-in page as outputs", () => {
  expect(plain.outputs.sort()).toEqual(["ApiUrl", "SignInUrl", "UserPoolClientId", "UserPoolId"]);
});

function typesIn({ resources }: Template): string[] {
  return Object.values(resources).map(({ Type }) => Type);
}

function variablesOf(template: Template, name: string): Record<string, unknown> {
  return at(find(template, `Functions/${name}/Function`), "Environment", "Variables") as Record<string, unknown>;
}
