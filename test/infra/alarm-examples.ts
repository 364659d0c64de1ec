/** An example for each alarm of what it watches. */
import type { AlarmName } from "../../infra/cloud/monitoring/alarms/alarms.ts";
import { hourlyFunctions } from "../../infra/cloud/triggers.ts";
import type { JobLine, RequestLine } from "../../shared/platform/log/request-log.ts";
import type { Datum } from "../support/monitoring/alarm-state.ts";

/** What happens in a period: data of AWS itself, a line in the log of a function, or an answer in the access log. */
export type Signal = Datum | { line: RequestLine | JobLine } | { answer: Readonly<Record<string, string>> };

function aws(namespace: string, name: string, dimensions: Datum["dimensions"], ...values: number[]): Datum {
  return { namespace, name, dimensions, values };
}

function line(event: string, level: JobLine["level"] = "warn"): Signal {
  return { line: { level, event } };
}

/** A delivery in the quick lane. */
function delivered(latenessMs: number): Signal {
  return { line: { level: "info", event: "webhook.delivered", deliveries: 1, latenessMs } };
}

function request(status: number): Signal {
  const numbers = { status, durationMs: 20, readUnits: 1, writeUnits: 1 };
  return { line: { level: "info", event: "request", requestId: "", route: "", method: "GET", ...numbers } };
}

/** The access log has every value as text, and a dash where there is none. */
function answer(status: number, gatewayResponse = "-", accountIsDeleting = "-"): Signal {
  return { answer: { status: String(status), gatewayResponse, accountIsDeleting } };
}

const times = (count: number, signal: Signal): Signal[] => Array.from({ length: count }, () => signal);

const api = { ApiName: "contacts-prod" };
const [hourly = {}, hourlyToo = {}] = ["Background/Hourly", "Background/HourlyToo"].map((RuleName) => ({ RuleName }));
const mailEvents = { RuleName: "Background/MailEvents" };
const table = { TableName: "Database/Main" };
const queue = { QueueName: "Background/DeadLetters.QueueName" };
const webhookLetters = { QueueName: "Webhooks/DeadLetters.QueueName" };
const [webhooks = {}, slowWebhooks = {}] = ["Webhooks/Queue.QueueName", "Webhooks/SlowQueue.QueueName"].map(
  (QueueName) => ({ QueueName }),
);
const authorizer = { FunctionName: "Functions/authorizer/Function", Resource: "Functions/authorizer/Function:live" };
const signUps = { UserPool: "Users/Pool", UserPoolClient: "Users/Pool/Client" };
const canary = { CanaryName: "Canary/Canary" };

function repeat(value: number, count: number): number[] {
  return Array.from({ length: count }, () => value);
}

/** The invocations of a rule. */
function runs(rule: Datum["dimensions"], count: number): Datum {
  return aws("AWS/Events", "Invocations", rule, count);
}

/** A hundred answers, of which some are slow. */
function latencies(slow: number, milliseconds: number): number[] {
  return [...repeat(120, 100 - slow), ...repeat(milliseconds, slow)];
}

/** What each alarm must report, and what comes close to it, in every period. */
export const examples: Record<AlarmName, { fires: Signal[][]; quiet: Signal[] }> = {
  ApiServerErrors: {
    fires: [times(5, answer(503)), [...times(3, answer(500)), ...times(2, answer(504, "INTEGRATION_TIMEOUT"))]],
    quiet: [...times(3, answer(503)), ...times(9, answer(503, "-", "true"))],
  },
  UnexpectedErrors: {
    fires: [[answer(500)], [answer(504)], [answer(502, "DEFAULT_5XX")], [answer(503, "INTEGRATION_FAILURE")]],
    quiet: [answer(503), answer(404), answer(403, "ACCESS_DENIED")],
  },
  AuthorizerErrors: {
    fires: [[aws("AWS/Lambda", "Errors", authorizer, 1)]],
    quiet: [aws("AWS/Lambda", "Errors", authorizer, 0), aws("AWS/Lambda", "Errors", { FunctionName: "another" }, 9)],
  },
  AuthorizerUnavailable: { fires: [[line("authorizer.unavailable", "error")]], quiet: [line("search.load")] },
  SlowAnswers: {
    fires: [[aws("AWS/ApiGateway", "Latency", api, ...latencies(11, 3_500))]],
    quiet: [aws("AWS/ApiGateway", "Latency", api, ...latencies(9, 20_000))],
  },
  ThrottledTable: {
    fires: [
      // An expression must not need its other metrics, which have no data before the first throttle.
      [aws("AWS/DynamoDB", "ReadThrottleEvents", table, 50)],
      [
        aws("AWS/DynamoDB", "WriteThrottleEvents", table, 30),
        aws("AWS/DynamoDB", "WriteThrottleEvents", { TableName: "Database/Cache" }, 20),
      ],
      ...["contactPins", "addressPins"].map((GlobalSecondaryIndexName) => [
        aws("AWS/DynamoDB", "WriteThrottleEvents", { ...table, GlobalSecondaryIndexName }, 50),
      ]),
    ],
    quiet: [aws("AWS/DynamoDB", "WriteThrottleEvents", table, 49)],
  },
  Throttles: {
    fires: [[aws("AWS/Lambda", "Throttles", { FunctionName: authorizer.FunctionName }, 1)]],
    // With parserConcurrency, imports wait for each other.
    quiet: [
      aws("AWS/Lambda", "Throttles", {}, 9),
      aws("AWS/Lambda", "Throttles", { FunctionName: "Functions/import-parser/Function" }, 9),
    ],
  },
  RefusedCredentials: {
    fires: [times(500, request(401))],
    quiet: [...times(499, request(401)), ...times(99, request(403))],
  },
  TooManyRequests: {
    fires: [times(500, answer(429)), times(500, answer(429, "THROTTLED"))],
    quiet: [...times(499, answer(429)), ...times(99, answer(409))],
  },
  SearchMismatches: { fires: [[line("search.mismatch", "error")]], quiet: [line("search.load")] },
  HealthCanary: {
    fires: [[aws("CloudWatchSynthetics", "SuccessPercent", canary, 0)]],
    quiet: [aws("CloudWatchSynthetics", "SuccessPercent", canary, 100)],
  },
  DeadLetters: {
    fires: [[aws("AWS/SQS", "ApproximateNumberOfMessagesVisible", queue, 0, 1)]],
    quiet: [aws("AWS/SQS", "ApproximateNumberOfMessagesVisible", queue, 0)],
  },
  HourlyRunsMissing: {
    fires: [
      [runs(hourly, hourlyFunctions.length - 2), runs(hourlyToo, 1)],
      [runs(hourly, hourlyFunctions.length - 1), runs(hourlyToo, 0)],
    ],
    quiet: [runs(hourly, hourlyFunctions.length - 1), runs(hourlyToo, 1)],
  },
  EventsNotDelivered: {
    fires: [
      [aws("AWS/Events", "FailedInvocations", hourly, 1)],
      [aws("AWS/Events", "FailedInvocations", hourlyToo, 1)],
      [aws("AWS/Events", "FailedInvocations", mailEvents, 1)],
    ],
    quiet: [aws("AWS/Events", "FailedInvocations", { RuleName: "another" }, 1)],
  },
  ExportsFailed: {
    fires: [[line("export.failed", "error")]],
    quiet: [line("export.interrupted"), line("export.done")],
  },
  ImportsFailed: {
    fires: [[line("importWork.failed", "error")]],
    quiet: [line("importWork.interrupted"), line("importWork.done")],
  },
  WebhookDeadLetters: {
    fires: [[aws("AWS/SQS", "ApproximateNumberOfMessagesVisible", webhookLetters, 1)]],
    quiet: [aws("AWS/SQS", "ApproximateNumberOfMessagesVisible", webhookLetters, 0)],
  },
  WebhooksLate: {
    fires: [
      [...times(8, delivered(600)), ...times(2, delivered(10_000))],
      [aws("AWS/SQS", "ApproximateAgeOfOldestMessage", webhooks, 3_600)],
      [aws("AWS/SQS", "ApproximateAgeOfOldestMessage", slowWebhooks, 3_600)],
    ],
    quiet: [
      ...times(9, delivered(9_999)),
      delivered(60_000),
      // The lines of slow receivers.
      ...times(9, line("webhook.delivered", "info")),
      aws("AWS/SQS", "ApproximateAgeOfOldestMessage", webhooks, 3_599),
      aws("AWS/SQS", "ApproximateAgeOfOldestMessage", slowWebhooks, 3_599),
    ],
  },
  WebhooksFailed: {
    fires: [times(5, line("webhook.interrupted", "error")), times(5, line("webhooks.accountFailed", "error"))],
    quiet: [...times(4, line("webhook.interrupted", "error")), ...times(9, line("webhook.failed", "info"))],
  },
  WebhooksOff: { fires: [times(10, line("webhook.off"))], quiet: times(9, line("webhook.off")) },
  AccountDeletionsLate: { fires: [[line("accountDeletion.late", "error")]], quiet: [line("accountDeletion.swept")] },
  SignUpsFailed: {
    fires: [[aws("AWS/Cognito", "SignUpSuccesses", signUps, 1, 1, 0, 0, 0, 0, 0)]],
    quiet: [aws("AWS/Cognito", "SignUpSuccesses", signUps, 1, 1, 0, 0, 0, 0)],
  },
  RemindersFailed: {
    fires: [[line("reminders.accountFailed")], [line("reminders.stopped")], [line("mail.unknown")]],
    quiet: [line("reminders.done"), line("reminders.unfinished")],
  },
  MailFaults: {
    fires: [[line("mail.refused")], [line("mail.rejected")], [line("mail.bounced")], [line("mail.complained")]],
    quiet: [line("mail.softBounce"), line("mail.acceptedByEvent")],
  },
  ShareFaults: {
    fires: [
      [...times(2, line("share.refused")), line("share.rejected"), line("share.bounced"), line("share.complained")],
      times(5, line("share.stopped")),
    ],
    quiet: [...times(4, line("share.refused")), line("share.unknown")],
  },
  MailBounceRate: {
    fires: [[aws("AWS/SES", "Reputation.BounceRate", {}, 0.05)]],
    quiet: [aws("AWS/SES", "Reputation.BounceRate", {}, 0.049)],
  },
  MailComplaintRate: {
    fires: [[aws("AWS/SES", "Reputation.ComplaintRate", {}, 0.001)]],
    quiet: [aws("AWS/SES", "Reputation.ComplaintRate", {}, 0.0009)],
  },
};
