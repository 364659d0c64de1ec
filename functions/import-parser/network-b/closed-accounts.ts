/**
 * What the network writes in place of an account that was closed. Exports mostly leave such an account out, or leave its
 * entry without a handle.
 */
import { fold } from "../../../shared/text/fold.ts";

/** What an entry says of whose account it is. */
export interface Identified {
  handle: string;
  /** The entry has a link to the account. */
  isLinked: boolean;
  /** All texts where a handle or a name may stand. */
  texts: readonly string[];
}

/**
 * Whether an entry's handle is only a placeholder. Words that somebody may have taken for a handle are believed to be
 * placeholders only where the entry has no link, or calls the account by the network's words for nobody too.
 */
export function isClosedAccount({ handle, isLinked, texts }: Identified): boolean {
  if (isClosedHandle(handle)) return true;
  const isNameless = texts.some((text) => text.toLowerCase() !== handle.toLowerCase() && isNameOfNobody(text));
  return possibleHandles.has(handle.toLowerCase()) && (!isLinked || isNameless);
}

/** Of no living account: `__deleted__` alone, with a number or with hexadecimal digits, and `deleted_account`. */
export function isClosedHandle(handle: string): boolean {
  return /^(?:__deleted__(?:\d+|[\da-f]{8,})?|deleted_account)$/i.test(handle);
}

/** The network shows these words, in the language of whoever looks, where an account has no name any more. */
export function isNameOfNobody(text: string): boolean {
  return text.length <= longest && names.has(fold(text.trim()));
}

const possibleHandles = new Set(["instagrammer", "instagramuser", "instagram_user"]);

const names = new Set(
  [
    ...["Instagram User", "Instagrammer", "Instagram-Nutzer", "Instagram-Nutzerin", "Instagram-gebruiker"],
    ...["Utilisateur Instagram", "Utilisateur d'Instagram", "Utente Instagram", "Utente di Instagram"],
    ...["Usuario de Instagram", "Usuário do Instagram", "Utilizador do Instagram"],
  ].map(fold),
);
const longest = 60;
