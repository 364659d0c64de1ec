/** Catches the mail that the service sends through SES: the query protocol of its first API, in this process, one JSON file a mail. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { closeServer, listenOnLoopback } from "./loopback.ts";
import { type CaughtMail, readSendEmail, readSendRawEmail } from "./mail-message.ts";
import { errorDocument, type QueryParameters, resultDocument, SesError } from "./mail-query.ts";
import { escapeXml } from "./xml.ts";

export type { CaughtMail } from "./mail-message.ts";

export interface MailCatcherOptions {
  /** Absent or 0: a free one. */
  port?: number;
  /** Holds the mails, which are there again at the next start. */
  dataDir: string;
  /** Domains that mail may come from; absent: all. */
  verifiedDomains?: readonly string[];
  /** Told of every mail that was kept; nobody waits for it. */
  onMail?: (mail: CaughtMail) => unknown;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface MailCatcher {
  endpoint: string;
  port: number;
  /** Oldest first. */
  mails(): CaughtMail[];
  /** The first mail that fits, be it here already or still to come. Rejects after `limit` milliseconds. */
  waitFor(predicate: (mail: CaughtMail) => boolean, limit?: number): Promise<CaughtMail>;
  stop(): Promise<void>;
}

const largestBody = 16 * 1024 ** 2;

/** Starts the catcher. Throws `PortTakenError`. */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { dataDir, verifiedDomains, onMail, now = Date.now } = options;
  mkdirSync(dataDir, { recursive: true });
  const mails = loadMails(dataDir);
  const listeners = new Set<(mail: CaughtMail) => void>();

  const isVerified = (address: string): boolean => {
    const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
    return verifiedDomains === undefined || verifiedDomains.includes(domain);
  };
  const take = (mail: Omit<CaughtMail, "id" | "at">): string => {
    requireVerified(mail.source, isVerified);
    const caught: CaughtMail = { id: randomUUID(), at: new Date(now()).toISOString(), ...mail };
    // The number keeps the order of mails of one millisecond.
    const name = `${caught.at.replaceAll(":", "-")}-${String(mails.length).padStart(6, "0")}.json`;
    writeFileSync(join(dataDir, `${name}.new`), JSON.stringify(caught, null, 2));
    renameSync(join(dataDir, `${name}.new`), join(dataDir, name));
    mails.push(caught);
    for (const listener of listeners) listener(caught);
    onMail?.(caught);
    return `<MessageId>${caught.id}</MessageId>`;
  };
  const actions: Record<string, (parameters: QueryParameters) => string> = {
    SendEmail: (parameters) => take(readSendEmail(parameters)),
    SendRawEmail: (parameters) => take(readSendRawEmail(parameters)),
    GetAccountSendingEnabled: () => "<Enabled>true</Enabled>",
    GetSendQuota: () => sendQuota(mails, now()),
    GetIdentityVerificationAttributes: (parameters) =>
      verificationAttributes(parameters.list("Identities"), isVerified),
  };

  const server = createServer(async (request, response) => {
    const requestId = randomUUID();
    const { status, xml } = await answer(request, actions, requestId);
    response.writeHead(status, { "content-type": "text/xml", "x-amzn-requestid": requestId }).end(xml);
  });
  const port = await listenOnLoopback(server, "The mail catcher", options.port);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    mails: () => [...mails],
    waitFor: (predicate, limit = 5_000) =>
      new Promise((resolve, reject) => {
        const earlier = mails.find(predicate);
        if (earlier) return resolve(earlier);
        const listener = (mail: CaughtMail): void => {
          if (!predicate(mail)) return;
          finish();
          resolve(mail);
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`no such mail within ${limit} ms; ${mails.length} others are here`));
        }, limit);
        const finish = (): void => {
          clearTimeout(timer);
          listeners.delete(listener);
        };
        listeners.add(listener);
      }),
    stop: () => closeServer(server),
  };
}

async function answer(
  request: IncomingMessage,
  actions: Readonly<Record<string, (parameters: QueryParameters) => string>>,
  requestId: string,
): Promise<{ status: number; xml: string }> {
  try {
    const parameters = await readParameters(request);
    const name = parameters.text("Action") ?? "";
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw new SesError("InvalidAction", `The action ${name} is not valid for this endpoint.`);
    return { status: 200, xml: resultDocument(name, action(parameters), requestId) };
  } catch (error) {
    // Also for a client that hung up: then nobody reads it.
    const known = error instanceof SesError ? error : new SesError("InternalFailure", String(error));
    return { status: known.status, xml: errorDocument(known, requestId) };
  }
}

async function readParameters(request: IncomingMessage): Promise<QueryParameters> {
  if (request.headers.authorization === undefined) {
    throw new SesError("MissingAuthenticationToken", "Request is missing Authentication Token");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) throw new SesError("InvalidParameterValue", "The request is too long.");
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  return {
    text: (name) => form.get(name) ?? undefined,
    list: (name) => {
      const members = [...form].filter(([key]) => new RegExp(`^${name}\\.member\\.\\d+$`).test(key));
      return members.map(([, value]) => value);
    },
  };
}

function requireVerified(source: string, isVerified: (address: string) => boolean): void {
  if (isVerified(source)) return;
  const identities = `The following identities failed the check in region US-EAST-1: ${source}`;
  throw new SesError("MessageRejected", `Email address is not verified. ${identities}`);
}

/** The limits of an account in the sandbox. */
function sendQuota(mails: readonly CaughtMail[], now: number): string {
  const sent = mails.filter((mail) => Date.parse(mail.at) > now - 24 * 3600_000).length;
  return `<Max24HourSend>200</Max24HourSend><MaxSendRate>1</MaxSendRate><SentLast24Hours>${sent}</SentLast24Hours>`;
}

function verificationAttributes(identities: readonly string[], isVerified: (address: string) => boolean): string {
  const entries = identities.map((identity) => {
    const status = isVerified(identity) ? "Success" : "Pending";
    return `<entry><key>${escapeXml(identity)}</key><value><VerificationStatus>${status}</VerificationStatus></value></entry>`;
  });
  return `<VerificationAttributes>${entries.join("")}</VerificationAttributes>`;
}

function loadMails(folder: string): CaughtMail[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
