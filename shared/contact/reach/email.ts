/** Syntax of e-mail addresses: dot-atom local parts (RFC 5322, 3.4.1), also beyond ASCII (RFC 6531), and host names. */
import { domainToASCII } from "node:url";

const localPart = /^[^\s@<>()[\]\\,;:"]+$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** Checks the syntax, not whether the address exists. */
export function looksLikeEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > 64) return false;
  const local = text.slice(0, at);
  if (!localPart.test(local) || local.startsWith(".") || local.endsWith(".") || local.includes("..")) return false;
  const labels = text.slice(at + 1).split(".");
  return labels.length > 1 && labels.every((label) => domainLabel.test(label));
}

/** Only the host is case-insensitive. */
export function lowerCaseDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

/**
 * The form that all spellings of an address share: lower case, composed letters (NFC), and the host in ASCII (IDNA, UTS
 * 46). It is only for comparison; the stored address keeps its spelling.
 */
export function emailIdentity(address: string): string {
  const lower = address.toLowerCase();
  if (/^[!-~]*$/.test(lower)) return lower;
  const at = lower.lastIndexOf("@");
  const host = lower.slice(at + 1);
  return `${lower.slice(0, at)}@${domainToASCII(host) || host}`.normalize("NFC");
}
