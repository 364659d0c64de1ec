/** Mails as the catcher keeps them, read from the parameters of SendEmail and SendRawEmail. */
import { decodeWords, readMime } from "./mail-mime.ts";
import { type QueryParameters, SesError } from "./mail-query.ts";

export interface CaughtMail {
  /** The message id that the sender was given. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** The bare address of the sender. */
  source: string;
  /** As they were given, with display names. */
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  /** Whom it goes to, whatever the header says: bare addresses. */
  recipients: string[];
  /** Decoded, as the two bodies are. */
  subject: string;
  text?: string;
  html?: string;
  /** A raw mail's header fields by lower-case name, unfolded and else as they were sent. */
  headers: Record<string, string>;
  /** The whole raw mail. */
  raw?: string;
  /** Message tags. */
  tags: Record<string, string>;
  configurationSet?: string;
}

export type SentMail = Omit<CaughtMail, "id" | "at">;

const mostRecipients = 50;
const largestMessage = 10 * 1024 ** 2;

/** Throws `SesError` for what SES refuses. */
export function readSendEmail(parameters: QueryParameters): SentMail {
  const from = parameters.text("Source") ?? "";
  const [to, cc, bcc] = ["To", "Cc", "Bcc"].map((kind) => parameters.list(`Destination.${kind}Addresses`));
  const subject = parameters.text("Message.Subject.Data");
  const text = parameters.text("Message.Body.Text.Data");
  const html = parameters.text("Message.Body.Html.Data");
  if (subject === undefined) throw new SesError("InvalidParameterValue", "Missing required parameter: Subject");
  if (text === undefined && html === undefined)
    throw new SesError("InvalidParameterValue", "Missing required parameter: Body");
  requireNoLineBreak(subject);
  requireSize((text ?? "") + (html ?? "") + subject);
  const addresses = { to: to ?? [], cc: cc ?? [], bcc: bcc ?? [], replyTo: parameters.list("ReplyToAddresses") };
  const recipients = requireRecipients([...addresses.to, ...addresses.cc, ...addresses.bcc]);
  for (const address of addresses.replyTo) bareAddress(address);
  const bodies = { ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
  const content = { subject, ...bodies, headers: {} };
  return { source: bareAddress(from), from, ...addresses, recipients, ...content, ...readMarks(parameters) };
}

/** Recipients are the destinations, or where there are none, those of the header. Throws `SesError`. */
export function readSendRawEmail(parameters: QueryParameters): SentMail {
  const bytes = Buffer.from(parameters.text("RawMessage.Data") ?? "", "base64");
  const raw = bytes.toString();
  requireSize(raw);
  const { headers, ...bodies } = readMime(bytes);
  const from = headers.from ?? "";
  if (from === "") throw new SesError("InvalidParameterValue", "Missing required header 'From'.");
  const [to = [], cc = [], bcc = [], replyTo = []] = ["to", "cc", "bcc", "reply-to"].map((name) =>
    splitAddresses(headers[name]),
  );
  const destinations = parameters.list("Destinations");
  const recipients = requireRecipients(destinations.length > 0 ? destinations : [...to, ...cc, ...bcc]);
  const addresses = { to: to.length > 0 ? to : destinations, cc, bcc, replyTo, recipients };
  const source = bareAddress(parameters.text("Source") ?? from);
  const content = { subject: decodeWords(headers.subject ?? ""), ...bodies, headers, raw };
  return { source, from: decodeWords(from), ...addresses, ...content, ...readMarks(parameters) };
}

/** "Bob Smith <bob@example.com>" is "bob@example.com". Throws `SesError` for what is no address. */
function bareAddress(text: string): string {
  requireNoLineBreak(text);
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.trim();
  const at = address.lastIndexOf("@");
  if (at < 1 || at === address.length - 1) throw new SesError("InvalidParameterValue", "Missing final '@domain'");
  // SES takes addresses beyond ASCII only in their encoded forms.
  if (!/^[\x21-\x7e]+$/.test(address)) {
    throw new SesError(
      "InvalidParameterValue",
      "Local address contains control or whitespace, or a character that is not US-ASCII",
    );
  }
  return address;
}

/** The bare addresses. */
function requireRecipients(addresses: readonly string[]): string[] {
  if (addresses.length === 0) throw new SesError("InvalidParameterValue", "No recipients were given.");
  if (addresses.length > mostRecipients)
    throw new SesError("InvalidParameterValue", `Recipient count exceeds ${mostRecipients}.`);
  return addresses.map(bareAddress);
}

function requireNoLineBreak(text: string): void {
  if (/[\r\n]/.test(text)) throw new SesError("InvalidParameterValue", "A header field contains a line break.");
}

function requireSize(text: string): void {
  if (Buffer.byteLength(text) <= largestMessage) return;
  throw new SesError("InvalidParameterValue", `Message length is more than ${largestMessage} bytes long.`);
}

function readMarks(parameters: QueryParameters): Pick<CaughtMail, "tags" | "configurationSet"> {
  const configurationSet = parameters.text("ConfigurationSetName");
  return { tags: readTags(parameters), ...(configurationSet !== undefined && { configurationSet }) };
}

function readTags(parameters: QueryParameters): Record<string, string> {
  const tags: Record<string, string> = {};
  for (let number = 1; ; number += 1) {
    const name = parameters.text(`Tags.member.${number}.Name`);
    if (name === undefined) return tags;
    tags[name] = parameters.text(`Tags.member.${number}.Value`) ?? "";
  }
}

/** Commas inside of quotes separate nothing. */
function splitAddresses(field: string | undefined): string[] {
  const parts = (field ?? "").match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? [];
  return parts.map((part) => decodeWords(part.trim())).filter((part) => part !== "");
}
