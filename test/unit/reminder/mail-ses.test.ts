import { SESClient, SESServiceException, SendRawEmailCommand } from "@aws-sdk/client-ses";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, describe, expect, it } from "vitest";
import { createMailClient, createMailer, outcomeOf, type RawMail } from "../../../shared/platform/mail/ses.ts";

const region = "us-east-1";
const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const client = createMailClient({ region, credentials });
const ses = mockClient(client);
afterEach(() => ses.reset());

const mail: RawMail = {
  from: "reminders@service.example",
  to: "zoe@example.com",
  raw: Buffer.from("From: reminders@service.example\r\n\r\nHello"),
  tags: { lease: "01890a5d", kind: "digest" },
};

function fault(name: string, message: string, httpStatusCode: number): SESServiceException {
  return new SESServiceException({ name, message, $fault: "client", $metadata: { httpStatusCode } });
}

describe("a mail", () => {
  it("is sent with its envelope, its tags and the configuration set", async () => {
    ses.on(SendRawEmailCommand).resolves({ MessageId: "m1" });
    const outcome = await createMailer({ client, configurationSet: "reminders" }).send(mail);
    expect(outcome).toEqual({ kind: "accepted", messageId: "m1" });
    expect(ses.commandCalls(SendRawEmailCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        Source: "reminders@service.example",
        Destinations: ["zoe@example.com"],
        RawMessage: { Data: mail.raw },
        Tags: [
          { Name: "lease", Value: "01890a5d" },
          { Name: "kind", Value: "digest" },
        ],
        ConfigurationSetName: "reminders",
      },
    ]);
  });

  it("has no configuration set if none is configured", async () => {
    ses.on(SendRawEmailCommand).resolves({ MessageId: "m1" });
    await createMailer({ client }).send(mail);
    expect(ses.commandCalls(SendRawEmailCommand)[0]?.args[0].input).not.toHaveProperty("ConfigurationSetName");
  });

  it("is sent once, also after a fault", async () => {
    ses.on(SendRawEmailCommand).rejects(fault("ServiceUnavailable", "try again", 503));
    expect(await createMailer({ client }).send(mail)).toEqual({ kind: "unknown", code: "ServiceUnavailable" });
    expect(ses.commandCalls(SendRawEmailCommand)).toHaveLength(1);
  });

  it("is not sent by a client that retries", async () => {
    ses.on(SendRawEmailCommand).resolves({ MessageId: "m1" });
    const stubborn = new SESClient({ region, credentials });
    await expect(createMailer({ client: stubborn }).send(mail)).rejects.toThrow(/twice/);
    expect(await createMailClient({ region, maxAttempts: 5 }).config.maxAttempts()).toBe(1);
  });

  it("has an unknown result if the answer has no id", async () => {
    ses.on(SendRawEmailCommand).resolves({});
    expect(await createMailer({ client }).send(mail)).toEqual({ kind: "unknown", code: "NoMessageId" });
  });
});

const notVerified = (identities: string) =>
  `Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ${identities}`;
const rate = { kind: "throttled", limit: "rate" };
const refused = (code: string) => ({ kind: "refused", code });
const misconfigured = (code: string) => ({ kind: "misconfigured", code });
const unknown = (code: string) => ({ kind: "unknown", code });

describe("the outcome of an answer of SES", () => {
  it.each<[string, string, number, object]>([
    ["Throttling", "Maximum sending rate exceeded.", 400, rate],
    ["Throttling", "Daily message quota exceeded.", 400, { kind: "throttled", limit: "quota" }],
    ["SomethingNew", "slow down", 429, rate],
    ["MessageRejected", "454 Throttling failure: Maximum sending rate exceeded.", 400, rate],
    ["MessageRejected", "Address blacklisted.", 400, refused("MessageRejected")],
    ["MessageRejected", notVerified("zoe@example.com"), 400, misconfigured("MessageRejected")],
    ["InvalidParameterValue", "Missing final '@domain'", 400, refused("InvalidParameterValue")],
    [
      "MessageRejected",
      notVerified("zoe@example.com, reminders@service.example"),
      400,
      misconfigured("MessageRejected"),
    ],
    ["MessageRejected", notVerified("Reminders <Reminders@service.example>"), 400, misconfigured("MessageRejected")],
    ["MessageRejected", "Sending suspended for this account.", 400, misconfigured("MessageRejected")],
    ["InvalidParameterValue", "Invalid configuration set name", 400, misconfigured("InvalidParameterValue")],
    ["MailFromDomainNotVerifiedException", "x", 400, misconfigured("MailFromDomainNotVerifiedException")],
    ["ConfigurationSetDoesNotExistException", "x", 400, misconfigured("ConfigurationSetDoesNotExistException")],
    ["AccessDenied", "not authorized to perform ses:SendRawEmail", 403, misconfigured("AccessDenied")],
    ["InternalFailure", "x", 500, unknown("InternalFailure")],
    ["Throttling", "Rate exceeded", 503, rate],
  ])("%s: %s (%i)", (name, message, status, outcome) => {
    expect(outcomeOf(fault(name, message, status))).toEqual(outcome);
  });

  it.each([
    ["a time-out", Object.assign(new Error("Maximum sending rate exceeded"), { name: "TimeoutError" }), "unknown"],
    ["a connection that is lost", Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }), "unknown"],
    [
      "an answer that can't be read",
      Object.assign(new SyntaxError("x"), { $metadata: { httpStatusCode: 400 } }),
      "unknown",
    ],
    ["no credentials", Object.assign(new Error("x"), { name: "CredentialsProviderError" }), "misconfigured"],
    ["what is no error", "x", "unknown"],
  ])("%s: %s", (_name, error, kind) => {
    expect(outcomeOf(error).kind).toBe(kind);
  });
});
