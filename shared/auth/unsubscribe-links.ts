/** The links in mails that turn reminders off, from the settings of the environment. */
import type { AccountHead } from "../account/store/account.ts";
import { readEnvironment } from "../platform/config/environment.ts";
import { mintUnsubscribeToken, unsubscribeUrl } from "./account-tokens.ts";
import { createPepper } from "./pepper.ts";

/** The pepper is read for the first link. */
export function unsubscribeLinksFrom(
  variables: Readonly<Record<string, string | undefined>>,
  now: () => number,
): (head: AccountHead) => Promise<string> {
  const { PUBLIC_URL: apiUrl } = readEnvironment(variables, "PUBLIC_URL");
  const pepper = createPepper(readEnvironment(variables, "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET"), now);
  return async (head) => unsubscribeUrl(apiUrl, mintUnsubscribeToken(head, await pepper.current()));
}
