/** The operations of the account routes. */

import { settingsChange } from "../../shared/account/change.ts";
import { type AccountHead, getAccountHead, getRecentAccountHead } from "../../shared/account/store/account.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import { hashCalendarToken, mintCalendarToken } from "../../shared/auth/account-tokens.ts";
import type { RandomBytes } from "../../shared/auth/api-key-text.ts";
import { readCredentials } from "../../shared/auth/credentials.ts";
import { fullName } from "../../shared/auth/person.ts";
import { sessionCookieName } from "../../shared/auth/session-cookie.ts";
import { contactTag, requireContact, viewOf } from "../../shared/contact/answer/current.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { noneMatches } from "../../shared/platform/http/answer/etag.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import { mailStatusOf, planSettings, type Settings } from "../../shared/reminder/account-settings.ts";
import { listActivity } from "./activity.ts";
import { type ClosingParts, closeAccount } from "./close-account.ts";
import type { FollowAddress } from "./follow-address.ts";
import type { routeGroup } from "./group.ts";
import { type NextReminderParts, nextReminderOperation } from "./next-reminder.ts";
import type { AccountAnswer, SettingsAnswer } from "./schemas.ts";
import { type UndoActivityParts, undoOperations } from "./undo-activity.ts";

export interface AccountParts extends Omit<ClosingParts, "files">, NextReminderParts, UndoActivityParts {
  followAddress: FollowAddress;
  randomBytes: RandomBytes;
}

export function accountOperations(parts: AccountParts): Operations<typeof routeGroup.rows> {
  const { store, avatarUrls, followAddress, randomBytes, now } = parts;
  const changeSettings = (accountId: string, change: Partial<Settings>) =>
    writeAccount(store, accountId, (head) => planSettings(store, head, change, now()));
  return {
    ...nextReminderOperation(parts),
    ...undoOperations(parts),

    async getAccount({ caller: { accountId }, ...input }) {
      const token = sessionTokenOf(input);
      if (token !== undefined) await followAddress(token);
      const head = await getAccountHead(store, accountId);
      return { status: 200, txid: String(head.txid), body: await accountView(store, head) };
    },

    async patchAccount({ caller: { accountId }, body }) {
      const { result, txid } = await changeSettings(accountId, body);
      return { status: 200, txid, body: await accountView(store, result) };
    },

    async deleteAccount({ caller: { accountId }, body }) {
      const txid = await closeAccount(parts, accountId, body.confirm);
      return { status: 202, txid, body: { message: "The account is closed, and all of its data are being deleted." } };
    },

    async getOwnContact({ caller: { accountId }, query, headers }) {
      const head = await applyPendingWork(parts, accountId, getRecentAccountHead);
      const contact = await requireContact(store, accountId, accountId);
      const current = { contact, head, time: now() };
      const tag = contactTag(current, query);
      // The head comes from an inconsistent read, so it may be older than the contact, which was read consistently.
      const txid = String(Math.max(head.txid, contact.version));
      const common = { txid, headers: { etag: tag, "cache-control": "private, no-cache" } };
      return noneMatches(headers["if-none-match"], tag)
        ? { status: 200, ...common, body: { contact: await viewOf(current, avatarUrls, query) } }
        : { status: 304, ...common };
    },

    listActivity: ({ caller: { accountId }, query }) => listActivity(parts, accountId, query),

    async getSettings({ caller: { accountId } }) {
      const head = await getAccountHead(store, accountId);
      return { status: 200, txid: String(head.txid), body: settingsView(head) };
    },

    async patchSettings({ caller: { accountId }, body }) {
      const { result, txid } = await changeSettings(accountId, body);
      return { status: 200, txid, body: settingsView(result) };
    },

    async createCalendarToken({ caller: { accountId }, baseUrl }) {
      const token = mintCalendarToken(accountId, randomBytes);
      const calendarToken = { hash: hashCalendarToken(token), createdAt: now().toISOString() };
      const { result, txid } = await writeAccount(store, accountId, (head) => ({
        actions: [],
        head: { ...head, calendarToken },
        changes: settingsChange(accountId, ["calendarToken"]),
        result: calendarToken.hash,
      }));
      // If an earlier attempt of this request created the token, nobody knows it any more, so the answer has no address.
      const isNew = result === calendarToken.hash;
      return { status: 201, txid, body: isNew ? { url: `${baseUrl}/calendar/${token}.ics` } : {} };
    },

    async deleteCalendarToken({ caller: { accountId } }) {
      const { txid } = await writeAccount(store, accountId, (head) => {
        if (head.calendarToken === null) return { actions: [], head, result: undefined };
        const changes = settingsChange(accountId, ["calendarToken"]);
        return { actions: [], head: { ...head, calendarToken: null }, changes, result: undefined };
      });
      return { status: 204, txid };
    },
  };
}

/** The head of an old account has no name, so the answer has that of its contact. */
async function accountView(store: Store, { accountId, email, name, createdAt }: AccountHead): Promise<AccountAnswer> {
  const ownerName = name || fullName(await requireContact(store, accountId, accountId));
  return { id: accountId, email, name: ownerName, createdAt };
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

/** Reads the session token in the same way as the authorizer, which has accepted it. */
function sessionTokenOf({ headers, baseUrl }: Pick<Input, "headers" | "baseUrl">): string | undefined {
  const valuesOf = (header: string | undefined) => (header === undefined ? [] : [header]);
  const { authorization, cookie } = headers;
  const credentials = readCredentials(valuesOf(authorization), valuesOf(cookie), sessionCookieName(baseUrl));
  return credentials.kind === "token" ? credentials.token : undefined;
}
