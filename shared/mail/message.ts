/**
 * Mails as they go out: a MIME message (RFC 5322, 2045 to 2047) with plain text and HTML as alternatives, which can be
 * unsubscribed from by one click (RFC 2369, 8058) and to which no machine answers (RFC 3834).
 */
import { domainToASCII } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer";
import { harmless } from "./harmless.ts";

export interface Mailbox {
  /** Shown in place of the address; may be "". */
  name: string;
  address: string;
}

export interface OutgoingMail {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** Letters, digits, hyphens; unique. Message id and boundaries are made of it, so the same input is the same mail. */
  id: string;
  /** `https:`, locally `http:`; a POST there unsubscribes. */
  unsubscribeUrl: string;
}

/** What is no address that mail can be sent to. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/** The whole message with CRLF at the end of every line, none longer than 998 octets. Throws `AddressError`. */
export async function buildMessage(mail: OutgoingMail): Promise<Buffer> {
  const { subject, text, html, date, id } = mail;
  if (!/^[A-Za-z0-9-]+$/.test(id)) throw new RangeError("the id of a mail must be letters, digits and hyphens");
  const [from, to] = [mailboxOf(mail.from), mailboxOf(mail.to)];
  const message = new MailComposer({
    from,
    to,
    subject: headerText(subject),
    date,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    text,
    html,
    headers: {
      "List-Unsubscribe": unfolded(`<${webAddress(mail.unsubscribeUrl)}>`),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
    baseBoundary: id,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}

/**
 * The address with its domain in ASCII. SES takes no other local part than one of ASCII, and one in quotes is nobody's
 * (RFC 5322, section 3.2.3: a dot-atom). Throws `AddressError`.
 */
export function deliverableAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(at, 0)), domainToASCII(address.slice(at + 1))];
  const whole = `${local}@${domain}`;
  const isDotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local);
  const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain);
  if (!isDotAtom || !isDomain || local.length > 64 || whole.length > 254) {
    throw new AddressError("mail can't be sent to this address");
  }
  return whole;
}

function mailboxOf({ name, address }: Mailbox): Mailbox {
  return { name: headerText(name), address: deliverableAddress(address) };
}

/** As a URL writes it: without blanks, controls and angle brackets. */
function webAddress(text: string): string {
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new RangeError("not an address of the web");
  return url.href;
}

/** Folding would put blanks into the address, and no line that it makes is near the limit. */
function unfolded(value: string): { prepared: true; value: string } {
  if (value.length > 900) throw new RangeError("an address is too long for a line of a mail");
  return { prepared: true, value };
}

/** What looks like an encoded word (RFC 2047, section 2) would be read as one, as ASCII is not encoded once more. */
function headerText(text: string): string {
  return harmless(text).replaceAll("=?", "= ?");
}
