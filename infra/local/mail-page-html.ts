/** The pages of caught mail as HTML, in the frame of the documentation's pages. What is put in between tags is escaped. */
import { escapeHtml, type PageLinks, page } from "../../functions/docs/pages.ts";
import type { CaughtMail } from "./mail-message.ts";

const links: PageLinks = {
  docs: "/docs",
  mail: "/docs/mail",
  description: "/openapi.json",
  api: "",
  asset: (name) => `/docs/assets/${name}`,
};
const head = '<link rel="stylesheet" href="/docs/mail/mail.css">';

export const mailStyles = `.mails time { white-space: nowrap; }
.mails td { overflow-wrap: anywhere; }
.mail { display: block; width: 100%; height: 34rem; resize: vertical; border: 1px solid var(--line); border-radius: 8px; }
.page pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.page :is(dd, dt, li) { overflow-wrap: anywhere; min-width: 0; }
h2 { margin-top: 2rem; }
@media (max-width: 640px) { .page .mails tr { grid-template-columns: 1fr; } }
`;

/** `mails`: the newest first; `count`: how many there are in all. */
export function mailListPage(mails: readonly CaughtMail[], count: number): string {
  const lead = "What the service sends lands here; nothing leaves this machine.";
  if (mails.length === 0) {
    return page(links, "Mail", {
      head,
      body: `<main class="page">\n<h1>Mail</h1>\n<p class="quiet">${lead} No mail yet.</p>\n</main>`,
    });
  }
  const rows = mails.map(({ id, at, from, to, subject }) => {
    const link = `<a href="/docs/mail/${encodeURIComponent(id)}">${text(subject || "(no subject)")}</a>`;
    return `<tr><td>${time(at)}</td><td>${link}</td><td>${text(from)} to ${to.map(text).join(", ")}</td></tr>`;
  });
  const told = count > mails.length ? `The last ${mails.length} of ${count}.` : `${count} in all.`;
  return page(links, "Mail", {
    head,
    body: `<main class="page">
<h1>Mail</h1>
<p class="quiet">${lead} ${told}</p>
<table class="mails">
<thead><tr><th>Sent</th><th>Subject</th><th>From and to</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</main>`,
  });
}

/** One mail: its HTML as its reader sees it, the plain text, the links in it, and the header fields. */
export function mailPage(mail: CaughtMail): string {
  const { id, at, from, to, subject, html, text: plain, headers, tags } = mail;
  const frame = `<iframe class="mail" sandbox title="The mail as HTML" src="/docs/mail/${encodeURIComponent(id)}/html"></iframe>`;
  const marks = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  const said: [string, string][] = [
    ["From", text(from)],
    ["To", to.map(text).join(", ")],
    ["Sent", time(at)],
    ...(marks.length > 0 ? [["Tags", text(marks.join(", "))] as [string, string]] : []),
  ];
  return page(links, subject || "Mail", {
    head,
    body: `<main class="page">
<p class="quiet"><a href="/docs/mail">Mail</a></p>
<h1>${text(subject || "(no subject)")}</h1>
${definitions(said)}
<h2>HTML</h2>
${html === undefined ? "<p>None.</p>" : frame}
<h2>Plain text</h2>
${plain === undefined ? "<p>None.</p>" : `<pre class="plain">${escapeHtml(plain)}</pre>`}
${linkList(plain ?? "")}<h2>Header</h2>
${definitions(Object.entries(headers).map(([name, value]) => [escapeHtml(name), text(value)]))}
</main>`,
  });
}

/** The frame opens none, so they are here. */
function linkList(plain: string): string {
  const addresses = [...new Set(plain.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
  if (addresses.length === 0) return "";
  const items = addresses.map((address) => `<li><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></li>`);
  return `<h2>Links</h2>\n<ul>\n${items.join("\n")}\n</ul>\n`;
}

function definitions(rows: readonly (readonly [string, string])[]): string {
  return `<dl>\n${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join("\n")}\n</dl>`;
}

function text(value: string): string {
  return `<bdi>${escapeHtml(value)}</bdi>`;
}

function time(at: string): string {
  return `<time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 19).replace("T", " "))} UTC</time>`;
}
