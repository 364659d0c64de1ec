/** Maps social profiles and messengers of Apple, Nextcloud, Google and other writers to the five networks. */
import { normaliseHandle, type Platform, platformOfUrl } from "../../../../shared/contact/reach/handles.ts";
import type { RawHandle } from "../../../../shared/import/row/raw-row.ts";
import { ownParameters } from "../../../../shared/vcard/own-names.ts";
import { ownTypes } from "../decode/head.ts";
import type { Property } from "../decode/property.ts";
import { type CardDraft, originOf } from "./card-draft.ts";

const services = new Map<string, Platform>([
  ["linkedin", "network_a"],
  ["instagram", "network_b"],
  ["facebook", "network_c"],
  ["whatsapp", "network_d"],
  ["signal", "network_e"],
  ["telegram", "network_e"],
]);

/** Services by the word in their property name after X- and a vendor prefix, such as KDE's X-messaging/aim-All. */
const serviceNames = new Map([
  ...[...services.keys()].map((name): [string, string] => [name.toUpperCase(), name]),
  ...["AIM", "ICQ", "MSN", "QQ", "IRC", "SIP", "XMPP"].map((name): [string, string] => [name, name]),
  ...["Yahoo", "Skype", "Jabber", "Twitter", "Mastodon", "Matrix"].map((name): [string, string] => {
    return [name.toUpperCase(), name];
  }),
  ["GTALK", "Google Talk"],
  ["GOOGLE TALK", "Google Talk"],
  ["GOOGLETALK", "Google Talk"],
  ["GADUGADU", "Gadu-Gadu"],
  ["GADU", "Gadu-Gadu"],
  ["GROUPWISE", "GroupWise"],
  ["IM", "instant messaging"],
  ["IMADDRESS", "instant messaging"],
]);

/** Returns whether the name contains a service, as in X-INSTAGRAM, X-AIM, X-SKYPE-USERNAME and X-GOOGLE TALK. */
export function isServiceProperty(name: string): boolean {
  return serviceOf(name) !== undefined;
}

function serviceOf(name: string): string | undefined {
  const word = name.replace(vendorMark, "").replace(/-(?:ID|USERNAME|ALL|HOME|WORK)$/, "");
  return word === name ? undefined : serviceNames.get(word.replace("-", " "));
}

const vendorMark = /^X-(?:MESSAGING\/|EVOLUTION-|KADDRESSBOOK-X-|MS-)?/;

/** Maps a profile on one of the five networks to a handle, and any other profile to a line of the notes. */
export function mapProfile(draft: CardDraft, property: Property): void {
  const label = draft.annotation("X-ABLABEL", property)?.text;
  const named = namedServices(property, label);
  const known = named.map((word) => services.get(word.toLowerCase())).find((platform) => platform !== undefined);
  const platform = known ?? platformOfUrl(property.text);
  const user = property.parameter("X-USER") || property.parameter("USERNAME");
  const texts = platform === "website" ? [] : candidates(property.text, user);
  const read = texts.map((text) => ({ text, handle: normaliseHandle(platform, text) }));
  const first = read.find(({ handle }) => handle !== null);
  if (first) {
    addHandle(draft, property, platform, first.text);
    noteWords(draft, property, label, (word) => services.get(word) === platform);
    const key = ({ text, handle }: (typeof read)[number]) => (handle ?? text).toLowerCase();
    const other = read.find((each) => key(each) !== key(first));
    if (other) draft.leaveBeside(property, `the other handle of ${property.name}`, other.text);
    return;
  }
  const service = named[0] ?? label;
  const shown = handleShown(property.text) || user;
  draft.addLine(property, service === undefined ? "Profile" : properName(service), shown);
  noteWords(draft, property, label, (word) => word === service?.toLowerCase());
}

/** Maps a web address, which may be a profile on one of the networks. */
export function mapUrl(draft: CardDraft, property: Property): void {
  const isCertain = property.parameter(ownParameters.field).toLowerCase() === "website";
  const platform = platformOfUrl(property.text);
  const isService = (word: string) => services.get(word) === platform;
  const { text = "", builtIn = false } = draft.useLabel(property) ?? {};
  const isOwn = !builtIn && !websiteTypes.test(text) && !isService(text.toLowerCase());
  const label = text === "" || anyWebsite.test(text) ? {} : { label: { text, isOwn } };
  addHandle(draft, property, "website", property.text, { ...(isCertain && { isCertain }), ...label });
  noteWords(draft, property, undefined, isService);
}

/** The types of websites in Google's contacts, which cards have as labels. */
const websiteTypes = /^(?:home-?page|blog|profile|home|work|other|ftp)$/i;
const anyWebsite = /^(?:home-?page|other)$/i;

/** Uses a label that only names the service, and leaves out other types. `isService` receives a word in lower case. */
function noteWords(
  draft: CardDraft,
  property: Property,
  label: string | undefined,
  isService: (word: string) => boolean,
): void {
  if (label !== undefined && isService(label.toLowerCase())) draft.useLabel(property);
  const types = property.head.types.filter(
    (type) => !usesOfProfiles.has(type.toLowerCase()) && !isService(type.toLowerCase()),
  );
  const words = ownTypes(types);
  if (words !== "") draft.leaveBeside(property, `TYPE of ${property.name}`, words);
}

function addHandle(
  draft: CardDraft,
  property: Property,
  platform: Platform,
  value: string,
  more: Pick<RawHandle, "isCertain" | "label"> = {},
): void {
  draft.add(draft.row.handles, property, { ...originOf(property), platform, value, ...more });
}

/** Returns the words that may name the service. The most reliable word is first. */
function namedServices(property: Property, label: string | undefined): string[] {
  const scheme = /^[a-z][a-z-]{1,20}(?=:)/i.exec(property.text)?.[0] ?? "";
  const words = [
    serviceOf(property.name),
    property.parameter("X-SERVICE-TYPE"),
    property.parameter("SERVICE-TYPE"),
    ...property.head.types.map((type) => type.toLowerCase()).filter((type) => !usesOfProfiles.has(type)),
    label,
    schemes.has(scheme.toLowerCase()) ? "" : scheme,
  ];
  return words.filter((word): word is string => word !== undefined && word !== "");
}

/** These types describe where or how a profile is used. */
const usesOfProfiles = new Set("home work other internet voice personal business mobile video".split(" "));
/** These schemes do not identify a service. */
const schemes = new Set(["http", "https", "x-apple"]);

/** Returns the name of a service for a line of the notes. */
function properName(service: string): string {
  const known = serviceNames.get(service.toUpperCase().replace("-", " ")) ?? service;
  const name = known.slice(0, longestName);
  return /^[a-z]/.test(name) && known !== "instant messaging" ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

const longestName = 40;

/** Returns the possible handles of a link, a URI (`x-apple:name`, `xmpp:name@chat.facebook.com`), or a plain handle. */
function candidates(text: string, user: string): string[] {
  const written = text.trim();
  const isLink = /^https?:\/\//i.test(written);
  const bare = withoutScheme(written).replace(/@chat\.facebook\.com$/i, "");
  return (isLink ? [written, user] : [user, bare]).filter((candidate) => candidate !== "");
}

function withoutScheme(text: string): string {
  return text.replace(/^[a-z][a-z-]{0,39}:(?:\/\/)?/i, "");
}

/** Returns a link unchanged and other text without its scheme. KDE separates several accounts by U+E000. */
function handleShown(text: string): string {
  const trimmed = text.trim().replaceAll("\ue000", ", ");
  return /^https?:/i.test(trimmed) ? trimmed : withoutScheme(trimmed);
}
