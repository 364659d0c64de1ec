/** The URLs to which webhooks may lead. Names are resolved, and their addresses checked, at every delivery. */
import { addressInUrl, isLoopbackAddress, isPublicAddress } from "../../shared/webhook/address-rules.ts";

/** Why no webhook may lead there; undefined if one may. */
export function urlFault(text: string): string | undefined {
  // The parser escapes or removes a blank, so that events would go to another URL than the one that was sent.
  if (/\s/.test(text)) return "Must have no blanks: a blank in a URL is %20";
  if (!URL.canParse(text)) return "Must be a URL";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "Must not have a user name or a password";
  if (leadsToLoopback(text)) return /^https?:$/.test(url.protocol) ? undefined : "Must be an http or https URL";
  if (url.protocol !== "https:") return "Must be an https URL";
  const address = addressInUrl(url);
  return address === undefined || isPublicAddress(address) ? undefined : notPublic;
}

export const notPublic = "Must lead to an address of the public internet";

/** Whether the URL names the machine that it is used on. Only settings of a laptop allow that. */
export function leadsToLoopback(text: string): boolean {
  const url = new URL(text);
  const address = addressInUrl(url);
  return address === undefined ? /^(.*\.)?localhost\.?$/.test(url.hostname) : isLoopbackAddress(address);
}
