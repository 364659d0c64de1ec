/** `/docs/mail` of the local host: the last mails that the catcher holds, as those see them who get them. In the cloud there is none. */
import type { IncomingMessage } from "node:http";
import type { GatewayAnswer } from "./gateway-answer.ts";
import { splitTarget } from "./gateway-target.ts";
import { isFromThisMachine } from "./loopback.ts";
import type { CaughtMail } from "./mail-message.ts";
import { mailListPage, mailPage, mailStyles } from "./mail-page-html.ts";

/** Undefined where it is not its business. */
export type LocalPage = (request: IncomingMessage) => GatewayAnswer | undefined;

export const mailPagePath = "/docs/mail";

/** Mails on the list. */
const shown = 50;

/** Own styles, no script at all; the frame shows what this host answers and nothing else. */
const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A mail is a document of its own and not the frame's `srcdoc`, which would inherit the page's policy: so the page need
 * not allow the styles that mails carry. Sandboxed also when it is opened without the frame.
 */
const mailPolicy = [
  "sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** `mails`: oldest first. */
export function createMailPage(mails: () => readonly CaughtMail[]): LocalPage {
  return (request) => {
    const { method = "GET", url = "/" } = request;
    const bare = splitTarget(url).path.replace(/\/$/, "");
    if (bare !== mailPagePath && !bare.startsWith(`${mailPagePath}/`)) return undefined;
    if ((method !== "GET" && method !== "HEAD") || !isFromThisMachine(request)) return undefined;
    if (bare === mailPagePath) return page(mailListPage(mails().slice(-shown).toReversed(), mails().length));
    const [name = "", part, ...rest] = bare.slice(mailPagePath.length + 1).split("/");
    if (name === "mail.css" && part === undefined) return localAnswer("text/css", mailStyles, {});
    const mail = mails().find(({ id }) => id === name);
    if (!mail || rest.length > 0) return undefined;
    if (part === undefined) return page(mailPage(mail));
    if (part !== "html" || mail.html === undefined) return undefined;
    return localAnswer("text/html", mail.html, { "content-security-policy": mailPolicy });
  };
}

function page(html: string): GatewayAnswer {
  return localAnswer("text/html", html, { "content-security-policy": pagePolicy });
}

export function localAnswer(type: string, text: string, headers: Record<string, string>): GatewayAnswer {
  const all = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...headers,
  };
  return {
    status: 200,
    headers: new Map(Object.entries(all).map(([name, value]) => [name, [value]])),
    body: Buffer.from(text),
  };
}
