/** Sending over HTTP: how the mailer understands what SES answers, or that it answers nothing. */
import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { createMailClient, createMailer, type SendOutcome } from "../../../shared/platform/mail/ses.ts";

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
  ["a fault of SES", error("InternalFailure", "x", 500), { kind: "unknown", code: "InternalFailure" }],
  ["no answer", hang, { kind: "unknown", code: "TimeoutError" }],
  ["a lost connection", cut, { kind: "unknown", code: expect.any(String) }],
])("%s is recognised after one attempt", async (_name, listener, outcome) => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  const port = await listenOnLoopback(server, "The faulty SES");
  const client = createMailClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    // A busy machine may need long for an answer that does come.
    requestHandler: { requestTimeout: listener === hang ? 200 : 20_000, throwOnRequestTimeout: true },
  });
  const mail = { from: "reminders@service.example", to: "zoe@example.com", raw: Buffer.from("Hello"), tags: {} };
  expect(await createMailer({ client }).send(mail)).toEqual(outcome);
  expect(requests).toBe(1);
  client.destroy();
  await closeServer(server);
});
