/** Addresses that SES takes. */
import { domainToASCII } from "node:url";

/** Mail can't be sent to an address. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/**
 * The address with its domain in ASCII. SES only accepts local parts in ASCII. Quoted local parts are not in use, so only
 * dot-atoms are accepted (RFC 5322, section 3.2.3). Throws `AddressError`.
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

/** Whether mail can be sent to this address. */
export function isDeliverable(address: string): boolean {
  try {
    return deliverableAddress(address) !== "";
  } catch (error) {
    if (error instanceof AddressError) return false;
    throw error;
  }
}
