/**
 * Whether a row of a file and a contact, or another row, are one person: decided here alone, for the preview of a file and
 * for its commit.
 */
import { lookupHandle, type Platform } from "../contact/handles.ts";
import { isSameNumber, phoneLookupKey } from "../contact/phones.ts";
import type { Lookup } from "../table/contact-derived.ts";
import { isNamedBy } from "./derived-names.ts";
import { type Dated, tellOtherBirthdays } from "./identity-birthdays.ts";
import { haveSameFullName, type PersonName, shareWord, wordsAgree } from "./identity-names.ts";

/** Somebody as far as they are told from others; handles as they are stored. */
export interface Somebody extends PersonName, Dated {
  readonly network_a?: string | null | undefined;
  readonly network_b?: string | null | undefined;
  readonly network_c?: string | null | undefined;
  readonly emails?: readonly { readonly value: string }[] | null | undefined;
  readonly phones?:
    | readonly { readonly prefix: string; readonly value: string; readonly type: string }[]
    | null
    | undefined;
}

/**
 * What two have in common: a value by which contacts are looked up, a card's UID that a contact has a mark of (`uid`) or
 * that is a contact's id (`export`), or name and day of connecting to network_a (`connection`).
 */
export type Proof = Lookup | { kind: "uid" | "export" | "connection" };

type Rule = (one: Somebody, other: Somebody, agree: () => boolean) => boolean;

const rules = {
  profile: (one, other, agree) =>
    agree() || !(haveOtherProfiles(one, other) || haveOtherEmails(one, other) || haveOtherBirthdays(one, other)),
  shared: (one, other, agree) => agree() && !haveOtherBirthdays(one, other),
  export: (one, other, agree) =>
    (agree() ||
      shareWord(one, other) ||
      shareEmail(one, other) ||
      networks.some((network) => haveSame(network, one, other))) &&
    !haveOtherBirthdays(one, other),
  connection: (one, other) => !haveOtherProfiles(one, other) && !haveOtherEmails(one, other),
} as const satisfies Record<string, Rule>;

export function areOnePerson(proof: Proof, one: Somebody, other: Somebody): boolean {
  return rules[ruleOf(proof)](one, other, () => agreeBy(proof, one, other));
}

/** A profile is one person's. An e-mail address, a number, a website or a UID may be shared by a family or a company. */
function ruleOf(proof: Proof): keyof typeof rules {
  if (proof.kind === "export" || proof.kind === "connection") return proof.kind;
  return proof.kind === "handle" && isNetwork(proof.platform) ? "profile" : "shared";
}

/** A name that is the shared value itself says nothing: it agrees with any. */
function agreeBy(proof: Proof, one: Somebody, other: Somebody): boolean {
  if (namesAgree(one, other)) return true;
  return "value" in proof && (isNamedBy(one, proof) || isNamedBy(other, proof));
}

export function namesAgree(one: Somebody, other: Somebody): boolean {
  return wordsAgree(one, other, () => {
    return haveOtherBirthdays(one, other) || haveOtherEmails(one, other) || haveOtherMobiles(one, other);
  });
}

/** Relatives share an address or a number, and may share a part of the name, or, as father and son, all of it. */
export function haveOtherBirthdays(one: Somebody, other: Somebody): boolean {
  return tellOtherBirthdays(one, other, () => haveSameFullName(one, other));
}

/** The networks whose profiles are one person's; the others are messengers, whose numbers may be shared. */
const networks = ["network_a", "network_b", "network_c"] as const;

function isNetwork(platform: Platform): boolean {
  return networks.some((network) => network === platform);
}

function haveOtherProfiles(one: Somebody, other: Somebody): boolean {
  return networks.some((network) => one[network] && other[network] && !haveSame(network, one, other));
}

function haveSame(network: (typeof networks)[number], one: Somebody, other: Somebody): boolean {
  const [own, given] = [one[network], other[network]];
  return !!own && !!given && lookupHandle(network, own) === lookupHandle(network, given);
}

function haveOtherEmails(one: Somebody, other: Somebody): boolean {
  return !!one.emails?.length && !!other.emails?.length && !shareEmail(one, other);
}

function shareEmail(one: Somebody, other: Somebody): boolean {
  const own = (one.emails ?? []).map(({ value }) => value.toLowerCase());
  return (other.emails ?? []).some(({ value }) => own.includes(value.toLowerCase()));
}

function haveOtherMobiles(one: Somebody, other: Somebody): boolean {
  const [own, given] = [mobilesOf(one), mobilesOf(other)];
  return own.length > 0 && given.length > 0 && !own.some((number) => given.some((each) => isSameNumber(number, each)));
}

function mobilesOf({ phones }: Somebody): string[] {
  const mobiles = (phones ?? []).filter(({ type }) => /mobil|cell/i.test(type));
  return mobiles.map(({ prefix, value }) => phoneLookupKey(prefix, value));
}
