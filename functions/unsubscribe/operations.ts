/** What the unsubscribe routes do. */
import type { ReadPepper } from "../../shared/auth/pepper.ts";
import { looksLikeUnsubscribeToken, readUnsubscribeToken } from "../../shared/auth/unsubscribe-token.ts";
import { AppError } from "../../shared/http/errors.ts";
import type { Input, Operations } from "../../shared/http/route.ts";
import { takesHtml } from "../../shared/http/takes-html.ts";
import { type AccountHead, findAccountHead } from "../../shared/table/account.ts";
import { planSettings } from "../../shared/table/account-settings.ts";
import { type RetryPolicy, writeAccount } from "../../shared/table/account-write.ts";
import type { Store } from "../../shared/table/store.ts";
import { pagePolicy, unknownLinkPage, unsubscribePage } from "./page.ts";
import type { unsubscribeRoutes } from "./routes.ts";

export interface UnsubscribeParts {
  store: Store;
  readPepper: ReadPepper;
  now: () => Date;
  retry?: RetryPolicy;
}

export function unsubscribeOperations(parts: UnsubscribeParts): Operations<typeof unsubscribeRoutes> {
  const { store, readPepper, now, retry } = parts;
  const headers = { "content-security-policy": pagePolicy };
  const show = ({ language, remindersEnabled }: AccountHead) => {
    return { status: 200 as const, headers, body: unsubscribePage(language, remindersEnabled) };
  };
  const findAccount = async (token: string): Promise<AccountHead | undefined> => {
    const accountId = looksLikeUnsubscribeToken(token) ? readUnsubscribeToken(token, await readPepper()) : undefined;
    return accountId === undefined ? undefined : findAccountHead(store, accountId);
  };
  /** Throws `not_found` for who reads no pages. */
  const refuse = (asked: Input["headers"]) => {
    if (!takesHtml(asked.accept)) throw new AppError("not_found");
    const [language = ""] = (asked["accept-language"] ?? "").split(/[,;]/);
    return { status: 404 as const, headers, body: unknownLinkPage(language.trim()) };
  };
  return {
    async showUnsubscribe({ params: { token }, headers: asked }) {
      const head = await findAccount(token);
      return head ? show(head) : refuse(asked);
    },

    async unsubscribe({ params: { token }, headers: asked }) {
      const found = await findAccount(token);
      if (!found) return refuse(asked);
      const off = { remindersEnabled: false };
      const plan = (head: AccountHead) => planSettings(store, head, off, now());
      return show((await writeAccount(store, found.accountId, plan, retry)).result);
    },
  };
}
