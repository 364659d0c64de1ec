import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { type ShareContent, shareMail } from "../../../functions/share/share-mail.ts";
import { shareTexts } from "../../../functions/share/share-texts.ts";
import { buildMessage } from "../../../shared/platform/mail/message.ts";
import { digestTexts } from "../../../shared/reminder/digest-texts.ts";
import { hostileText, readHtml } from "../../support/reminder/mail.ts";

const content = (some: Partial<ShareContent> = {}): ShareContent => ({
  accountName: "Ann Bell",
  accountAddress: "ann@example.org",
  language: "en",
  contactName: "Max Muster",
  headline: "Pilot",
  message: null,
  ...some,
});

async function sent(some: Partial<ShareContent>) {
  const given = content(some);
  const raw = await buildMessage({
    ...shareMail(given),
    from: { name: "Contacts", address: "no-reply@contacts.example" },
    to: { name: "", address: "ben@example.net" },
    replyTo: { name: given.accountName, address: given.accountAddress },
    date: new Date(0),
    id: "c1",
    attachment: { fileName: `${given.contactName}.vcf`, contentType: "text/vcard; charset=utf-8", content: "card" },
  });
  return PostalMime.parse(raw, { attachmentEncoding: "utf8" });
}

describe("a mail with a contact", () => {
  it("says who shares whom, with the message and where an answer goes", () => {
    const { subject, text, html } = shareMail(content({ message: "Hi Ben,\n\nthis is Max." }));
    expect(subject).toBe("Ann Bell shares a contact with you: Max Muster");
    expect(text).toBe(
      [
        "Ann Bell shares this contact with you.",
        "",
        "Max Muster",
        "Pilot",
        "",
        "> Hi Ben,",
        ">",
        "> this is Max.",
        "",
        "The contact is attached as a card (vCard), which you can add to your address book.",
        "",
        "Ann Bell sends you this mail through our service. A reply goes to ann@example.org.",
        "",
      ].join("\n"),
    );
    expect(readHtml(html).isolated).toEqual([
      ...["Pilot", "Ann Bell", "Hi Ben,", "", "this is Max.", "Ann Bell", "ann@example.org"],
    ]);
  });

  it("has texts in every language that reminders have", () => {
    expect(Object.keys(shareTexts).toSorted()).toEqual(Object.keys(digestTexts).toSorted());
    for (const language of Object.keys(shareTexts)) {
      const { subject, text, html } = shareMail(content({ language, copyOf: ["ben@example.net"] }));
      for (const part of [subject, text, html]) expect(part).toContain("Max Muster");
      expect(html).toContain(`<html lang="${language}"`);
      expect(text).toMatch(/Ann Bell .*\n.*ben@example\.net.*ann@example\.org/s);
    }
  });

  it("names the account by its address if it has no name, and leaves out a blank message", () => {
    const { subject, text } = shareMail(content({ accountName: "", message: " \n ", headline: null }));
    expect(subject).toBe("ann@example.org shares a contact with you: Max Muster");
    expect(text).not.toContain(">");
  });

  it("arrives with a subject whose right-to-left names do not reorder the text beside them", async () => {
    const { subject } = await sent({ accountName: "דוד", contactName: "مها 😀" });
    expect(subject).toBe("\u2068דוד\u2069 shares a contact with you: \u2068مها 😀\u2069");
  });

  it("keeps names, headline and message as text, whatever they hold", async () => {
    const hostile = fc.record({
      accountName: hostileText,
      contactName: hostileText,
      headline: hostileText,
      message: hostileText,
    });
    const { headers: usual } = await sent({ message: "Hello" });
    await fc.assert(
      fc.asyncProperty(hostile, async (some) => {
        const mail = await sent(some);
        expect(mail.headers.map(({ key }) => key)).toEqual(usual.map(({ key }) => key));
        expect([mail.to, mail.cc, mail.bcc, mail.attachments.length]).toEqual([
          [{ name: "", address: "ben@example.net" }],
          undefined,
          undefined,
          1,
        ]);
        expect(mail.replyTo?.map(({ address }) => address)).toEqual(["ann@example.org"]);
        expect(mail.attachments[0]?.content).toBe("card");
        const { tags, attributes } = readHtml(mail.html ?? "");
        const known = [
          "html",
          "head",
          "meta",
          "title",
          "style",
          "body",
          "main",
          "h1",
          "p",
          "blockquote",
          "bdi",
          "br",
          "footer",
        ];
        expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
        expect(attributes.map(([name]) => name).filter((name) => name.startsWith("on"))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
