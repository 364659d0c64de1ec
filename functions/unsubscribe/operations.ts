/** The operations of the unsubscribe routes. */

import { type AccountHead, findAccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { accountOfUnsubscribeToken, matchesUnsubscribeToken } from "../../shared/auth/account-tokens.ts";
import type { Pepper } from "../../shared/auth/pepper.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { acceptsHtml } from "../../shared/platform/http/answer/respond.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import { planSettings } from "../../shared/reminder/account-settings.ts";
import type { routeGroup } from "./group.ts";
import { pagePolicy, unknownLinkPage, unsubscribePage } from "./page.ts";

export interface UnsubscribeParts {
  store: Store;
  pepper: Pepper;
  now: () => Date;
}

export function unsubscribeOperations(parts: UnsubscribeParts): Operations<typeof routeGroup.rows> {
  const { store, pepper, now } = parts;
  const headers = { "content-security-policy": pagePolicy };
  const show = ({ language, remindersEnabled }: AccountHead) => {
    return { status: 200 as const, headers, body: unsubscribePage(language, remindersEnabled) };
  };
  const findAccount = async (token: string): Promise<AccountHead | undefined> => {
    const accountId = accountOfUnsubscribeToken(token);
    const head = accountId === undefined ? undefined : await findAccountHead(store, accountId);
    const version = head && (await pepper.find((one) => matchesUnsubscribeToken(token, head, one)));
    return version === undefined ? undefined : head;
  };
  /** Throws `not_found` for a caller that does not accept HTML. */
  const refuse = (requestHeaders: Input["headers"]) => {
    if (!acceptsHtml(requestHeaders.accept)) throw new AppError("not_found");
    const [language = ""] = (requestHeaders["accept-language"] ?? "").split(/[,;]/);
    return { status: 404 as const, headers, body: unknownLinkPage(language.trim()) };
  };
  return {
    async showUnsubscribePage({ params: { token }, headers: requestHeaders }) {
      const head = await findAccount(token);
      return head ? show(head) : refuse(requestHeaders);
    },

    async turnOffReminders({ params: { token }, headers: requestHeaders }) {
      const found = await findAccount(token);
      if (!found) return refuse(requestHeaders);
      const plan = (head: AccountHead) => planSettings(store, head, { remindersEnabled: false }, now());
      return show((await writeAccount(store, found.accountId, plan)).result);
    },
  };
}
