/** Sends mails through SES, and classifies its answers so that every mail is sent exactly once. */
import {
  type MessageTag,
  SESClient,
  type SESClientConfig,
  SESServiceException,
  SendRawEmailCommand,
} from "@aws-sdk/client-ses";

/**
 * - `accepted`: SES delivers the mail, or reports a bounce by an event.
 * - `throttled`: SES did not accept the mail. Try again more slowly (`rate`) or on another day (`quota`).
 * - `refused`: SES never accepts this address or this message.
 * - `misconfigured`: SES did not accept the mail because of the deployment, not because of the mail.
 * - `unknown`: SES may have accepted the mail. Only an event of SES shows it.
 */
export type SendOutcome =
  | { kind: "accepted"; messageId: string }
  | { kind: "throttled"; limit: "rate" | "quota" }
  | { kind: "refused"; code: string }
  | { kind: "misconfigured"; code: string }
  | { kind: "unknown"; code: string };

export interface RawMail {
  /** Addresses without names. */
  from: string;
  to: string;
  /** The MIME message. */
  raw: Uint8Array;
  /** Every event about the mail has these tags. Names and values have up to 256 ASCII letters, digits, `_` and `-`. */
  tags: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Sends once. Faults of SES and of the network are outcomes and are not thrown. */
  send: (mail: RawMail) => Promise<SendOutcome>;
}

/**
 * Region, credentials and, on a laptop, the endpoint come from the environment. The SDK doesn't retry, because after a
 * time-out SES may have accepted the mail and would send it twice.
 */
export function createMailClient(config: SESClientConfig = {}): SESClient {
  return new SESClient({
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    ...config,
    maxAttempts: 1,
  });
}

/** SES publishes events through the configuration set. Sending throws if the client would retry. */
export function createMailer({
  client,
  configurationSet,
}: {
  client: SESClient;
  configurationSet?: string | undefined;
}): Mailer {
  return {
    async send({ from, to, raw, tags }) {
      if ((await client.config.maxAttempts()) !== 1) throw new Error("a client that retries may send mail twice");
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

/** Classifies an error of the SDK. `code` is the name of the error, which holds no personal data. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof Error)) return { kind: "unknown", code: typeof error };
  const code = error.name;
  const isAnswer = error instanceof SESServiceException;
  if (isAnswer && /^454\b|maximum sending rate exceeded/i.test(error.message))
    return { kind: "throttled", limit: "rate" };
  if (isAnswer && /daily (message|sending) quota exceeded/i.test(error.message))
    return { kind: "throttled", limit: "quota" };
  const status = isAnswer ? error.$metadata.httpStatusCode : undefined;
  if (isAnswer && (/throttl|TooManyRequests|LimitExceeded/i.test(code) || status === 429))
    return { kind: "throttled", limit: "rate" };
  // The SDK signs a request before it sends it, so the mail was not sent.
  if (code === "CredentialsProviderError") return { kind: "misconfigured", code };
  if (!isAnswer || status === undefined || status < 400 || status >= 500 || status === 408)
    return { kind: "unknown", code };
  return { kind: isFaultOfMail(code, error.message) ? "refused" : "misconfigured", code };
}

/**
 * MessageRejected and InvalidParameterValue are about the mail, unless they name something that all mails share: the
 * sender's identity, the configuration set or the state of the AWS account. The recipient must be verified only in SES's
 * sandbox, which is a matter of the deployment too.
 */
function isFaultOfMail(code: string, message: string): boolean {
  if (code !== "MessageRejected" && code !== "InvalidParameterValue") return false;
  return !/not verified|sending (is )?(suspended|paused|disabled)|configuration set|mail from domain/i.test(message);
}
