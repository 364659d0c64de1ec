/** What an entry of a list says about an account. */
import { normaliseHandle, platformOfUrl } from "../../../shared/contact/handles.ts";
import { fold } from "../../../shared/text/fold.ts";
import { isNameOfNobody } from "./closed-accounts.ts";

export interface FoundAccount {
  /** As the file spells it; empty when the entry has only a name. */
  handle: string;
  /** What the account calls itself, where the file says so; empty otherwise. */
  name: string;
  /** When it was put on the list, as the file has it. */
  time: unknown;
  /** Values about the account that no field of a contact takes, by the file's own words for them. */
  withoutPlace: string[];
}

/** A text of an entry, and the file's word for it. */
export interface Said {
  property: string;
  text: string;
}

const anyHandle = /^[a-z0-9._]{1,30}$/i;
/** As the network writes handles; with capitals or blanks it is rather a name. */
const plainHandle = /^[a-z0-9._]{1,30}$/;

/** The handle that a text is, `@` before it or not; else empty. */
export function handleIn(text: string): string {
  const bare = text.trim().replace(/^@/, "");
  return anyHandle.test(bare) && /[a-z0-9_]/i.test(bare) ? bare : "";
}

export function looksLikeHandle(text: string): boolean {
  return plainHandle.test(text.trim());
}

/** `nobody` is a page of the network that is no account's, such as a hashtag; `none` no link that says anything. */
export type LinkTarget = { to: "account"; handle: string } | { to: "nobody" | "elsewhere" | "none" };

export function followLink(text: string): LinkTarget {
  const link = text.trim();
  const path = /^(?:https?:\/\/)?[^/?#\s]+\/([^?#\s]*)/i.exec(link)?.[1];
  if (path === undefined) return { to: link === "" ? "none" : "elsewhere" };
  const handle = normaliseHandle("network_b", link);
  if (handle !== null) return { to: "account", handle };
  if (platformOfUrl(link) !== "network_b") return { to: "elsewhere" };
  const parts = path.split("/").filter((part) => part !== "" && part !== "_u");
  return { to: parts.length === 0 ? "none" : parts.length === 1 ? "elsewhere" : "nobody" };
}

export function isLink(text: string): boolean {
  return /^https?:\/\//i.test(text.trim());
}

/**
 * The name among texts that are not the handle, `named` before all, and what has no place beside it: another name,
 * another handle, and the network's words for somebody without a name.
 */
export function chooseName(
  handle: string,
  texts: readonly Said[],
  named?: Said,
): Pick<FoundAccount, "name" | "withoutPlace"> {
  const isOther = ({ text }: Said) => {
    const bare = text.trim().replace(/^@/, "");
    return bare !== "" && bare.toLowerCase() !== handle.toLowerCase();
  };
  const others = texts.filter(isOther);
  const isName = (said: Said) => isOther(said) && !isNameOfNobody(said.text);
  const chosen =
    named && isName(named)
      ? named
      : others.find((said) => isName(said) && !isLink(said.text) && !looksLikeHandle(said.text));
  const name = (chosen?.text ?? "").slice(0, longestName).trim();
  const withoutPlace = others
    .filter((each) => each !== chosen && fold(each.text.slice(0, longestName)) !== fold(name))
    .map(({ property }) => property);
  return { name, withoutPlace };
}

/** More than a contact takes, so that what is cut is said. */
const longestName = 1_000;
