/** Mails as the catcher keeps them, read from the parameters of SendRawEmail. */
import PostalMime, { type Address } from "postal-mime";

export interface CaughtMail {
  /** The message id that the sender received. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** The address of the sender's envelope. */
  source: string;
  /** The addresses of the envelope, to which the mail goes even if its header has others. */
  recipients: string[];
  /** With display names, from the header. */
  from: string;
  to: string[];
  subject: string;
  text?: string;
  html?: string;
  /** Only if there are any. */
  attachments?: CaughtAttachment[];
  /** Header fields by lower-case name, unfolded and otherwise as they were sent. */
  headers: Record<string, string>;
  /** Message tags. */
  tags: Record<string, string>;
  configurationSet?: string;
}

/** The service attaches only texts. */
export interface CaughtAttachment {
  fileName: string;
  /** Without parameters. */
  mediaType: string;
  content: string;
}

/** Throws `SesError` for a mail that SES refuses. */
export async function readSendRawEmail(parameters: URLSearchParams): Promise<Omit<CaughtMail, "id" | "at">> {
  const raw = Buffer.from(parameters.get("RawMessage.Data") ?? "", "base64");
  const recipients = valuesOf(parameters, "Destinations.member.");
  const source = parameters.get("Source") ?? "";
  for (const address of [source, ...recipients]) requireAddress(address);
  const names = valuesOf(parameters, "Tags.member.", ".Name");
  const values = valuesOf(parameters, "Tags.member.", ".Value");
  const configurationSet = parameters.get("ConfigurationSetName");
  return {
    source,
    recipients,
    ...(await readMail(raw)),
    tags: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])),
    ...(configurationSet !== null && { configurationSet }),
  };
}

/** The parts of a mail that its reader sees. Throws `SesError` for a mail without `From`. */
async function readMail(raw: Uint8Array) {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "utf8" });
  if (!mail.from) throw invalid("Missing required header 'From'.");
  return {
    from: addressText(mail.from),
    to: (mail.to ?? []).map(addressText),
    subject: mail.subject ?? "",
    ...(mail.text !== undefined && { text: withoutLastBreak(mail.text) }),
    ...(mail.html !== undefined && { html: withoutLastBreak(mail.html) }),
    ...(mail.attachments.length > 0 && {
      attachments: mail.attachments.map(({ filename, mimeType, content }) => {
        return { fileName: filename ?? "attachment", mediaType: mimeType, content: String(content) };
      }),
    }),
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
}

/** Parameters "Name.member.1.Part", "Name.member.2.Part", and so on. */
function valuesOf(parameters: URLSearchParams, prefix: string, suffix = ""): string[] {
  const names = [...parameters.keys()].filter((name) => name.startsWith(prefix) && name.endsWith(suffix));
  return names.map((name) => parameters.get(name) ?? "");
}

/** SES accepts addresses beyond ASCII only in their encoded forms. */
function requireAddress(address: string): void {
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address)) throw invalid("Missing final '@domain', or not US-ASCII.");
}

function addressText({ name, address }: Address): string {
  return name && address ? `${name} <${address}>` : name || (address ?? "");
}

/** The reader of MIME ends every part with a line break of its own. */
function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, "");
}

function invalid(message: string): SesError {
  return new SesError("InvalidParameterValue", message);
}

/** A request that SES would refuse. */
export class SesError extends Error {
  override readonly name = "SesError";
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
