/** The options of a deployment, read from the CDK context: `npx cdk deploy -c allowedOrigins=https://app.example.com -c mailSender=…`. */
import type { Node } from "constructs";
import * as z from "zod";

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.origin === text, "an origin is a scheme, a host and nothing else");

/** Lists come as text with commas from the command line, or as arrays from `cdk.json`. */
function listOf<Item extends z.ZodType<string, string>>(item: Item) {
  const split = (value: unknown) =>
    typeof value === "string" ? value.split(",").filter((part) => part !== "") : value;
  return z.preprocess(split, z.array(item)).default([]);
}

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
    /** Requests of a client address in five minutes, which a web firewall allows; without it there is no firewall. */
    wafRateLimit: z.coerce.number().int().min(10).max(2_000_000_000).optional(),
    /** The address that mail is sent from; without it mail is not configured. */
    mailSender: z.email().optional(),
    /** The verified SES identity that it is sent as: the address or its domain; without it the stack makes one of the address. */
    mailIdentity: z.string().min(1).optional(),
    /** Mails a second that SES accepts: 1 in its sandbox, later the maximum send rate that its console shows. */
    mailRate: z.coerce.number().positive().default(1),
    /** The address that alarms are sent to; without it they show only in CloudWatch. */
    alarmEmail: z.email().optional(),
    /** `true`: call the health routes from outside every five minutes, which costs about ten dollars a month. */
    canary: z.stringbool().or(z.boolean()).default(false),
    /** `true`: the metrics of requests also for each route, each of which costs up to 2.40 dollars a month. */
    routeMetrics: z.stringbool().or(z.boolean()).default(false),
    /** `true`: trace requests with X-Ray. */
    tracing: z.stringbool().or(z.boolean()).default(false),
    /** The commit that is deployed. The health routes report it. */
    gitSha: z.string().min(1).optional(),
    /** The addresses that the sign-in page may return to; the allowed origins when absent. */
    callbackUrls: listOf(z.url()),
    /** Another issuer of session tokens, in place of the stack's own user pool: the `iss` claim. */
    issuer: z.url({ protocol: /^https$/ }).optional(),
    /** Its key set; `<issuer>/.well-known/jwks.json` when absent. */
    jwksUri: z.url({ protocol: /^https$/ }).optional(),
    /** The ids of the clients whose tokens are accepted. */
    clientIds: listOf(z.string()),
    /** Answers name and e-mail address if the tokens do not have them. */
    userInfoUri: z.url({ protocol: /^https$/ }).optional(),
  })
  .refine(({ issuer, clientIds }) => issuer === undefined || clientIds.length > 0, {
    path: ["clientIds"],
    message: "an issuer needs the ids of the clients that it is trusted for",
  })
  .refine(({ mailIdentity, mailSender }) => mailIdentity === undefined || isSentAs(mailSender, mailIdentity), {
    path: ["mailIdentity"],
    message: "an identity is the sender's address, its domain, or one above it",
  });

export type Settings = z.output<typeof settingsSchema>;

function isSentAs(sender: string | undefined, identity: string): boolean {
  const domain = sender?.split("@")[1] ?? "";
  if (sender === undefined) return false;
  const lower = identity.toLowerCase();
  return sender.toLowerCase() === lower || `.${domain.toLowerCase()}`.endsWith(`.${lower}`);
}

/** Throws with the name of the setting that is wrong. */
export function readSettings(node: Node): Settings {
  const names = Object.keys(settingsSchema.shape);
  const result = settingsSchema.safeParse(Object.fromEntries(names.map((name) => [name, node.tryGetContext(name)])));
  if (!result.success) throw new Error(`the CDK context is not valid\n${z.prettifyError(result.error)}`);
  return result.data;
}
