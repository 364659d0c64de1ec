/** Social profiles and messengers, in the forms of Apple, Nextcloud, Google and Android, sorted to the five networks. */
import { normaliseHandle, type Platform, platformOfUrl } from "../../../shared/contact/handles.ts";
import type { RawHandle } from "../../../shared/imports/raw-row.ts";
import { type Draft, originOf, takeLabel } from "./draft.ts";
import { type Property, parameter } from "./property.ts";

const services: Readonly<Record<string, Platform>> = {
  linkedin: "network_a",
  instagram: "network_b",
  facebook: "network_c",
  whatsapp: "network_d",
  signal: "network_e",
  telegram: "network_e",
};

/** Properties that are named after their service, such as X-INSTAGRAM. */
export function isServiceProperty(name: string): boolean {
  return serviceOf(name) !== undefined;
}

/** The handle of X-SOCIALPROFILE, IMPP or a service's own property; null when it is of none of the networks, or not readable as such. */
export function readProfile(draft: Draft, property: Property): RawHandle | null {
  const named = [
    serviceOf(property.name),
    parameter(property, "X-SERVICE-TYPE"),
    parameter(property, "SERVICE-TYPE"),
    ...property.types,
    takeLabel(draft, property)?.text,
    /^[a-z]+(?=:)/i.exec(property.text)?.[0],
  ];
  const platform =
    named.map((word) => services[(word ?? "").toLowerCase()]).find((found) => found !== undefined) ??
    platformOfUrl(property.text);
  if (platform === "website") return null;
  const user = parameter(property, "X-USER") || parameter(property, "USERNAME");
  const value = candidates(property.text, user).find((text) => normaliseHandle(platform, text) !== null);
  return value === undefined ? null : { ...originOf(property), platform, value };
}

/** The number of a WhatsApp account that its own exports write beside a phone number. */
export function readAccountNumber(property: Property): RawHandle | null {
  const digits = parameter(property, "WAID");
  return /^\d{5,15}$/.test(digits) ? { ...originOf(property), platform: "network_d", value: `+${digits}` } : null;
}

function serviceOf(name: string): string | undefined {
  const word = /^X-([A-Z]+)(?:-ID|-USERNAME)?$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(services, word) ? word : undefined;
}

/** A link, a scheme with a handle (`x-apple:name`, `xmpp:name@chat.facebook.com`), or the bare handle. */
function candidates(text: string, user: string): string[] {
  const withoutService = text.trim().replace(/^[a-z-]+:(?=https?:\/\/)/i, "");
  const isLink = /^(?:https?|sgnl|tg|whatsapp):\/\//i.test(withoutService);
  const bare = withoutService.replace(/^[a-z][a-z-]*:(?:\/\/)?/i, "").replace(/@chat\.facebook\.com$/i, "");
  return (isLink ? [withoutService, user] : [user, bare]).filter((candidate) => candidate !== "");
}
