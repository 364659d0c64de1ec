/**
 * Catches the mail that the service sends through SES. It speaks the query protocol of SES's first API, with exactly the
 * actions that the service uses: a form of parameters in, XML out. Every mail is one JSON file.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { readJsonFiles, writeWholeFile } from "../server/files.ts";
import { closeServer, listenOnLoopback } from "../server/loopback.ts";
import { xmlElements } from "../server/xml.ts";
import { type CaughtMail, readSendRawEmail, SesError } from "./message.ts";

export interface MailCatcherOptions {
  /** Holds the mails, which are there again at the next start. */
  dataDir: string;
  /** Called with every mail that was kept; its result is not awaited. */
  onMail?: (mail: CaughtMail) => unknown;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface MailCatcher {
  endpoint: string;
  /** Oldest first. */
  mails(): CaughtMail[];
  stop(): Promise<void>;
}

/** The result of an action, by element name. */
type Action = (parameters: URLSearchParams) => Record<string, string> | Promise<Record<string, string>>;

export async function startMailCatcher({ dataDir, onMail, now = Date.now }: MailCatcherOptions): Promise<MailCatcher> {
  mkdirSync(dataDir, { recursive: true });
  const mails = readJsonFiles<CaughtMail>(dataDir);

  const actions: Readonly<Record<string, Action>> = {
    SendRawEmail: async (parameters) => {
      const sent = await readSendRawEmail(parameters);
      const mail: CaughtMail = { id: randomUUID(), at: new Date(now()).toISOString(), ...sent };
      // The number keeps the order of mails of one millisecond.
      const name = `${mail.at.replaceAll(":", "-")}-${String(mails.length).padStart(6, "0")}.json`;
      writeWholeFile(join(dataDir, name), JSON.stringify(mail, null, 2));
      mails.push(mail);
      onMail?.(mail);
      return { MessageId: mail.id };
    },
    GetAccountSendingEnabled: () => ({ Enabled: "true" }),
    // The limits of an account in the sandbox.
    GetSendQuota: () => ({ Max24HourSend: "200", MaxSendRate: "1", SentLast24Hours: "0" }),
  };

  const server = createServer(async (request, response) => {
    const requestId = randomUUID();
    const { status, xml } = await answer(request, actions, requestId);
    response.writeHead(status, { "content-type": "text/xml", "x-amzn-requestid": requestId }).end(xml);
  });
  const port = await listenOnLoopback(server, "The mail catcher");
  return { endpoint: `http://127.0.0.1:${port}`, mails: () => [...mails], stop: () => closeServer(server) };
}

async function answer(
  request: IncomingMessage,
  actions: Readonly<Record<string, Action>>,
  requestId: string,
): Promise<{ status: number; xml: string }> {
  try {
    if (request.headers.authorization === undefined) {
      throw new SesError("MissingAuthenticationToken", "Request is missing Authentication Token", 403);
    }
    const parameters = new URLSearchParams(await readText(request));
    const name = parameters.get("Action") ?? "";
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new SesError("InvalidAction", `The action ${name} is not valid for this endpoint.`);
    const result = xmlElements(await action(parameters));
    const metadata = `<ResponseMetadata>${xmlElements({ RequestId: requestId })}</ResponseMetadata>`;
    return {
      status: 200,
      xml: `<${name}Response><${name}Result>${result}</${name}Result>${metadata}</${name}Response>`,
    };
  } catch (error) {
    // This includes a client that hung up, which reads no answer.
    const { code, message, status } =
      error instanceof SesError ? error : new SesError("InternalFailure", String(error), 500);
    const fault = xmlElements({ Type: "Sender", Code: code, Message: message });
    const xml = `<ErrorResponse><Error>${fault}</Error>${xmlElements({ RequestId: requestId })}</ErrorResponse>`;
    return { status, xml };
  }
}
