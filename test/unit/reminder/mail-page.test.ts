import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { eventsOf } from "../../../infra/local/mail/events.ts";
import type { CaughtMail } from "../../../infra/local/mail/message.ts";
import { createMailPage } from "../../../infra/local/mail/page.ts";

const mail = (id: string, changes: Partial<CaughtMail> = {}): CaughtMail => ({
  id,
  at: "2026-06-01T12:00:00.000Z",
  source: "reminders@service.example",
  from: "Reminders <reminders@service.example>",
  to: ["zoe@example.com"],
  recipients: ["zoe@example.com"],
  subject: `Subject ${id}`,
  headers: {},
  tags: {},
  ...changes,
});

function ask(mails: readonly CaughtMail[], url: string, changes: Partial<IncomingMessage> = {}) {
  const request = { method: "GET", url, headers: { host: "localhost:3000" }, ...changes } as IncomingMessage;
  const answer = createMailPage(() => mails)(request);
  return answer && { ...answer, text: answer.body, policy: answer.headers["content-security-policy"] };
}

describe("the list of mails", () => {
  it("shows the last fifty, the newest first", () => {
    const mails = Array.from({ length: 60 }, (_, at) => mail(`m${at}`));
    const { text = "" } = ask(mails, "/docs/mail") ?? {};
    const shown = [...text.matchAll(/\/docs\/mail\/(m\d+)"/g)].map(([, id]) => id);
    expect(shown).toEqual(Array.from({ length: 50 }, (_, at) => `m${59 - at}`));
    expect(text).toContain("The last 50 of 60.");
    expect(ask(mails.slice(0, 1), "/docs/mail/?a=b")?.text).toContain("1 in all.");
    expect(text).not.toContain("No mail has arrived yet.");
    expect(ask([], "/docs/mail")?.text).toMatch(/No mail has arrived yet\. .*href="\/docs#shareContact"/s);
  });

  it("allows no script, no form and nothing from elsewhere", () => {
    const policy = ask([], "/docs/mail")?.policy;
    expect(policy).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|script-src/);
  });
});

describe("a mail", () => {
  const hostile = `"><script>alert(1)</script>`;
  const all = { subject: hostile, from: hostile, to: [hostile], text: hostile, tags: { a: hostile } };

  it("is text where it is not shown as HTML", () => {
    const mails = [mail("m1", { ...all, headers: { "x-\"<b>'": hostile }, html: hostile })];
    for (const url of ["/docs/mail", "/docs/mail/m1"]) {
      expect(ask(mails, url)?.text).not.toMatch(/<script|<b>/);
      expect(ask(mails, url)?.text).toContain("&#60;script&#62;");
    }
  });

  it("as HTML is a document without rights", () => {
    const answer = ask([mail("m1", { html: "<p>Hello" })], "/docs/mail/m1/html");
    expect(answer?.text).toBe("<p>Hello");
    expect(answer?.policy).toMatch(/^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:;/);
    expect(ask([mail("m1", { html: "<p>Hello" })], "/docs/mail/m1")?.text).toContain(
      '<iframe class="mail" sandbox title="The mail as HTML" src="/docs/mail/m1/html"></iframe>',
    );
  });

  it("offers its attachments as files, which no browser shows as a page", () => {
    const attachments = [{ fileName: "Zoë's (1).vcf", mediaType: "text/vcard", content: "BEGIN:VCARD" }];
    const mails = [mail("m1", { attachments }), mail("m2")];
    expect(ask(mails, "/docs/mail/m1")?.text).toContain(
      '<li><a href="/docs/mail/m1/attachments/0" download><bdi>Zoë&#39;s (1).vcf</bdi></a> (text/vcard, 11 bytes)</li>',
    );
    expect(ask(mails, "/docs/mail/m2")?.text).not.toContain("Attachments");
    const file = ask(mails, "/docs/mail/m1/attachments/0");
    expect([file?.text, file?.headers["content-type"]]).toEqual(["BEGIN:VCARD", "text/vcard; charset=utf-8"]);
    expect(file?.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''Zo%C3%AB%27s%20%281%29.vcf");
    expect(file?.policy).toMatch(/^sandbox;/);
    for (const name of ["1", "x", "0/1", ""]) expect(ask(mails, `/docs/mail/m1/attachments/${name}`)).toBe(undefined);
    expect(ask(mails, "/docs/mail/m2/attachments/0")).toBe(undefined);
  });

  it("lists the links of its text, once each", () => {
    const text = "see https://a.example/x?a=1&b=2 and <https://a.example/x?a=1&b=2>, javascript:alert(1)";
    const page = ask([mail("m1", { text })], "/docs/mail/m1")?.text ?? "";
    expect(page.match(/<li><a href="https:\/\/a\.example\/x\?a=1&#38;b=2">/g)).toHaveLength(1);
    expect(page).not.toContain('href="javascript');
  });
});

it.each([
  ["another path", "/docs/mails", {}],
  ["the documentation", "/docs", {}],
  ["a mail that is not there", "/docs/mail/m2", {}],
  ["a part that is not there", "/docs/mail/m1/raw", {}],
  ["HTML that a mail does not have", "/docs/mail/m1/html", {}],
  ["more than a part", "/docs/mail/m1/html/x", {}],
  ["another method", "/docs/mail", { method: "POST" }],
  ["another host's name", "/docs/mail", { headers: { host: "rebound.example" } }],
  ["another page of the web", "/docs/mail", { headers: { host: "localhost", origin: "https://evil.example" } }],
])("%s is left to the route table", (_name, url, changes) => {
  expect(ask([mail("m1")], url, changes)).toBeUndefined();
});

it("only a mail with a configuration set has events", () => {
  const types = eventsOf(mail("m1", { configurationSet: "contacts" })).map(({ detail }) => detail.eventType);
  expect(types).toEqual(["Send", "Delivery"]);
  expect(eventsOf(mail("m1"))).toEqual([]);
});
