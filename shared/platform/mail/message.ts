/**
 * Builds mails: MIME messages (RFC 5322, 2045 to 2047) with plain text and HTML as alternatives, perhaps an attachment or a
 * one-click unsubscribe address (RFC 2369, 8058), and a header against automatic replies (RFC 3834).
 */
import MailComposer from "nodemailer/lib/mail-composer";
import { oneLine, safeLine } from "../text/safe-text.ts";
import { deliverableAddress } from "./deliverable-address.ts";

export interface Mailbox {
  /** Mail programs show the name instead of the address. It may be "". */
  name: string;
  address: string;
}

export interface OutgoingMail {
  from: Mailbox;
  to: Mailbox;
  /** Where answers go, if not to `from`. */
  replyTo?: Mailbox;
  /** Texts of users in it are safe lines, and isolated if they run from right to left. */
  subject: string;
  text: string;
  html: string;
  date: Date;
  /**
   * A unique text of up to 55 letters, digits and hyphens. Message id and boundaries follow from it, so the same input makes
   * the same mail.
   */
  id: string;
  /** A POST request to this URL unsubscribes. It is `https:`, or `http:` on a laptop. */
  unsubscribeUrl?: string;
  attachment?: Attachment;
}

export interface Attachment {
  fileName: string;
  /** With its parameters. */
  contentType: string;
  content: string;
}

/** The message with CRLF line ends. No line is longer than 998 octets. Throws `AddressError`. */
export async function buildMessage(mail: OutgoingMail): Promise<Buffer> {
  const { subject, text, html, date, id, replyTo, unsubscribeUrl, attachment } = mail;
  // A boundary has at most 70 characters (RFC 2046, section 5.1.1), 14 of them around the id. A longer one would be split.
  if (!/^[A-Za-z0-9-]{1,55}$/.test(id))
    throw new RangeError("the id of a mail is not up to 55 letters, digits and hyphens");
  const [from, to] = [mailboxOf(mail.from), mailboxOf(mail.to)];
  const message = new MailComposer({
    from,
    to,
    ...(replyTo && { replyTo: mailboxOf(replyTo) }),
    subject: withoutEncodedWords(oneLine(subject)),
    date,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    text,
    html,
    ...(attachment && {
      // In base64, no program on the way changes line ends or encoding.
      attachments: [
        {
          ...attachment,
          filename: withoutEncodedWords(safeLine(attachment.fileName)),
          contentTransferEncoding: "base64",
        },
      ],
    }),
    headers: {
      ...(unsubscribeUrl !== undefined && {
        "List-Unsubscribe": unfolded(`<${normalisedUrl(unsubscribeUrl)}>`),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
      "Auto-Submitted": "auto-generated",
    },
    baseBoundary: id,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}

/** Reads `Name <address>`, or an address alone. Throws `AddressError`. */
export function parseMailbox(text: string): Mailbox {
  const [, name = "", address = text] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  return { name: name.replace(/^"(.*)"$/, "$1"), address: deliverableAddress(address.trim()) };
}

function mailboxOf({ name, address }: Mailbox): Mailbox {
  return { name: withoutEncodedWords(safeLine(name)), address: deliverableAddress(address) };
}

/** The URL without spaces, control characters and angle brackets. */
function normalisedUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new RangeError("the URL is not http or https");
  return url.href;
}

/** Folding would put spaces into the URL. The URL of the service is far shorter than a line may be. */
function unfolded(value: string): { prepared: true; value: string } {
  if (value.length > 900) throw new RangeError("the URL is too long for a line of a mail");
  return { prepared: true, value };
}

/** ASCII text is not encoded, so text that looks like an encoded word (RFC 2047, section 2) would be decoded as one. */
function withoutEncodedWords(line: string): string {
  return line.replaceAll("=?", "= ?");
}
