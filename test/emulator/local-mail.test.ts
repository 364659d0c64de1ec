import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  GetAccountSendingEnabledCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  ListTemplatesCommand,
  SESClient,
  SESServiceException,
  SendEmailCommand,
  type SendEmailCommandInput,
  SendRawEmailCommand,
} from "@aws-sdk/client-ses";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MailCatcher, startMailCatcher } from "../../infra/local/mail-catcher.ts";

const noon = Date.UTC(2026, 5, 1, 12);
let folder: string;
let catcher: MailCatcher;
let client: SESClient;

const start = (): Promise<MailCatcher> =>
  startMailCatcher({ dataDir: folder, verifiedDomains: ["service.example"], now: () => noon });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mail-test-"));
  catcher = await start();
  client = createClient();
});
afterAll(async () => {
  client.destroy();
  await catcher.stop();
  rmSync(folder, { recursive: true });
});

function createClient(): SESClient {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return new SESClient({ endpoint: catcher.endpoint, region: "us-east-1", maxAttempts: 1, credentials });
}

const mail = (changes: Partial<SendEmailCommandInput> = {}): SendEmailCommand =>
  new SendEmailCommand({
    Source: "Reminders <reminders@service.example>",
    Destination: { ToAddresses: ["alice@example.com"] },
    Message: { Subject: { Data: "Grüße 🎂 & <b>" }, Body: { Text: { Data: "today" }, Html: { Data: "<p>today</p>" } } },
    ...changes,
  });

async function faultOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SESServiceException
    ? `${error.$metadata.httpStatusCode} ${error.name}: ${error.message}`
    : "none";
}

describe("a mail", () => {
  test("is kept as it was sent", async () => {
    const Destination = {
      ToAddresses: ["Alice <alice@example.com>"],
      CcAddresses: ["c@example.com"],
      BccAddresses: ["b@example.com"],
    };
    const Tags = [{ Name: "kind", Value: "birthday" }];
    const changes = { Destination, ReplyToAddresses: ["r@example.com"], Tags, ConfigurationSetName: "events" };
    const { MessageId } = await client.send(mail(changes));
    expect(catcher.mails().find(({ id }) => id === MessageId)).toEqual({
      id: MessageId,
      at: "2026-06-01T12:00:00.000Z",
      source: "reminders@service.example",
      from: "Reminders <reminders@service.example>",
      to: ["Alice <alice@example.com>"],
      cc: ["c@example.com"],
      bcc: ["b@example.com"],
      replyTo: ["r@example.com"],
      recipients: ["alice@example.com", "c@example.com", "b@example.com"],
      subject: "Grüße 🎂 & <b>",
      text: "today",
      html: "<p>today</p>",
      headers: {},
      tags: { kind: "birthday" },
      configurationSet: "events",
    });
  });

  test("may be raw, with header fields of its own", async () => {
    const raw = [
      "From: reminders@service.example",
      'To: "Smith, Bob" <bob@example.com>, carol@example.com',
      "Subject: Raw",
      "List-Unsubscribe: <https://service.example/unsubscribe/x>,",
      " <mailto:stop@service.example>",
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      "",
      "body: not a header",
    ].join("\r\n");
    const { MessageId } = await client.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(raw) } }));
    const caught = catcher.mails().find(({ id }) => id === MessageId);
    expect(caught).toMatchObject({ to: ['"Smith, Bob" <bob@example.com>', "carol@example.com"], subject: "Raw", raw });
    expect(caught?.headers).toMatchObject({
      "list-unsubscribe": "<https://service.example/unsubscribe/x>, <mailto:stop@service.example>",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    expect(caught?.headers).not.toHaveProperty("body");
    expect(caught?.recipients).toEqual(["bob@example.com", "carol@example.com"]);
  });

  test("that is raw is decoded, and goes to its destinations", async () => {
    const raw = [
      "From: =?utf-8?Q?Gr=C3=BC=C3=9Fe=2C?= <reminders@service.example>",
      "To: =?utf-8?Q?Bob=2C_B?= <bob@example.com>",
      "Subject: =?utf-8?B?xb0=?=",
      "Content-Type: multipart/alternative; boundary=b",
      "",
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "=C5=BD=20",
      "--b",
      "Content-Type: text/html; charset=utf-8",
      "",
      "<p>Ž</p>",
      "--b--",
    ].join("\r\n");
    const { MessageId } = await client.send(
      new SendRawEmailCommand({
        RawMessage: { Data: Buffer.from(raw) },
        Destinations: ["carol@example.com"],
        Tags: [{ Name: "claim", Value: "c1" }],
        ConfigurationSetName: "events",
      }),
    );
    expect(catcher.mails().find(({ id }) => id === MessageId)).toMatchObject({
      source: "reminders@service.example",
      from: "Grüße, <reminders@service.example>",
      to: ["Bob, B <bob@example.com>"],
      recipients: ["carol@example.com"],
      subject: "Ž",
      text: "Ž ",
      html: "<p>Ž</p>",
      tags: { claim: "c1" },
      configurationSet: "events",
    });
  });

  test("can be waited for, before and after it comes", async () => {
    const Destination = { ToAddresses: ["awaited@example.com"] };
    const coming = catcher.waitFor(({ to }) => to.includes("awaited@example.com"));
    const { MessageId } = await client.send(mail({ Destination }));
    expect((await coming).id).toBe(MessageId);
    expect((await catcher.waitFor(({ to }) => to.includes("awaited@example.com"))).id).toBe(MessageId);
    await expect(catcher.waitFor(() => false, 1)).rejects.toThrow(/no such mail within 1 ms/);
  });
});

describe("refusals", () => {
  const body = { Subject: { Data: "x" }, Body: { Text: { Data: "x" } } };
  test.each<[string, Partial<SendEmailCommandInput>, RegExp]>([
    [
      "a sender that is not verified",
      { Source: "a@other.example" },
      /^400 MessageRejected: Email address is not verified.*a@other/,
    ],
    ["no recipients", { Destination: {} }, /^400 InvalidParameterValue/],
    [
      "51 recipients",
      { Destination: { BccAddresses: Array(51).fill("a@example.com") } },
      /^400 InvalidParameterValue.*exceeds 50/,
    ],
    [
      "what is no address",
      { Destination: { ToAddresses: ["alice"] } },
      /^400 InvalidParameterValue: Missing final '@domain'/,
    ],
    ["an address beyond ASCII", { Destination: { ToAddresses: ["é@example.com"] } }, /^400 InvalidParameterValue/],
    [
      "a line break in the subject",
      { Message: { ...body, Subject: { Data: "x\r\nBcc: y@example.com" } } },
      /^400 InvalidParameterValue/,
    ],
    [
      "a line break in an address",
      { Destination: { ToAddresses: ["a@example.com\nBcc: b@example.com"] } },
      /^400 InvalidParameterValue/,
    ],
    ["no body", { Message: { Subject: { Data: "x" }, Body: {} } }, /^400 InvalidParameterValue/],
    [
      "eleven megabytes",
      { Message: { ...body, Body: { Text: { Data: "x".repeat(11 * 1024 ** 2) } } } },
      /^400 InvalidParameterValue.*more than/,
    ],
  ])("%s", async (_name, changes, fault) => {
    const before = catcher.mails().length;
    expect(await faultOf(client.send(mail(changes)))).toMatch(fault);
    expect(catcher.mails()).toHaveLength(before);
  });

  test("an action that is not emulated is answered at once", async () => {
    expect(await faultOf(client.send(new ListTemplatesCommand()))).toMatch(/^400 InvalidAction/);
    const headers = { authorization: "x" };
    const answer = await fetch(catcher.endpoint, {
      method: "POST",
      headers,
      body: new URLSearchParams({ Action: "constructor" }),
    });
    expect(answer.status).toBe(400);
  });

  test("a request that is cut off harms nobody", async () => {
    const { port } = catcher;
    const request = httpRequest({ port, method: "POST", headers: { authorization: "x", "content-length": 100 } });
    request.on("error", () => {});
    await new Promise<void>((resolve) => request.write("Action=", () => resolve()));
    request.destroy();
    expect((await client.send(new GetAccountSendingEnabledCommand())).Enabled).toBe(true);
  });

  test("a request without credentials", async () => {
    const answer = await fetch(catcher.endpoint, {
      method: "POST",
      body: new URLSearchParams({ Action: "GetSendQuota" }),
    });
    expect(answer.status).toBe(403);
  });
});

test("the account's state can be asked for", async () => {
  expect((await client.send(new GetAccountSendingEnabledCommand())).Enabled).toBe(true);
  await client.send(mail());
  const quota = await client.send(new GetSendQuotaCommand());
  expect(quota).toMatchObject({ Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: catcher.mails().length });
  const Identities = ["service.example", "a@service.example", "b&c@other.example"];
  const { VerificationAttributes } = await client.send(new GetIdentityVerificationAttributesCommand({ Identities }));
  expect(Identities.map((identity) => VerificationAttributes?.[identity]?.VerificationStatus)).toEqual([
    "Success",
    "Success",
    "Pending",
  ]);
});

test("mails are there after a restart, in their order", async () => {
  for (const Data of ["first", "second"])
    await client.send(mail({ Message: { Subject: { Data }, Body: { Text: { Data } } } }));
  const before = catcher.mails();
  const begin = performance.now();
  await catcher.stop();
  // One that waits for connections kept alive takes five seconds and more.
  expect(performance.now() - begin).toBeLessThan(4_000);
  client.destroy();
  catcher = await start();
  client = createClient();
  expect(catcher.mails()).toEqual(before);
  expect(readdirSync(folder)).toHaveLength(before.length);
});
