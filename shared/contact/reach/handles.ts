/** Handles on the five networks, and websites: every spelling has the same stored form. */
import { contactLimits } from "../limits.ts";
import { toE164 } from "./phones.ts";

export const platforms = ["network_a", "network_b", "network_c", "network_d", "network_e", "website"] as const;

export type Platform = (typeof platforms)[number];

/**
 * The stored form, or null if the text is not a handle of the platform. It is a profile URL for network_a, the handle in its
 * own case for network_b and network_c, a number in E.164 for network_d and network_e, and an http or https address for
 * website.
 */
export function normaliseHandle(platform: Platform, text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > longestAddress) return null;
  switch (platform) {
    case "network_a":
      return professionalProfile(trimmed);
    case "network_b":
      return photoHandle(trimmed);
    case "network_c":
      return socialHandle(trimmed);
    case "network_d":
    case "network_e":
      return messengerNumber(trimmed);
    case "website":
      return website(trimmed);
  }
}

/** The key by which equal handles are found: case-folded, and the same for all spellings of an address. */
export function lookupHandle(platform: Platform, normalised: string): string {
  switch (platform) {
    case "network_a":
      return fold(normalised.startsWith(profileStart) ? normalised.slice(profileStart.length) : normalised);
    case "network_b":
    case "network_c":
      return fold(normalised);
    case "network_d":
    case "network_e":
      return normalised;
    case "website":
      return fold(percentDecoded(normalised.replace(/^https?:\/\//i, "").replace(/^www\./i, ""))).replace(/\/$/, "");
  }
}

/** The network that a web address belongs to, otherwise `website`. */
export function platformOfUrl(text: string): Platform {
  const url = text.length > longestAddress ? null : asWebAddress(text.trim());
  if (url === null) return "website";
  const host = url.hostname;
  if (isHostOf(host, ["linkedin.com"])) return "network_a";
  if (isHostOf(host, photoHosts)) return "network_b";
  if (isHostOf(host, socialHosts)) return "network_c";
  if (isHostOf(host, ["wa.me", "whatsapp.com"])) return "network_d";
  if (isHostOf(host, ["signal.me", "t.me", "telegram.me"])) return "network_e";
  return "website";
}

const profileStart = "https://www.linkedin.com/in/";
/** The longest address, with tracking parameters, which are dropped. */
const longestAddress = 10_000;
const photoHosts = ["instagram.com", "instagr.am", "ig.me"];
const socialHosts = ["facebook.com", "fb.com", "fb.me", "m.me"];
const photoPages = new Set(["p", "reel", "reels", "explore", "accounts", "tv", "direct", "about"]);
const socialPages = new Set([
  "groups",
  "events",
  "watch",
  "marketplace",
  "sharer",
  "share",
  "login",
  "help",
  "photo.php",
]);

const professionalSlug = /^(?!\.+$)[^\s/?#@:%\\"<>\p{Cc}\p{Cs}]{1,100}$/u;
const photoName = /^[a-z0-9._]{1,30}$/i;
const socialName = /^[\p{L}\p{N}._-]{1,100}$/u;

function professionalProfile(text: string): string | null {
  const url = text.includes("/") ? asWebAddress(text) : null;
  if (url && isHostOf(url.hostname, ["linkedin.com"])) {
    const parts = pathOf(url);
    const at = parts.findIndex((part) => part.toLowerCase() === "in");
    if (at >= 0) return professionalUrl(parts[at + 1] ?? "");
    // Public profiles from before 2015 have another path, which can't be converted to the newer one.
    const readable = parts.length > 1 && parts.every((part) => professionalSlug.test(part));
    return parts[0] === "pub" && readable ? `https://www.linkedin.com/${parts.join("/")}` : null;
  }
  return professionalUrl(percentDecoded(text.replace(/^@|^\/?in\//, "").replace(/\/$/, "")));
}

function professionalUrl(slug: string): string | null {
  // NFC makes some letters longer.
  const composed = slug.normalize("NFC");
  return professionalSlug.test(composed) ? profileStart + composed : null;
}

function photoHandle(text: string): string | null {
  const url = text.includes("/") ? asWebAddress(text) : null;
  if (url === null) return matching(photoName, percentDecoded(text.replace(/^@/, "")));
  if (!isHostOf(url.hostname, photoHosts)) return null;
  const parts = pathOf(url);
  const first = parts[0] ?? "";
  const name = first === "_u" || first === "stories" || first === "m" ? parts[1] : first;
  return photoPages.has(first) ? null : matching(photoName, (name ?? "").replace(/^@/, ""));
}

function socialHandle(text: string): string | null {
  const url = text.includes("/") ? asWebAddress(text) : null;
  if (url === null) return matching(socialName, percentDecoded(text.replace(/^@/, "")));
  if (!isHostOf(url.hostname, socialHosts)) return null;
  const parts = pathOf(url);
  const first = (parts[0] ?? "").toLowerCase();
  if (first === "profile.php") return matching(/^\d{1,20}$/, url.searchParams.get("id") ?? "");
  if (first === "people" || first === "pages") return matching(/^\d{1,20}$/, parts[2] ?? "");
  return socialPages.has(first) ? null : matching(socialName, (parts[0] ?? "").replace(/^@/, ""));
}

function messengerNumber(text: string): string | null {
  const jid = /^\+?(\d{5,15})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/.exec(text);
  if (jid) return toE164(`+${jid[1]}`);
  const link =
    /^(?:https?:\/\/)?(?:www\.|api\.|web\.)?(?:wa\.me|whatsapp\.com|signal\.me|t\.me|telegram\.me)\/(.*)$/i.exec(
      text.replace(/^(?:sgnl|tg|whatsapp):\/\//i, "https://wa.me/"),
    );
  if (!link) return toE164(text);
  const number = /(?:^|p\/|phone=)(?:\+|%2b)?(\d{5,15})(?:$|[/?&#])/i.exec(link[1] ?? "");
  return number ? toE164(`+${number[1]}`) : null;
}

function website(text: string): string | null {
  const hasScheme = /^https?:\/\//i.test(text);
  const address = hasScheme ? text : `https://${text.replace(/^\/\//, "")}`;
  if (address.length > contactLimits.website || /\s/.test(address)) return null;
  const url = asWebAddress(text);
  if (url === null || (!hasScheme && !url.hostname.includes("."))) return null;
  const parts = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(address);
  if (!parts) return null;
  const [, scheme = "", authority = "", rest = ""] = parts;
  const host = authority.lastIndexOf("@") + 1;
  return `${scheme.toLowerCase()}://${authority.slice(0, host)}${authority.slice(host).toLowerCase()}${rest}`;
}

/** Null unless the scheme is http or https; a missing scheme means https. */
function asWebAddress(text: string): URL | null {
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/?#]|$))/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") return null;
  const url = URL.parse(scheme === undefined ? `https://${text.replace(/^\/\//, "")}` : text);
  return url?.hostname ? url : null;
}

function pathOf(url: URL): string[] {
  return url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(percentDecoded);
}

function isHostOf(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing is an ordinary character.
    return text;
  }
}

function matching(pattern: RegExp, text: string): string | null {
  return pattern.test(text) ? text : null;
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
