/** The options of a deployment, read from the CDK context: `npx cdk deploy -c allowedOrigins=https://app.example.com -c mailSender=…`. */
import type { Node } from "constructs";
import * as z from "zod";
import { nameOf } from "./resource-names.ts";

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.origin === text, "an origin is a scheme, a host and nothing else");

/** Lists come as text with commas from the command line, or as arrays from `cdk.json`. */
function listOf<Item extends z.ZodType<string, string>>(item: Item) {
  const split = (value: unknown) =>
    typeof value === "string" ? value.split(",").filter((part) => part !== "") : value;
  return z.preprocess(split, z.array(item)).default([]);
}

/** Pairs come as `name=value` with commas from the command line, or as an object from `cdk.json`. */
const pairs = z.preprocess(
  (value) =>
    typeof value === "string" ? Object.fromEntries(value.split(",").map((pair) => pair.split(/=(.*)/s))) : value,
  z.record(z.string().regex(/^\w+$/), z.string().min(1)).default({}),
);

const settingsSchema = z
  .object({
    /** Name of the gateway's stage, and part of the stack's name, so that several deployments fit into one account. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,19}$/)
      .default("prod"),
    /** Web origins that may call with credentials. */
    allowedOrigins: listOf(origin),
    /** Requests a minute for a key or an account. */
    rateLimitPerMinute: z.coerce.number().int().min(1).default(300),
    /** Requests of all callers together, in a second and at once. They limit the bill, and are far above the limit of one account. */
    stageRateLimit: z.coerce.number().int().min(1).default(200),
    stageBurstLimit: z.coerce.number().int().min(1).default(400),
    /** Requests of a client address in five minutes, which a web firewall allows; without it there is no firewall. */
    wafRateLimit: z.coerce.number().int().min(10).max(2_000_000_000).optional(),
    /**
     * Executions at a time that are reserved for the import parser, and for each of the other background functions. These functions
     * can't use more, and the API can't use these. Without the options all functions share the executions of the AWS account. The
     * minimum is 2, because the gate of a deployment needs one.
     */
    parserConcurrency: z.coerce.number().int().min(2).optional(),
    backgroundConcurrency: z.coerce.number().int().min(2).optional(),
    /** The address that mail is sent from; without it mail is not configured. */
    mailSender: z.email().optional(),
    /** The verified SES identity that mail is sent as: the address or its domain; without it the stack makes one of the address. */
    mailIdentity: z.string().min(1).optional(),
    /** What sends the codes of sign-up: SES when absent and there is a `mailIdentity`, otherwise Cognito, up to 50 a day. */
    signUpMail: z.enum(["ses", "cognito"]).optional(),
    /** The feature plan of the user pool; Essentials, which is also Cognito's own default, when absent. */
    userPoolTier: z.enum(["lite", "essentials"]).optional(),
    /** Mails a second that SES accepts: 1 in its sandbox, later the maximum send rate that its console shows. */
    mailRate: z.coerce.number().positive().default(1),
    /** The address that alarms are sent to; without it they show only in CloudWatch. */
    alarmEmail: z.email().optional(),
    /** Dollars a month of the whole AWS account. A mail says when 80 % are spent, or when more is forecast. */
    monthlyBudget: z.coerce.number().positive().optional(),
    /** Calls the health routes from outside, for at most five dollars a month; on for the stage `prod` when absent. */
    canary: z.stringbool().or(z.boolean()).optional(),
    /** `true`: the metrics of requests also for each route, each of which costs up to 2.40 dollars a month. */
    routeMetrics: z.stringbool().or(z.boolean()).default(false),
    /** `true`: trace requests with X-Ray. */
    tracing: z.stringbool().or(z.boolean()).default(false),
    /** `false`: only an administrator adds people to the user pool. */
    signUp: z.stringbool().or(z.boolean()).default(true),
    /** The API's own host name, and its certificate in the region of the stack. */
    domainName: nameOf.host.optional(),
    certificateArn: nameOf.certificate.optional(),
    /** Resources that an earlier stack left or that were restored. The stack uses them and makes none of its own. */
    mainTable: nameOf.table.optional(),
    /** The stream of `mainTable`, which wakes webhooks; without it only the hourly run does. */
    mainTableStreamArn: nameOf.stream.optional(),
    userPoolId: nameOf.userPool.optional(),
    pepperSecretArn: nameOf.secret.optional(),
    pictureBucket: nameOf.bucket.optional(),
    accountBucket: nameOf.bucket.optional(),
    /** The commit that is deployed. The health routes report it. */
    gitSha: z.string().min(1).optional(),
    /** The addresses that the sign-in page may return to; the allowed origins when absent. */
    callbackUrls: listOf(z.url()),
    /** Another issuer of session tokens, in place of the stack's own user pool: the `iss` claim. */
    issuer: z.url({ protocol: /^https$/ }).optional(),
    /** The key set of the issuer; `<issuer>/.well-known/jwks.json` when absent. */
    jwksUri: z.url({ protocol: /^https$/ }).optional(),
    /** The ids of the clients whose tokens are accepted. */
    clientIds: listOf(z.string()),
    /** Answers the name and the e-mail address of tokens that do not have them. */
    userInfoUri: z.url({ protocol: /^https$/ }).optional(),
    /** The public client of the issuer by which browsers sign in; without it, only programs bring its tokens. */
    signInClientId: z.string().min(1).optional(),
    /** The scopes that browsers request of the issuer, separated by spaces; `openid email profile` when absent. */
    signInScopes: z.string().min(1).optional(),
    /** Further parameters of the authorization request, such as `audience`, or `lang` of Cognito. */
    signInParameters: pairs,
  })
  .refine(({ issuer, signInClientId, signInScopes }) => (signInClientId ?? signInScopes) === undefined || issuer, {
    path: ["issuer"],
    message: "signInClientId and signInScopes are for another issuer: the stack's own user pool has its own client",
  })
  .refine(({ issuer, clientIds, signInClientId }) => !issuer || signInClientId !== undefined || clientIds.length > 0, {
    path: ["clientIds"],
    message: "an issuer needs the ids of the clients that it is trusted for",
  })
  .superRefine(({ stage, ...lists }, context) => {
    for (const name of ["allowedOrigins", "callbackUrls"] as const) {
      for (const address of lists[name]) {
        if (isPlain(address) && (stage === "prod" || !isLocal(address))) {
          context.addIssue({ code: "custom", path: [name], message: `${address} ${tlsRule}` });
        }
      }
    }
  })
  .refine(({ domainName, certificateArn }) => (domainName === undefined) === (certificateArn === undefined), {
    path: ["domainName"],
    message: "a domain name and the ARN of its certificate must come together",
  })
  .refine(
    ({ mainTable, mainTableStreamArn: arn }) => arn === undefined || arn.includes(`:table/${mainTable}/stream/`),
    {
      path: ["mainTableStreamArn"],
      message: "a stream is named together with its table",
    },
  )
  .refine(({ userPoolId, issuer }) => userPoolId === undefined || issuer === undefined, {
    path: ["userPoolId"],
    message: "sessions come from a user pool or from another issuer, because one person could have two accounts",
  })
  .refine(({ userPoolId, signUp }) => userPoolId === undefined || signUp, {
    path: ["signUp"],
    message: "the stack does not change an attached user pool: close its sign-up in Cognito",
  })
  .superRefine(({ userPoolId, issuer, ...own }, context) => {
    if ((userPoolId ?? issuer) === undefined) return;
    const message = "the stack does not change an attached user pool or another issuer: choose it there";
    for (const name of ["signUpMail", "userPoolTier"] as const) {
      if (own[name] !== undefined) context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .refine(({ signUpMail, mailIdentity }) => signUpMail !== "ses" || mailIdentity !== undefined, {
    path: ["signUpMail"],
    message: "SES sends the mails of sign-up from mailIdentity, a verified identity",
  })
  .refine(({ mailIdentity, mailSender }) => mailIdentity === undefined || isSentAs(mailSender, mailIdentity), {
    path: ["mailIdentity"],
    message: "an identity is the sender's address, its domain, or one above it",
  })
  .refine(({ monthlyBudget, alarmEmail }) => monthlyBudget === undefined || alarmEmail !== undefined, {
    path: ["monthlyBudget"],
    message: "a budget needs alarmEmail, the address that it is reported to",
  });

export type Settings = z.output<typeof settingsSchema>;

/**
 * Whether the stack's own user pool mails through SES. Cognito refuses a pool whose identity can't send yet (aws-cdk issue
 * 18964), so the identity must be verified before the deployment.
 */
export function signsUpThroughSes({ userPoolId, issuer, signUpMail, mailIdentity }: Settings): boolean {
  return (userPoolId ?? issuer) === undefined && mailIdentity !== undefined && signUpMail !== "cognito";
}

const tlsRule = "must begin with https://; only stages other than prod accept http://localhost";

/** Everybody on the way can read what pages send without TLS. */
function isPlain(address: string): boolean {
  return address.startsWith("http:");
}

/** Only a developer's own machine. */
function isLocal(address: string): boolean {
  return /^http:\/\/localhost(:\d+)?(\/|$)/.test(address);
}

function isSentAs(sender: string | undefined, identity: string): boolean {
  const domain = sender?.split("@")[1] ?? "";
  if (sender === undefined) return false;
  const lower = identity.toLowerCase();
  return sender.toLowerCase() === lower || `.${domain.toLowerCase()}`.endsWith(`.${lower}`);
}

/** The names of all options. */
export const settingNames = Object.keys(settingsSchema.shape);

/** Throws with the name of the setting that is wrong. */
export function readSettings(node: Pick<Node, "tryGetContext">): Settings {
  const result = settingsSchema.safeParse(
    Object.fromEntries(settingNames.map((name) => [name, node.tryGetContext(name)])),
  );
  if (!result.success) throw new Error(`the CDK context is not valid\n${z.prettifyError(result.error)}`);
  return result.data;
}
