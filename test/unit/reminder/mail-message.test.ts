import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { AddressError, deliverableAddress } from "../../../shared/platform/mail/deliverable-address.ts";
import { buildMessage, type OutgoingMail } from "../../../shared/platform/mail/message.ts";
import { oneLine, safeLine } from "../../../shared/platform/text/safe-text.ts";
import { buildDigest, type DigestEntry, digestCapacity } from "../../../shared/reminder/digest/digest.ts";
import { hostileText } from "../../support/reminder/mail.ts";
import { isFull } from "../../support/seed.ts";

const token = `${"0a".repeat(20)}.${"Zz_-".repeat(30)}`;
const unsubscribeUrl = `https://api.example.com/prod/unsubscribe/${token}`;

const mail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: "Reminders", address: "reminders@service.example" },
  to: { name: "Zoë", address: "zoe@example.com" },
  subject: "Anna: birthday today",
  text: "Hello\n",
  html: "<p>Hello</p>",
  date: new Date("2026-11-21T08:00:00Z"),
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  unsubscribeUrl,
  ...changes,
});

/** The header fields by lower-case name, as they were sent. */
async function fieldsOf(message: Uint8Array): Promise<Record<string, string>> {
  const { headers } = await PostalMime.parse(message);
  return Object.fromEntries(headers.map(({ key, value }) => [key, value]));
}

const headOf = (message: Buffer): string => message.toString().split("\r\n\r\n", 1)[0] ?? "";

function expectLines(message: Buffer): void {
  const lines = message.toString("latin1").split("\r\n");
  expect(lines.filter((line) => line.length > 998)).toEqual([]);
  expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
}

describe("a message", () => {
  it("has the header that mail programs look for", async () => {
    expect(await fieldsOf(await buildMessage(mail()))).toEqual({
      from: "Reminders <reminders@service.example>",
      to: "=?UTF-8?Q?Zo=C3=AB?= <zoe@example.com>",
      subject: "Anna: birthday today",
      date: "Sat, 21 Nov 2026 08:00:00 +0000",
      "message-id": "<01890a5d-ac96-774b-bcce-b302099a8057@service.example>",
      "mime-version": "1.0",
      "content-type": expect.stringMatching(/^multipart\/alternative;/),
      "list-unsubscribe": `<${unsubscribeUrl}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "auto-submitted": "auto-generated",
    });
  });

  it("has boundaries of at most 70 characters (RFC 2046, 5.1.1), which are not split", async () => {
    const attachment = { fileName: "a.vcf", contentType: "text/vcard", content: "card" };
    const message = (await buildMessage(mail({ id: "a".repeat(55), attachment }))).toString();
    const boundaries = [...message.matchAll(/boundary(\S*?)="?([^"\r\n]+)/g)].map(([, part, text]) => [part, text]);
    expect(boundaries).toEqual([
      ["", expect.stringMatching(/^.{1,70}$/)],
      ["", expect.stringMatching(/^.{1,70}$/)],
    ]);
  });

  it("puts the plain text first, so that HTML is what programs prefer (RFC 2046, 5.1.4)", async () => {
    const message = (await buildMessage(mail())).toString();
    expect(message.indexOf("text/plain")).toBeGreaterThan(0);
    expect(message.indexOf("text/plain")).toBeLessThan(message.indexOf("text/html"));
    expect(message.match(/charset=utf-8/g)).toHaveLength(2);
  });

  it("arrives complete, and no text can add header fields", async () => {
    const anything = fc.record({
      subject: hostileText,
      name: hostileText,
      body: fc.array(hostileText, { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(anything, async ({ subject: end, name, body }) => {
        const subject = `Anna${end}`;
        const text = `${body.map(safeLine).join("\n")}\n${"x".repeat(2_000)}\n`;
        const html = `<p>${body.map(safeLine).join("\n")}</p>`;
        const message = await buildMessage(
          mail({
            subject,
            text,
            html,
            to: { name, address: "zoe@example.com" },
            from: { name, address: "r@s.example" },
          }),
        );
        expectLines(message);
        const read = await PostalMime.parse(message);
        // A line break at the very end belongs to the delimiter that follows.
        expect(read.text?.trimEnd()).toBe(text.trimEnd());
        expect(read.html?.trimEnd()).toBe(html.trimEnd());
        expect(read.headers).toHaveLength(10);
        expect(squeezed(read.subject ?? "")).toBe(squeezed(oneLine(subject).replaceAll("=?", "= ?")));
        expect(read.to?.map(({ address }) => address)).toEqual(["zoe@example.com"]);
        expect(
          headOf(message)
            .match(/^(bcc|cc|to|from|subject):/gim)
            ?.toSorted(),
        ).toEqual(["From:", "Subject:", "To:"]);
      }),
    );
  });

  it("with the most and longest dates stays below the limit of SES", async () => {
    for (const letter of isFull ? ["李", "é", "=", "&", "🎻", "\u{1e900}"] : ["&", "🎻"]) {
      const entry: DigestEntry = {
        contactId: "",
        firstName: letter.repeat(100),
        lastName: letter.repeat(100),
        type: "graduation",
        date: "1900-02-28",
        note: letter.repeat(200),
        occurrence: "2027-02-28",
      };
      const entries = Array.from({ length: digestCapacity + 1 }, () => entry);
      const kind = { preferred: true, type: "home" };
      const emails = [{ ...kind, value: `${letter.repeat(242)}@example.com` }];
      const reach = new Map([["", { emails, phones: [{ ...kind, prefix: "+420", value: "1".repeat(32) }] }]]);
      const rest = { language: "fr", today: "2026-11-21", unsubscribeUrl };
      const digest = buildDigest({ accountName: "Zoë", ...rest, entries, reach });
      const message = await buildMessage(mail(digest));
      expect(message.length).toBeLessThan(10 * 1024 ** 2);
      expectLines(message);
      expect((await PostalMime.parse(message)).text?.match(/^- /gm)).toHaveLength(digestCapacity);
    }
  });
});

/** Encoded words know no runs of blanks at their ends. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

describe("an address", () => {
  it.each([
    ["zoe@example.com", "zoe@example.com"],
    ["o'brien+tag@mail.example.com", "o'brien+tag@mail.example.com"],
    ["zoe@bücher.example", "zoe@xn--bcher-kva.example"],
  ])("%s is sent to as %s", (given, written) => {
    expect(deliverableAddress(given)).toBe(written);
  });

  it.each([
    "",
    "zoe@localhost",
    "zoë@example.com",
    "a b@example.com",
    '"a b"@example.com',
    ".a@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com, b@example.com",
    "a@[127.0.0.1]",
    `${"a".repeat(65)}@example.com`,
    `a@${"b.".repeat(130)}example`,
  ])("%j is refused", async (address) => {
    expect(() => deliverableAddress(address)).toThrow(AddressError);
    await expect(buildMessage(mail({ to: { name: "", address } }))).rejects.toThrow(AddressError);
  });
});

it.each([
  ["an address that is none of the web", { unsubscribeUrl: "javascript:alert(1)" }],
  ["an address that is too long for a line", { unsubscribeUrl: `https://a.example/${"x".repeat(900)}` }],
  ["an id with other header fields", { id: "a>\r\nBcc: b" }],
  ["an id that is too long for a boundary", { id: "a".repeat(56) }],
])("%s throws RangeError", async (_name, changes) => {
  await expect(buildMessage(mail(changes))).rejects.toThrow(RangeError);
});

it("an unsubscribe address can't end its brackets", async () => {
  const message = await buildMessage(mail({ unsubscribeUrl: "https://a.example/x>,\r\n<mailto:b" }));
  expect((await fieldsOf(message))["list-unsubscribe"]).toBe("<https://a.example/x%3E,%3Cmailto:b>");
});
