import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ListTemplatesCommand,
  SESClient,
  SESServiceException,
  SendRawEmailCommand,
  type SendRawEmailCommandInput,
} from "@aws-sdk/client-ses";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MailCatcher, startMailCatcher } from "../../../infra/local/mail/catcher.ts";

const noon = Date.UTC(2026, 5, 1, 12);
let folder: string;
let catcher: MailCatcher;
let client: SESClient;

const start = (): Promise<MailCatcher> => startMailCatcher({ dataDir: folder, now: () => noon });

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
  // The catcher closes idle connections, and the client notices this only when it sends: a second attempt opens another one.
  return new SESClient({ endpoint: catcher.endpoint, region: "us-east-1", maxAttempts: 2, credentials });
}

const header = ["From: Reminders <reminders@service.example>", "To: alice@example.com", "Subject: Hello"];

const mail = (lines: readonly string[] = [...header, "", "Hello"], changes: Partial<SendRawEmailCommandInput> = {}) =>
  new SendRawEmailCommand({
    Source: "reminders@service.example",
    Destinations: ["alice@example.com"],
    RawMessage: { Data: Buffer.from(lines.join("\r\n")) },
    ...changes,
  });

async function faultOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SESServiceException
    ? `${error.$metadata.httpStatusCode} ${error.name}: ${error.message}`
    : String(error);
}

describe("a mail", () => {
  test("is kept with its envelope, its tags and its decoded content", async () => {
    const raw = [
      "From: =?utf-8?Q?Gr=C3=BC=C3=9Fe=2C?= <reminders@service.example>",
      'To: =?utf-8?Q?Bob=2C_B?= <bob@example.com>, "Smith, B" <b@example.com>, carol@example.com',
      "Subject: =?utf-8?B?xb0=?=",
      "List-Unsubscribe: <https://service.example/unsubscribe/x>,",
      " <mailto:stop@service.example>",
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
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
    ];
    const { MessageId } = await client.send(
      mail(raw, {
        Destinations: ["bob@example.com", "other@example.com"],
        Tags: [
          { Name: "lease", Value: "c1" },
          { Name: "kind", Value: "digest" },
        ],
        ConfigurationSetName: "events",
      }),
    );
    expect(catcher.mails().find(({ id }) => id === MessageId)).toEqual({
      id: MessageId,
      at: "2026-06-01T12:00:00.000Z",
      source: "reminders@service.example",
      recipients: ["bob@example.com", "other@example.com"],
      from: "Grüße, <reminders@service.example>",
      to: ["Bob, B <bob@example.com>", "Smith, B <b@example.com>", "carol@example.com"],
      subject: "Ž",
      text: "Ž ",
      html: "<p>Ž</p>",
      headers: expect.objectContaining({
        "list-unsubscribe": "<https://service.example/unsubscribe/x>, <mailto:stop@service.example>",
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      }),
      tags: { lease: "c1", kind: "digest" },
      configurationSet: "events",
    });
  });
});

describe("the catcher refuses", () => {
  test.each<[string, SendRawEmailCommand, RegExp]>([
    ["an address beyond ASCII", mail(undefined, { Destinations: ["é@example.com"] }), /^400 InvalidParameterValue/],
    ["a line break in an address", mail(undefined, { Source: "a@example.com\nBcc: b@example.com" }), /Parameter/],
    ["a mail without a sender", mail(["Subject: x", "", "x"]), /Missing required header 'From'/],
  ])("%s", async (_, command, fault) => {
    const before = catcher.mails().length;
    expect(await faultOf(client.send(command))).toMatch(fault);
    expect(catcher.mails()).toHaveLength(before);
  });

  test("an action that the service does not use", async () => {
    expect(await faultOf(client.send(new ListTemplatesCommand()))).toMatch(/^400 InvalidAction/);
  });

  test("a request without credentials, which a web page could send", async () => {
    const body = new URLSearchParams({ Action: "GetSendQuota" });
    expect((await fetch(catcher.endpoint, { method: "POST", body })).status).toBe(403);
  });
});

test("mails are there after a restart, in their order", async () => {
  for (const text of ["first", "second"]) await client.send(mail([...header, "", text]));
  const before = catcher.mails();
  const begin = performance.now();
  await catcher.stop();
  // A server that waits for connections kept alive takes five seconds and more.
  expect(performance.now() - begin).toBeLessThan(4_000);
  client.destroy();
  catcher = await start();
  client = createClient();
  expect(catcher.mails()).toEqual(before);
  expect(readdirSync(folder)).toHaveLength(before.length);
});
