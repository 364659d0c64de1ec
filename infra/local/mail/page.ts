/** `/docs/mail`, which only the local host has: the last mails that the catcher holds, as their readers see them. */
import { page as htmlPage, type PageLinks } from "../../../functions/docs/pages/pages.ts";
import { isolatedHtml } from "../../../shared/platform/mail/mail-html.ts";
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";
import { type GatewayAnswer, type LocalPage, localAnswer } from "../gateway/answer.ts";
import { splitTarget } from "../gateway/resources.ts";
import { isFromThisMachine } from "../server/loopback.ts";
import type { CaughtAttachment, CaughtMail } from "./message.ts";

export const mailPagePath = "/docs/mail";

/** Mails on the list. */
const listLength = 50;

/** The page has its own styles and no script. Its frame shows only answers of this host. */
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
 * A mail is a document of its own, because the frame's `srcdoc` would inherit the page's policy, which then had to allow
 * the styles of mails. The mail is sandboxed without the frame as well.
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

/** `mails`: oldest first. `base` is the path of the stage, which requests no longer have. */
export function createMailPage(mails: () => readonly CaughtMail[], base = ""): LocalPage {
  return (request) => {
    const { method = "GET", url = "/" } = request;
    const bare = splitTarget(url).path.replace(/\/$/, "");
    if (bare !== mailPagePath && !bare.startsWith(`${mailPagePath}/`)) return undefined;
    if ((method !== "GET" && method !== "HEAD") || !isFromThisMachine(request)) return undefined;
    if (bare === mailPagePath) return page(mailListPage(base, mails().slice(-listLength).toReversed(), mails().length));
    const [name = "", part, ...rest] = bare.slice(mailPagePath.length + 1).split("/");
    if (name === "mail.css" && part === undefined) return localAnswer("text/css", mailStyles, {});
    const mail = mails().find(({ id }) => id === name);
    if (!mail) return undefined;
    if (part === "attachments" && rest.length === 1) return attachment(mail.attachments?.[Number(rest[0])]);
    if (rest.length > 0) return undefined;
    if (part === undefined) return page(mailPage(base, mail));
    if (part !== "html" || mail.html === undefined) return undefined;
    return localAnswer("text/html", mail.html, { "content-security-policy": mailPolicy });
  };
}

/** A file to save, which no browser shows as a page. */
function attachment(file: CaughtAttachment | undefined): GatewayAnswer | undefined {
  if (!file) return undefined;
  const name = encodeURIComponent(file.fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return localAnswer(file.mediaType, file.content, {
    "content-security-policy": mailPolicy,
    "content-disposition": `attachment; filename*=UTF-8''${name}`,
  });
}

function page(html: string): GatewayAnswer {
  return localAnswer("text/html", html, { "content-security-policy": pagePolicy });
}

function linksBelow(base: string): PageLinks {
  return {
    docs: `${base}/docs`,
    mail: `${base}/docs/mail`,
    description: `${base}/openapi.json`,
    api: base,
    asset: (name) => `${base}/docs/assets/${name}`,
  };
}

function headBelow(base: string): string {
  return `<link rel="stylesheet" href="${base}/docs/mail/mail.css">`;
}

const mailStyles = `.mails time { white-space: nowrap; }
.mails td { overflow-wrap: anywhere; }
.mail { display: block; width: 100%; height: 34rem; resize: vertical; border: 1px solid var(--line); border-radius: 8px; }
.page pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.page :is(dd, dt, li) { overflow-wrap: anywhere; min-width: 0; }
h2 { margin-top: 2rem; }
@media (max-width: 640px) { .page .mails tr { grid-template-columns: 1fr; } }
`;

/** `mails`: the newest first; `count`: how many there are in all. */
function mailListPage(base: string, mails: readonly CaughtMail[], count: number): string {
  const rows = mails.map(({ id, at, from, to, subject }) => {
    const link = `<a href="${base}/docs/mail/${encodeURIComponent(id)}">${isolatedHtml(subject || "(no subject)")}</a>`;
    return `<tr><td>${time(at)}</td><td>${link}</td><td>${isolatedHtml(from)} to ${to.map(isolatedHtml).join(", ")}</td></tr>`;
  });
  const shown = count > mails.length ? `The last ${mails.length} of ${count}.` : count > 0 ? `${count} in all.` : "";
  const table = `<table class="mails">
<thead><tr><th>Sent</th><th>Subject</th><th>From and to</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
  const nothing = `<p>No mail has arrived yet. The service sends one for a reminder whose day has come, for a contact that is shared by
<a href="${base}/docs#shareContact">mail</a>, and for a webhook that it switches off. Load the page again to see new ones.</p>`;
  return htmlPage(linksBelow(base), "Mail", {
    section: "Mail",
    head: headBelow(base),
    body: `<main class="page">
<h1>Mail</h1>
<p class="quiet">The mails that the service sends arrive here; none leaves this machine. ${shown}</p>
${rows.length > 0 ? table : nothing}
</main>`,
  });
}

/** One mail: its HTML, its plain text, the links of the text, and the header fields. */
function mailPage(base: string, mail: CaughtMail): string {
  const { id, at, from, to, subject, html, text: plain, headers, tags } = mail;
  const frame = `<iframe class="mail" sandbox title="The mail as HTML" src="${base}/docs/mail/${encodeURIComponent(id)}/html"></iframe>`;
  const tagTexts = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  const envelope: [string, string][] = [
    ["From", isolatedHtml(from)],
    ["To", to.map(isolatedHtml).join(", ")],
    ["Sent", time(at)],
    ...(tagTexts.length > 0 ? [["Tags", isolatedHtml(tagTexts.join(", "))] as [string, string]] : []),
  ];
  return htmlPage(linksBelow(base), subject || "Mail", {
    section: "Mail",
    head: headBelow(base),
    body: `<main class="page">
<p class="quiet"><a href="${base}/docs/mail">Mail</a></p>
<h1>${isolatedHtml(subject || "(no subject)")}</h1>
${definitions(envelope)}
<h2>HTML</h2>
${html === undefined ? "<p>None.</p>" : frame}
<h2>Plain text</h2>
${plain === undefined ? "<p>None.</p>" : `<pre class="plain">${escapeHtml(plain)}</pre>`}
${linkList(plain ?? "")}${attachmentList(base, mail)}<h2>Header</h2>
${definitions(Object.entries(headers).map(([name, value]) => [escapeHtml(name), isolatedHtml(value)]))}
</main>`,
  });
}

/** The sandboxed frame opens no links, so they are listed on the page. */
function linkList(plain: string): string {
  const addresses = [...new Set(plain.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
  if (addresses.length === 0) return "";
  const items = addresses.map((address) => `<li><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></li>`);
  return `<h2>Links</h2>\n<ul>\n${items.join("\n")}\n</ul>\n`;
}

function attachmentList(base: string, { id, attachments = [] }: CaughtMail): string {
  if (attachments.length === 0) return "";
  const items = attachments.map(({ fileName, mediaType, content }, index) => {
    const link = `<a href="${base}/docs/mail/${encodeURIComponent(id)}/attachments/${index}" download>${isolatedHtml(fileName)}</a>`;
    return `<li>${link} (${escapeHtml(mediaType)}, ${Buffer.byteLength(content)} bytes)</li>`;
  });
  return `<h2>Attachments</h2>\n<ul>\n${items.join("\n")}\n</ul>\n`;
}

function definitions(rows: readonly (readonly [string, string])[]): string {
  return `<dl>\n${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join("\n")}\n</dl>`;
}

function time(at: string): string {
  return `<time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 19).replace("T", " "))} UTC</time>`;
}
