/** The sender of all mails, as the settings name it. */
import { deliverableAddress, type Mailbox } from "./message.ts";

/** `Name <address>` or an address alone. Throws `AddressError`. */
export function parseMailbox(text: string): Mailbox {
  const [, name = "", address = text] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  return { name: name.replace(/^"(.*)"$/, "$1"), address: deliverableAddress(address.trim()) };
}
