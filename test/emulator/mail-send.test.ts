/** Mails on their whole way: built, sent over SES's own protocol, caught, and read again by another hand. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeServer, listenOnLoopback } from "../../infra/local/loopback.ts";
import { type MailCatcher, startMailCatcher } from "../../infra/local/mail-catcher.ts";
import { buildDigest, type DigestEntry } from "../../shared/mail/digest.ts";
import { harmless } from "../../shared/mail/harmless.ts";
import { buildMessage } from "../../shared/mail/message.ts";
import { createMailClient, createMailer, type SendOutcome } from "../../shared/mail/ses.ts";
import { hostileText, readHtml } from "../support/mail.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const from = { name: "Reminders", address: "reminders@service.example" };
const unsubscribeUrl = "https://api.example.com/unsubscribe/abc";

let folder: string;
let catcher: MailCatcher;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mail-send-"));
  catcher = await startMailCatcher({ dataDir: folder, verifiedDomains: ["service.example"] });
});
afterAll(async () => {
  await catcher.stop();
  rmSync(folder, { recursive: true });
});

const messageOf = (subject = "Hello") =>
  buildMessage({
    from,
    to: { name: "", address: "zoe@example.com" },
    subject,
    text: "Hello",
    html: "<p>Hello</p>",
    date: new Date(0),
    id: "c1",
    unsubscribeUrl,
  });

/** Sends to an endpoint, then lets its connections go. `patience`: milliseconds that an answer may take. */
async function sendTo(
  endpoint: string,
  raw: Uint8Array,
  changes: { from?: string; to?: string } = {},
  patience = 20_000,
) {
  const client = createMailClient({
    endpoint,
    region: "us-east-1",
    credentials,
    requestHandler: { requestTimeout: patience, throwOnRequestTimeout: true },
  });
  const mailer = createMailer({ client, configurationSet: "events" });
  const outcome = await mailer.send({
    from: from.address,
    to: "zoe@example.com",
    raw,
    tags: { claim: "c1" },
    ...changes,
  });
  client.destroy();
  return outcome;
}

describe("a digest", () => {
  test("arrives with every name and note whole, its tag and its one-click address", async () => {
    const client = createMailClient({ endpoint: catcher.endpoint, region: "us-east-1", credentials });
    const mailer = createMailer({ client, configurationSet: "events" });
    const person = fc.record({ firstName: hostileText, lastName: hostileText, note: hostileText });
    const language = fc.constantFrom("en", "de", "cs", "fr", "es");
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 4 }), language, async (people, chosen) => {
        const entries = people.map((names): DigestEntry => {
          return { ...names, type: "birthday", date: "1986-11-21", occurrence: "2026-11-21" };
        });
        const digest = buildDigest({
          accountName: "Zoë",
          language: chosen,
          today: "2026-11-21",
          entries,
          unsubscribeUrl,
        });
        const to = { name: "Zoë", address: "zoe@example.com" };
        const message = { ...digest, from, to, date: new Date(0), id: "c1", unsubscribeUrl };
        const raw = await buildMessage(message);
        const outcome = await mailer.send({ from: from.address, to: to.address, raw, tags: { claim: "c1" } });
        const caught = catcher.mails().find(({ id }) => outcome.kind === "accepted" && id === outcome.messageId);
        expect(caught).toMatchObject({
          source: from.address,
          recipients: ["zoe@example.com"],
          tags: { claim: "c1" },
          configurationSet: "events",
          headers: {
            "list-unsubscribe": `<${unsubscribeUrl}>`,
            "list-unsubscribe-post": "List-Unsubscribe=One-Click",
          },
          text: digest.text,
          html: digest.html,
        });
        const { isolated } = readHtml(caught?.html ?? "");
        for (const { firstName, lastName, note } of people) {
          for (const part of [harmless(`${firstName} ${lastName}`), harmless(note)].filter((text) => text !== "")) {
            expect(isolated).toContain(part);
          }
        }
      }),
      { numRuns: 50 },
    );
    client.destroy();
  });
});

describe("what comes back is told apart", () => {
  const error = (code: string, message: string, status: number): RequestListener => {
    return (request, response) => {
      request.resume().on("end", () => {
        const body = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
        response.writeHead(status, { "content-type": "text/xml" }).end(body);
      });
    };
  };
  const hang: RequestListener = (request) => void request.resume();
  const cut: RequestListener = (request) => void request.resume().on("end", () => request.socket.destroy());

  test.each<[string, RequestListener, SendOutcome]>([
    ["throttling", error("Throttling", "Maximum sending rate exceeded.", 400), { kind: "throttled", limit: "rate" }],
    ["a refusal", error("MessageRejected", "Address blacklisted.", 400), { kind: "refused", code: "MessageRejected" }],
    [
      "a fault of the deployment",
      error("MailFromDomainNotVerifiedException", "x", 400),
      { kind: "misconfigured", code: "MailFromDomainNotVerifiedException" },
    ],
    ["a fault of SES", error("InternalFailure", "x", 500), { kind: "unknown", code: "InternalFailure" }],
    ["silence", hang, { kind: "unknown", code: "TimeoutError" }],
    ["a connection that is lost", cut, { kind: "unknown", code: expect.any(String) }],
  ])("%s, after one attempt", async (_name, listener, outcome) => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      listener(request, response);
    });
    const port = await listenOnLoopback(server, "The faulty SES");
    try {
      // Who waits for an answer that comes has time for it, however busy the machine is.
      const patience = listener === hang ? 200 : undefined;
      expect(await sendTo(`http://127.0.0.1:${port}`, await messageOf(), {}, patience)).toEqual(outcome);
      expect(requests).toBe(1);
    } finally {
      await closeServer(server);
    }
  });

  test("a sender or a recipient that SES does not take", async () => {
    const raw = await messageOf();
    expect(await sendTo(catcher.endpoint, raw, { from: "r@other.example" })).toMatchObject({ kind: "misconfigured" });
    expect(await sendTo(catcher.endpoint, raw, { to: "zoë@example.com" })).toMatchObject({ kind: "refused" });
  });
});
