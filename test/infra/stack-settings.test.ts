/** The effect of settings on the stack. */
import { rmSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../infra/cloud/settings.ts";
import { backgroundFunctions } from "../../infra/cloud/triggers.ts";
import { createUploadForms } from "../../shared/platform/s3/upload-forms.ts";
import { at, everySetting, find, listOf, resourcesOf, statementsOf, synthesise, type Template } from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);
const elsewhere = synthesise({
  issuer: "https://id.example.com/",
  clientIds: "web,mobile",
  mailSender: "reminders@mail.example.com",
  mailIdentity: "example.com",
});

const certificateArn = "arn:aws:acm:eu-west-1:123456789012:certificate/0a1b-2c3d";
const pepperSecretArn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:PepperSecret-x1-AbCdEf";

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

  it("let pages of the allowed origins read exports, and these and the API's own pages send files", () => {
    const allowed = ["https://app.example.com", "https://beta.example.com"];
    const api = ["https://Api/Rest.execute-api.Region.URLSuffix", "https://api.example.com"];
    const rules = (AllowedMethods: string[], AllowedOrigins: (string | undefined)[]) => ({
      CorsRules: [expect.objectContaining({ AllowedMethods, AllowedOrigins })],
    });
    expect(find(plain, "Buckets/Accounts")).not.toHaveProperty("CorsConfiguration");
    expect(find(everything, "Buckets/Accounts").CorsConfiguration).toEqual(rules(["GET"], allowed));
    expect(find(plain, "Buckets/Imports").CorsConfiguration).toEqual(rules(["POST"], api.slice(0, 1)));
    expect(find(everything, "Buckets/Imports").CorsConfiguration).toEqual(rules(["POST"], [...allowed, ...api]));
  });

  it("let the app send files to the address that forms for uploads have", async () => {
    const url = variablesOf(plain, "app").UPLOAD_URL;
    expect(url).toBe("https://s3.Region.URLSuffix/Buckets/Imports");
    const credentials = { accessKeyId: "any", secretAccessKey: "any" };
    const form = await createUploadForms("bucket", { region: "eu-west-1", credentials })("key", 1, 60);
    const names = { Region: "eu-west-1", URLSuffix: "amazonaws.com", "Buckets/Imports": "bucket" };
    const named = Object.entries(names).reduce((text, [name, value]) => text.replace(name, value), String(url));
    expect(form.url).toBe(named);
  });

  it("mail the codes of sign-up through SES once an identity is verified, and by Cognito until then", () => {
    const byCognito = { EmailSendingAccount: "COGNITO_DEFAULT" };
    expect(find(everything, "Users/Pool").EmailConfiguration).toEqual(byCognito);
    const mail = { mailSender: "reminders@mail.example.com", mailIdentity: "example.com" };
    // SES may pause, so there is a way back that keeps the identity of the other mails.
    expect(find(synthesise({ ...mail, signUpMail: "cognito" }), "Users/Pool").EmailConfiguration).toEqual(byCognito);
    const verified = synthesise(mail);
    expect(find(verified, "Users/Pool").EmailConfiguration).toEqual({
      EmailSendingAccount: "DEVELOPER",
      From: "reminders@mail.example.com",
      SourceArn: expect.stringMatching(/:ses:.*:identity\/example\.com$/),
    });
  });

  it("select the plan of the user pool, which uses nothing that Lite lacks", () => {
    const pools = [plain, everything].map((template) => find(template, "Users/Pool"));
    expect(pools.map(({ UserPoolTier }) => UserPoolTier)).toEqual(["ESSENTIALS", "LITE"]);
    for (const pool of pools) {
      expect(pool.EnabledMfas).toEqual(["SOFTWARE_TOKEN_MFA"]);
      expect(Object.keys(pool)).not.toContain("LambdaConfig");
      expect(Object.keys(pool)).not.toContain("UserPoolAddOns");
      expect(Object.keys(pool).filter((name) => name.startsWith("WebAuthn"))).toEqual([]);
      expect(Object.keys(pool.Policies as object)).toEqual(["PasswordPolicy"]);
      expect(at(pool.Policies, "PasswordPolicy")).not.toHaveProperty("PasswordHistorySize");
    }
    // Without a version, the pages are the classic ones.
    expect(find(plain, "Users/Pool/Domain")).not.toHaveProperty("ManagedLoginVersion");
    expect(typesIn(plain)).not.toContain("AWS::Cognito::ManagedLoginBranding");
  });

  it("leave adding people to an administrator", () => {
    const invited = ({ AdminCreateUserConfig }: Record<string, unknown>) =>
      at(AdminCreateUserConfig, "AllowAdminCreateUserOnly");
    expect(invited(find(plain, "Users/Pool"))).toBe(false);
    expect(invited(find(synthesise({ signUp: "false" }), "Users/Pool"))).toBe(true);
  });

  it("limit how many executions the import parser and the background functions take from the API", () => {
    const concurrencyIn = (template: Template) =>
      Object.entries(resourcesOf(template, "AWS::Lambda::Function")).flatMap(
        ([path, { ReservedConcurrentExecutions }]) =>
          ReservedConcurrentExecutions === undefined ? [] : [`${path.split("/")[1]} ${ReservedConcurrentExecutions}`],
      );
    // A new AWS account has ten executions, none of which can be reserved.
    expect(concurrencyIn(plain)).toEqual([]);
    const others = backgroundFunctions.filter((name) => !["import-parser", "webhook-sender"].includes(name));
    // The webhook sender has as many for each of its queues, and two for the stream and the hourly run, so that its messages always
    // find an execution.
    const own = ["import-parser 5", "webhook-sender 6"];
    expect(concurrencyIn(everything).sort()).toEqual([...own, ...others.map((name) => `${name} 2`)].sort());
    const limits = [plain, everything].map((template) =>
      Object.values(resourcesOf(template, "AWS::Lambda::EventSourceMapping")).flatMap(
        ({ ScalingConfig }) => ScalingConfig ?? [],
      ),
    );
    const [quick, slow, reserved] = [50, 10, 2].map((MaximumConcurrency) => ({ MaximumConcurrency }));
    expect(limits).toEqual([
      [quick, slow],
      [reserved, reserved],
    ]);
  });

  it("limit the requests of all callers together", () => {
    const limitsOf = (template: Template) =>
      at(find(template, "Api/Rest/DeploymentStage.prod"), "MethodSettings") as unknown[];
    const limits = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) => [
      expect.objectContaining({ HttpMethod: "*", ResourcePath: "/*", ThrottlingRateLimit, ThrottlingBurstLimit }),
    ];
    expect([plain, everything].map(limitsOf)).toEqual([limits(200, 400), limits(50, 80)]);
  });

  it("add the address for alarms", () => {
    expect(typesIn(plain)).not.toContain("AWS::SNS::Subscription");
    expect(typesIn(everything)).toContain("AWS::SNS::Subscription");
  });

  it.each([
    [{}, true],
    [{ canary: "false" }, false],
    [{ stage: "staging" }, false],
    [{ stage: "staging", canary: "true" }, true],
  ])("%j have a canary: %s", (settings, expected) => {
    expect(typesIn(synthesise(settings)).includes("AWS::Synthetics::Canary")).toBe(expected);
  });

  it("report to the address for alarms when the budget of the AWS account is nearly spent, or will be", () => {
    expect(typesIn(plain)).not.toContain("AWS::Budgets::Budget");
    const { Budget, NotificationsWithSubscribers } = find(everything, "Budget");
    expect(Budget).toEqual({ BudgetType: "COST", TimeUnit: "MONTHLY", BudgetLimit: { Amount: 20, Unit: "USD" } });
    const notification = (NotificationType: string, Threshold: number) => ({
      Notification: expect.objectContaining({ NotificationType, Threshold, ThresholdType: "PERCENTAGE" }),
      Subscribers: [{ SubscriptionType: "EMAIL", Address: "oncall@example.com" }],
    });
    expect(NotificationsWithSubscribers).toEqual([notification("ACTUAL", 80), notification("FORECASTED", 100)]);
  });

  it.each([
    ["a path in an origin", { allowedOrigins: "https://app.example.com/path" }],
    ["any origin", { allowedOrigins: "*" }],
    ["an issuer without clients", { issuer: "https://id.example.com" }],
    ["a single execution, which the gate of a deployment would wait for", { parserConcurrency: "1" }],
    ["a rate limit of zero", { rateLimitPerMinute: "0" }],
    ["a stage that answers nothing", { stageRateLimit: "0" }],
    ["a stage that accepts nothing at once", { stageBurstLimit: "0" }],
    ["a mail rate of zero", { mailRate: "0" }],
    ["a budget that is reported to nobody", { monthlyBudget: "20" }],
    ["a budget of nothing", { monthlyBudget: "0", alarmEmail: "oncall@example.com" }],
    ["a limit of the firewall below that of AWS", { wafRateLimit: "9" }],
    ["a sender that is no address", { mailSender: "somebody" }],
    ["an identity without a sender", { mailIdentity: "example.com" }],
    ["sign-up mails through SES without an identity", { mailSender: "me@example.com", signUpMail: "ses" }],
    ["a way of sign-up mails for an attached user pool", { userPoolId: "eu-west-1_a1", signUpMail: "cognito" }],
    ["a plan for an attached user pool", { userPoolId: "eu-west-1_a1", userPoolTier: "lite" }],
    ["a client of another issuer without that issuer", { signInClientId: "browser" }],
    ["scopes of another issuer without that issuer", { signInScopes: "openid" }],
    ["a parameter of sign-in without a value", { signInParameters: "audience" }],
    ["a plan for another issuer", { issuer: "https://id.example.com", clientIds: "web", userPoolTier: "essentials" }],
    ["an identity of another domain", { mailSender: "me@myexample.com", mailIdentity: "example.com" }],
    ["a domain name without a certificate", { domainName: "api.example.com" }],
    ["a domain name with a scheme", { domainName: "https://api.example.com", certificateArn }],
    [
      "a user pool and another issuer",
      { issuer: "https://id.example.com", clientIds: "web", userPoolId: "eu-west-1_a1" },
    ],
    ["an attached user pool whose sign-up the stack should close", { userPoolId: "eu-west-1_a1", signUp: "false" }],
    [
      "the ARN of a table in place of its name",
      { mainTable: "arn:aws:dynamodb:eu-west-1:123456789012:table/contacts" },
    ],
    ["a secret without the end of its ARN", { pepperSecretArn: pepperSecretArn.slice(0, -7) }],
  ])("refuse %s", (_, settings) => {
    expect(() => readSettings(new App({ context: settings }).node)).toThrow(/context is not valid/);
  });

  it.each([
    ["prod", { allowedOrigins: "http://app.example.com" }, false],
    ["prod", { allowedOrigins: "http://localhost:5173" }, false],
    ["prod", { callbackUrls: "http://localhost:5173/" }, false],
    ["prod", { allowedOrigins: "https://app.example.com", callbackUrls: "com.example.app://signed-in" }, true],
    ["dev", { allowedOrigins: "http://app.example.com" }, false],
    ["dev", { allowedOrigins: "http://localhost.example.com" }, false],
    ["dev", { callbackUrls: "http://127.0.0.1:5173/" }, false],
    ["dev", { allowedOrigins: "http://localhost:5173,http://localhost", callbackUrls: "http://localhost:5173/" }, true],
  ])("for stage %s accept %j: %s", (stage, settings, isAccepted) => {
    const read = () => readSettings(new App({ context: { stage, ...settings } }).node);
    if (isAccepted) expect(read).not.toThrow();
    else expect(read).toThrow(/http:\/\/[\w.:/]+ must begin with https:\/\/; only stages other than prod accept/);
  });
});

it.each([
  ["prod", true],
  ["staging", false],
])("is one stack, named after its stage %s, that the app makes without credentials", async (stage, isProtected) => {
  process.env.CDK_CONTEXT_JSON = JSON.stringify({ stage, "aws:cdk:bundling-stacks": [] });
  // The address makes it another module, which runs again.
  const { app }: { app: App } = await import(`../../infra/cloud/app.ts?${stage}`);
  delete process.env.CDK_CONTEXT_JSON;
  const { stacks, directory } = app.synth();
  rmSync(directory, { recursive: true });
  expect(stacks.map(({ stackName }) => stackName)).toEqual([`contacts-${stage}`]);
  expect(stacks.map(({ terminationProtection }) => terminationProtection)).toEqual([isProtected]);
});

it("deploys the gateway's document again when it changes, and only then", () => {
  const deploymentOf = ({ ids }: Template) => ids.get("Api/Rest/Deployment");
  expect(deploymentOf(elsewhere)).toBe(deploymentOf(plain));
  expect(deploymentOf(everything)).not.toBe(deploymentOf(plain));
});

it("has as outputs the addresses of the API and of the sign-in page, and what a later deployment may have to name", () => {
  const attachable = ["AccountBucket", "MainTable", "PepperSecretArn", "PictureBucket", "UserPoolId"];
  expect(plain.outputs.toSorted()).toEqual(
    [...attachable, "ApiUrl", "AppUrl", "RollbackAlarms", "SignInUrl", "UserPoolClientId"].toSorted(),
  );
});

it("begins its outputs with the address to open, and has the one to register at another issuer", () => {
  expect([plain, everything, elsewhere].map(({ outputs }) => outputs[0])).toEqual(["AppUrl", "AppUrl", "AppUrl"]);
  expect([plain, elsewhere].map(({ outputs }) => outputs.includes("CallbackUrl"))).toEqual([false, true]);
});

describe("browsers sign in", () => {
  const client = "Users/Pool/Client";
  const basesIn = (template: Template) => String(variablesOf(template, "session").SIGN_IN_BASES).split(",");
  const signInOf = (template: Template) => {
    const [issuer] = JSON.parse(String(variablesOf(template, "authorizer").SESSION_ISSUERS));
    return [issuer.clientIds, issuer.signIn];
  };

  it("at the user pool, which leads back to every address of the API and to those of the settings only", () => {
    const pages = ["https://app.example.com/", "https://beta.example.com/"];
    const bases = ["https://Api/Rest.execute-api.Region.URLSuffix/prod", "https://api.example.com"];
    expect(find(everything, client)).toMatchObject({
      CallbackURLs: [...pages, ...bases.map((base) => `${base}/session/callback`)],
      LogoutURLs: [...pages, ...bases.map((base) => `${base}/app`)],
    });
    expect(basesIn(everything)).toEqual(bases);
    const scopes = "openid email profile";
    expect(signInOf(plain)).toEqual([[client], { clientId: client, scopes, parameters: {} }]);
    expect(find(plain, client).AllowedOAuthScopes).toEqual(scopes.split(" "));
    const german = synthesise({ signInParameters: "lang=de,hint=a=b" });
    expect(signInOf(german)[1]).toMatchObject({ parameters: { lang: "de", hint: "a=b" } });
  });

  it("with refresh tokens that rotate, except for plans that lack this and pools whose plan is not known", () => {
    const attached = synthesise({ userPoolId: "eu-west-1_a1B2c3D4e" });
    const rotations = [plain, everything, attached].map((template) => {
      const { RefreshTokenRotation, ExplicitAuthFlows } = find(template, client);
      return [RefreshTokenRotation, listOf(ExplicitAuthFlows).includes("ALLOW_REFRESH_TOKEN_AUTH")];
    });
    // Cognito refuses a client that has both.
    const rotates = { Feature: "ENABLED", RetryGracePeriodSeconds: 60 };
    expect(rotations).toEqual([
      [rotates, false],
      [undefined, true],
      [undefined, true],
    ]);
  });

  it("at another issuer with its public client, if the settings name one, and at one address of the API", () => {
    expect(signInOf(elsewhere)).toEqual([["web", "mobile"], undefined]);
    expect(basesIn(elsewhere)).toEqual([variablesOf(elsewhere, "session").PUBLIC_URL]);
    const parameters = { audience: "https://api.example.com/,v2" };
    const settings = { issuer: "https://id.example.com", signInClientId: "browser" };
    const template = synthesise({ ...settings, signInScopes: "openid", signInParameters: parameters });
    expect(signInOf(template)).toEqual([["browser"], { clientId: "browser", scopes: "openid", parameters }]);
  });
});

function typesIn({ resources }: Template): string[] {
  return Object.values(resources).map(({ Type }) => Type);
}

function variablesOf(template: Template, name: string): Record<string, unknown> {
  return at(find(template, `Functions/${name}/Function`), "Environment", "Variables") as Record<string, unknown>;
}
