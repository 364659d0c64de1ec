/** Social profiles and messengers, in the forms of Apple, Nextcloud, Google and others, sorted to the five networks. */
import { lookupHandle, normaliseHandle, type Platform, platformOfUrl } from "../../../shared/contact/handles.ts";
import { ownParameters } from "../../../shared/vcard/own-names.ts";
import { type Draft, keepAsLine, originOf, seeLabel, takeLabel, withoutPlace, withoutPlaceBeside } from "./draft.ts";
import type { Property } from "./property.ts";
import { ownTypes } from "./shown-type.ts";

const services = new Map<string, Platform>([
  ["linkedin", "network_a"],
  ["instagram", "network_b"],
  ["facebook", "network_c"],
  ["whatsapp", "network_d"],
  ["signal", "network_e"],
  ["telegram", "network_e"],
]);

/** Properties that are named after a service, such as X-INSTAGRAM, X-AIM, X-SKYPE-USERNAME and X-GOOGLE TALK. */
export function isServiceProperty(name: string): boolean {
  return serviceOf(name) !== undefined;
}

/** A profile of one of the networks becomes a handle; of others, its service and its name are said. */
export function placeProfile(draft: Draft, property: Property): void {
  const label = seeLabel(draft, property)?.text;
  const named = namedServices(property, label);
  const platform =
    named.map((word) => services.get(word.toLowerCase())).find((found) => found !== undefined) ??
    platformOfUrl(property.text);
  const user = property.parameter("X-USER") || property.parameter("USERNAME");
  if (platform !== "website") {
    const given = candidates(property.text, user);
    const value = given.find((text) => normaliseHandle(platform, text) !== null);
    if (value !== undefined) {
      placeHandle(draft, property, platform, value);
      noteWords(draft, property, { label, isSaid: (word) => services.get(word) === platform });
      for (const other of given) {
        if (handleKey(platform, other) !== handleKey(platform, value)) noteOther(draft, property, other, user);
      }
      return;
    }
  }
  const service = named[0] ?? label;
  const shown = handleShown(property.text) || user;
  keepAsLine(draft, property, service === undefined ? "Profile" : properName(service), shown);
  noteWords(draft, property, { label, isSaid: (word) => word === service?.toLowerCase() });
  if (!shown.toLowerCase().includes(user.toLowerCase())) noteOther(draft, property, user, user);
}

/** The label and the types, where they don't only say what service it is (`isSaid`, of a word in lower case). */
function noteWords(
  draft: Draft,
  property: Property,
  { label, isSaid }: { label?: string | undefined; isSaid: (word: string) => boolean },
): void {
  if (label !== undefined && isSaid(label.toLowerCase())) takeLabel(draft, property);
  if (property.types.length === 0) return;
  const types = property.typesAsWritten.filter((type) => {
    const word = type.toLowerCase();
    return !places.has(word) && !isSaid(word);
  });
  const words = ownTypes(types);
  if (words !== "") withoutPlaceBeside(draft, property, `TYPE of ${property.name}`, words);
}

/** What equal handles share; a text that is no handle stands for itself. */
function handleKey(platform: Platform, text: string): string {
  const handle = normaliseHandle(platform, text);
  return handle === null ? text.trim().toLowerCase() : lookupHandle(platform, handle);
}

/** A profile whose parameter names somebody else than its value: one of them is left out. */
function noteOther(draft: Draft, property: Property, text: string, user: string): void {
  withoutPlaceBeside(draft, property, text === user ? `the user name in ${property.name}` : property.name, text);
}

/** The number of a WhatsApp account that its own exports write beside a phone number. */
export function placeAccountNumber(draft: Draft, property: Property): void {
  const stated = property.parameter("WAID").trim();
  if (stated === "") return;
  const digits = stated.replace(/[+\s().-]/g, "");
  if (!/^\d{5,15}$/.test(digits)) {
    withoutPlaceBeside(draft, property, `WAID of ${property.name}`, stated);
    return;
  }
  draft.row.valuesSeen += 1;
  placeHandle(draft, property, "network_d", `+${digits}`);
}

/** A web address, of one of the networks or another. */
export function placeUrl(draft: Draft, property: Property): void {
  const isWebsite = property.parameter(ownParameters.field).toLowerCase() === "website";
  placeHandle(draft, property, "website", property.text, isWebsite);
  if (property.types.length === 0) return;
  const platform = platformOfUrl(property.text);
  noteWords(draft, property, { isSaid: (word) => word !== "" && services.get(word) === platform });
}

function placeHandle(draft: Draft, property: Property, platform: Platform, value: string, isCertain = false): void {
  const handle = { ...originOf(property), platform, value, ...(isCertain && { isCertain }) };
  if (draft.row.handles.length < maxHandles) draft.row.handles.push(handle);
  else withoutPlace(draft, property);
}

/** More than a contact has, so that it is said that some are left out. */
const maxHandles = 100;

/** The words that may say what service it is, the surest first. */
function namedServices(property: Property, label: string | undefined): string[] {
  const scheme = /^[a-z][a-z-]{1,20}(?=:)/i.exec(property.text)?.[0] ?? "";
  const words = [
    serviceOf(property.name),
    property.parameter("X-SERVICE-TYPE"),
    property.parameter("SERVICE-TYPE"),
    ...property.types.filter((type) => !places.has(type)),
    label,
    schemes.has(scheme.toLowerCase()) ? "" : scheme,
  ];
  return words.filter((word): word is string => word !== undefined && word !== "");
}

/** Types that say where or how somebody uses a profile. */
const places = new Set(["home", "work", "other", "internet", "voice", "personal", "business", "mobile", "video"]);
/** Schemes that say nothing about the service. */
const schemes = new Set(["http", "https", "x-apple", "mailto"]);

/** Services that have a property of their own, by the word behind X- and a vendor's mark (X-messaging/aim-All of KDE). */
const serviceNames = new Map(
  [
    ...[...services.keys()].map((name): [string, string] => [name, name]),
    ["AIM", "AIM"],
    ["ICQ", "ICQ"],
    ["MSN", "MSN"],
    ["QQ", "QQ"],
    ["YAHOO", "Yahoo"],
    ["SKYPE", "Skype"],
    ["JABBER", "Jabber"],
    ["XMPP", "XMPP"],
    ["IRC", "IRC"],
    ["GTALK", "Google Talk"],
    ["GOOGLE TALK", "Google Talk"],
    ["GOOGLETALK", "Google Talk"],
    ["GADUGADU", "Gadu-Gadu"],
    ["GADU", "Gadu-Gadu"],
    ["GROUPWISE", "GroupWise"],
    ["TWITTER", "Twitter"],
    ["MASTODON", "Mastodon"],
    ["MATRIX", "Matrix"],
    ["SIP", "SIP"],
    ["IM", "instant messaging"],
    ["IMADDRESS", "instant messaging"],
  ].map(([word, name]): [string, string] => [(word ?? "").toUpperCase(), name ?? ""]),
);

function serviceOf(name: string): string | undefined {
  const word = name.replace(vendorMark, "").replace(/-(?:ID|USERNAME|ALL|HOME|WORK)$/, "");
  return word === name ? undefined : serviceNames.get(word.replace("-", " "));
}

const vendorMark = /^X-(?:MESSAGING\/|EVOLUTION-|KADDRESSBOOK-X-|MS-)?/;

/** A service as messages name it. */
function properName(service: string): string {
  const known = serviceNames.get(service.toUpperCase().replace("-", " ")) ?? service;
  const name = known.slice(0, longestName);
  return /^[a-z]/.test(name) && known !== "instant messaging" ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

const longestName = 40;

/** A link, a scheme with a handle (`x-apple:name`, `xmpp:name@chat.facebook.com`), or the bare handle. */
function candidates(text: string, user: string): string[] {
  const withoutService = text.trim().replace(/^[a-z-]{1,40}:(?=https?:\/\/)/i, "");
  const isLink = /^(?:https?|sgnl|tg|whatsapp):\/\//i.test(withoutService);
  const bare = withoutScheme(withoutService).replace(/@chat\.facebook\.com$/i, "");
  return (isLink ? [withoutService, user] : [user, bare]).filter((candidate) => candidate !== "");
}

function withoutScheme(text: string): string {
  return text.replace(/^[a-z][a-z-]{0,39}:(?:\/\/)?/i, "");
}

/** Between the names of several accounts. */
const separatorOfKde = "\ue000";

/** Links stay links. */
function handleShown(text: string): string {
  const trimmed = text.trim().replaceAll(separatorOfKde, ", ");
  return /^https?:/i.test(trimmed) ? trimmed : withoutScheme(trimmed);
}
