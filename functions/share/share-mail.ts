/** The content of a mail with a shared contact: subject, plain text and HTML in the account's language. */
import { htmlWith, isolatedHtml, mailHtml, paragraphHtml } from "../../shared/platform/mail/mail-html.ts";
import type { OutgoingMail } from "../../shared/platform/mail/message.ts";
import { shortened } from "../../shared/platform/text/cut.ts";
import { textsIn } from "../../shared/platform/text/locale.ts";
import { escapeHtml, isolateRightToLeft, safeLine } from "../../shared/platform/text/safe-text.ts";
import { type ShareTexts, shareTexts } from "./share-texts.ts";

export interface ShareContent {
  /** The name of the account; may be "". */
  accountName: string;
  accountAddress: string;
  /** BCP 47; English is used for a language without texts. */
  language: string;
  contactName: string;
  headline: string | null;
  message: string | null;
  /** The recipients, in the copy for the account. */
  copyOf?: readonly string[] | undefined;
}

/** UTF-16 code units of a name in the subject. */
const subjectNameLength = 60;

/** Texts of users are data: none of them ends a line of the header, or becomes markup. */
export function shareMail(content: ShareContent): Pick<OutgoingMail, "subject" | "text" | "html"> {
  const { texts, locale: language } = textsIn<ShareTexts>(shareTexts, content.language);
  const address = safeLine(content.accountAddress);
  const from = safeLine(content.accountName) || address;
  const name = safeLine(content.contactName);
  const headline = safeLine(content.headline ?? "");
  const message = (content.message ?? "").split(/\r\n|[\r\n\u2028\u2029]/).map(safeLine);
  const hasMessage = message.some((line) => line !== "");
  const recipients = content.copyOf?.map(safeLine).join(", ");
  const [plainFrom, plainName] = [isolateRightToLeft(from), isolateRightToLeft(name)];
  const subject = texts.subject(...shortNames(from, name));

  const text = [
    texts.intro(plainFrom),
    "",
    plainName,
    ...(headline === "" ? [] : [isolateRightToLeft(headline)]),
    ...(hasMessage ? ["", ...message.map((line) => `> ${isolateRightToLeft(line)}`.trimEnd())] : []),
    "",
    texts.attached,
    ...(recipients === undefined ? [] : ["", texts.copyOf(recipients)]),
    "",
    texts.reason(plainFrom, address),
    "",
  ].join("\n");

  const html = mailHtml({
    language,
    subject,
    title: name,
    main: [
      ...(headline === "" ? [] : [paragraphHtml(isolatedHtml(headline))]),
      paragraphHtml(htmlWith(texts.intro, from)),
      ...(hasMessage ? [`<blockquote>${message.map(isolatedHtml).join("<br>\n")}</blockquote>\n`] : []),
      paragraphHtml(escapeHtml(texts.attached)),
      ...(recipients === undefined ? [] : [paragraphHtml(htmlWith(texts.copyOf, recipients))]),
    ].join(""),
    footer: paragraphHtml(htmlWith(texts.reason, from, address)),
  });
  return { subject, text, html };
}

function shortNames(from: string, name: string): [string, string] {
  return [
    isolateRightToLeft(shortened(from, subjectNameLength)),
    isolateRightToLeft(shortened(name, subjectNameLength)),
  ];
}
