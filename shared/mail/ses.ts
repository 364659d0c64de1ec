/** Sending through SES, and what its answers mean for a mail that must come exactly once. */
import {
  type MessageTag,
  SESClient,
  type SESClientConfig,
  SESServiceException,
  SendRawEmailCommand,
} from "@aws-sdk/client-ses";

/**
 * - `accepted`: SES will deliver it or tell of a bounce by an event.
 * - `throttled`: not accepted; try again, slower (`rate`) or on another day (`quota`).
 * - `refused`: not accepted, and never will be: this address or this message.
 * - `misconfigured`: not accepted for a reason that lies with the deployment and not with the mail.
 * - `unknown`: nobody heard whether it was accepted; only an event of SES can tell.
 */
export type SendOutcome =
  | { kind: "accepted"; messageId: string }
  | { kind: "throttled"; limit: "rate" | "quota" }
  | { kind: "refused"; code: string }
  | { kind: "misconfigured"; code: string }
  | { kind: "unknown"; code: string };

export interface RawMail {
  /** Bare addresses. */
  from: string;
  to: string;
  /** The whole MIME message. */
  raw: Uint8Array;
  /** They come back with every event. Names and values: letters of ASCII, digits, `_` and `-`, up to 256. */
  tags: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Tries once. Throws nothing of what SES or the network do. */
  send: (mail: RawMail) => Promise<SendOutcome>;
}

/**
 * Region, credentials and, locally, the endpoint come from the environment. Nothing is tried again by the SDK: after a
 * time-out the mail may have been accepted, and would be sent twice.
 */
export function createMailClient(config: SESClientConfig = {}): SESClient {
  return new SESClient({
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    ...config,
    maxAttempts: 1,
  });
}

/** The configuration set is what publishes events. Throws at the first mail when the client tries more than once. */
export function createMailer({ client, configurationSet }: { client: SESClient; configurationSet?: string }): Mailer {
  return {
    async send({ from, to, raw, tags }) {
      if ((await client.config.maxAttempts()) !== 1) throw new Error("a client that tries again may send mail twice");
      const command = new SendRawEmailCommand({
        Source: from,
        Destinations: [to],
        RawMessage: { Data: raw },
        Tags: Object.entries(tags).map(([Name, Value]): MessageTag => ({ Name, Value })),
        ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
      });
      try {
        const { MessageId } = await client.send(command);
        return MessageId ? { kind: "accepted", messageId: MessageId } : { kind: "unknown", code: "NoMessageId" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** What an error of the SDK means; `code` is the error's name, which holds nothing private. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof Error)) return { kind: "unknown", code: typeof error };
  const code = error.name;
  const heard = error instanceof SESServiceException;
  if (heard && /^454\b|maximum sending rate exceeded/i.test(error.message)) return { kind: "throttled", limit: "rate" };
  if (heard && /daily (message|sending) quota exceeded/i.test(error.message))
    return { kind: "throttled", limit: "quota" };
  const status = heard ? error.$metadata.httpStatusCode : undefined;
  if (heard && (throttlings.has(code) || status === 429)) return { kind: "throttled", limit: "rate" };
  // Signing comes before anything is sent.
  if (code === "CredentialsProviderError") return { kind: "misconfigured", code };
  if (!heard || status === undefined || status < 400 || status >= 500 || status === 408)
    return { kind: "unknown", code };
  return { kind: isOfTheMail(code, error.message) ? "refused" : "misconfigured", code };
}

const throttlings = new Set([
  "Throttling",
  "ThrottlingException",
  "ThrottledException",
  "RequestThrottled",
  "RequestThrottledException",
  "TooManyRequests",
  "TooManyRequestsException",
  "LimitExceededException",
]);

/**
 * MessageRejected and InvalidParameterValue speak of the mail, unless they name what every mail has: the sender's
 * identity, the configuration set, the standing of the account. Whom a mail goes to must be verified in SES's sandbox
 * only: that, too, is the deployment's fault and not the address's.
 */
function isOfTheMail(code: string, message: string): boolean {
  if (code !== "MessageRejected" && code !== "InvalidParameterValue") return false;
  return !/not verified|sending (is )?(suspended|paused|disabled)|configuration set|mail from domain/i.test(message);
}
