/** What the account routes do. */
import type { RandomBytes } from "../../shared/auth/api-key-format.ts";
import { hashCalendarToken, mintCalendarToken } from "../../shared/auth/calendar-token.ts";
import { readCredentials } from "../../shared/auth/credentials.ts";
import type { FollowAddress } from "../../shared/auth/follow-address.ts";
import { fullName } from "../../shared/auth/person.ts";
import { sessionCookieName } from "../../shared/auth/session-cookie.ts";
import { contactTag, requireContact, viewOf } from "../../shared/contact/current.ts";
import type { AvatarUrls } from "../../shared/files/avatar-urls.ts";
import { noneMatches } from "../../shared/http/etag.ts";
import type { Input, Operations } from "../../shared/http/route.ts";
import { type AccountHead, getAccountHead, getRecentAccountHead } from "../../shared/table/account.ts";
import { mailStatusOf, planSettings, type Settings } from "../../shared/table/account-settings.ts";
import { type RetryPolicy, writeAccount } from "../../shared/table/account-write.ts";
import { settledHead } from "../../shared/table/settle.ts";
import type { Store } from "../../shared/table/store.ts";
import type { accountRoutes } from "./routes.ts";
import type { AccountAnswer, SettingsAnswer } from "./schemas.ts";

export interface AccountParts {
  store: Store;
  avatarUrls: AvatarUrls;
  followAddress: FollowAddress;
  randomBytes: RandomBytes;
  now: () => Date;
  retry?: RetryPolicy;
}

export function accountOperations(parts: AccountParts): Operations<typeof accountRoutes> {
  const { store, avatarUrls, followAddress, randomBytes, now, retry } = parts;
  const change = (accountId: string, wanted: Partial<Settings>) =>
    writeAccount(store, accountId, (head) => planSettings(store, head, wanted, now()), retry);
  return {
    async getAccount({ caller: { accountId }, ...input }) {
      const token = sessionTokenOf(input);
      if (token !== undefined) await followAddress(token);
      const head = await getAccountHead(store, accountId);
      return { status: 200, txid: String(head.txid), body: await accountView(store, head) };
    },

    async patchAccount({ caller: { accountId }, body }) {
      const { result, txid } = await change(accountId, body);
      return { status: 200, txid, body: await accountView(store, result) };
    },

    async getOwnContact({ caller: { accountId }, query, headers }) {
      const head = await settledHead(parts, accountId, getRecentAccountHead);
      const contact = await requireContact(store, accountId, accountId);
      const current = { contact, head, time: now() };
      const tag = contactTag(current, query);
      // A recent head may lag behind the contact, which was read consistently after it.
      const txid = String(Math.max(head.txid, contact.version));
      const common = { txid, headers: { etag: tag, "cache-control": "private, no-cache" } };
      return noneMatches(headers["if-none-match"], tag)
        ? { status: 200, ...common, body: { contact: await viewOf(current, avatarUrls, query) } }
        : { status: 304, ...common };
    },

    async getSettings({ caller: { accountId } }) {
      const head = await getAccountHead(store, accountId);
      return { status: 200, txid: String(head.txid), body: settingsView(head) };
    },

    async patchSettings({ caller: { accountId }, body }) {
      const { result, txid } = await change(accountId, body);
      return { status: 200, txid, body: settingsView(result) };
    },

    async createCalendarToken({ caller: { accountId }, baseUrl }) {
      const token = mintCalendarToken(accountId, randomBytes);
      const calendarToken = { hash: hashCalendarToken(token), createdAt: now().toISOString() };
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head) => ({ actions: [], head: { ...head, calendarToken }, result: calendarToken.hash }),
        retry,
      );
      // A token that an earlier attempt of this request made, and could not tell, is known to nobody.
      const isOurs = result === calendarToken.hash;
      return { status: 201, txid, body: isOurs ? { url: `${baseUrl}/calendar/${token}.ics` } : {} };
    },

    async deleteCalendarToken({ caller: { accountId } }) {
      const { txid } = await writeAccount(
        store,
        accountId,
        (head) => {
          const left = head.calendarToken === null ? head : { ...head, calendarToken: null };
          return { actions: [], head: left, result: undefined };
        },
        retry,
      );
      return { status: 204, txid };
    },
  };
}

/** Heads of long ago have no name of their own. */
async function accountView(store: Store, { accountId, email, name, createdAt }: AccountHead): Promise<AccountAnswer> {
  const shown = name || fullName(await requireContact(store, accountId, accountId));
  return { id: accountId, email, name: shown, createdAt };
}

function settingsView(head: AccountHead): SettingsAnswer {
  const { timezone, language, reminderSendTime, leapDay, remindersEnabled, email, calendarToken } = head;
  return {
    timezone,
    language,
    reminderSendTime,
    leapDay,
    remindersEnabled,
    email,
    mailStatus: mailStatusOf(head),
    calendarTokenCreatedAt: calendarToken?.createdAt ?? null,
  };
}

/** The authorizer has read it in the same way, and let it in. */
function sessionTokenOf({ headers, baseUrl }: Pick<Input, "headers" | "baseUrl">): string | undefined {
  const valuesOf = (header: string | undefined) => (header === undefined ? [] : [header]);
  const { authorization, cookie } = headers;
  const credentials = readCredentials(valuesOf(authorization), valuesOf(cookie), sessionCookieName(baseUrl));
  return credentials.kind === "token" ? credentials.token : undefined;
}
