/** Accounts that are closed and deleted without a gateway, with buckets in memory and a clock of their own. */
import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { type ClosingParts, closeAccount } from "../../../functions/account/close-account.ts";
import {
  type AccountDeletionParts,
  deleteClosedAccount,
  sweepClosings,
} from "../../../functions/account-deletion-worker/operations.ts";
import type { Invocation } from "../../../functions/invocation.ts";
import { closingPrefix } from "../../../shared/account/store/account-keys.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { JobLine, Log } from "../../../shared/platform/log/request-log.ts";
import type { Mailer, RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import type { KilledProcess } from "../process/killed-process.ts";

export const minute = 60_000;

export function closings(store: Store, cache: Store) {
  let time = Date.parse("2026-03-01T10:00:00.000Z");
  /** The three buckets in one. */
  const files = memoryAccountFiles(() => time);
  const mails: RawMail[] = [];
  const lines: JobLine[] = [];
  const log: Log = (line) => void lines.push(line as JobLine);
  const now = () => new Date(time);
  const accept = (): SendOutcome => ({ kind: "accepted", messageId: randomUUID() });
  let answer: () => SendOutcome = accept;
  const mailer: Mailer = {
    send: async (mail) => {
      const outcome = answer();
      if (outcome.kind === "accepted" || outcome.kind === "unknown") mails.push(mail);
      return outcome;
    },
  };
  const objects = {
    list: files.list,
    remove: async (keys: readonly string[]) => {
      for (const key of keys) await files.removeObject(key);
    },
  };
  const worker: AccountDeletionParts = {
    ...{ store, cache, files, accounts: objects, imports: objects, pictures: objects },
    ...{ mailer, limiter: { acquire: async () => {}, slowDown: () => {}, rate: () => 1 } },
    sender: { name: "Contacts", address: "no-reply@contacts.example" },
    now,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
    log,
  };
  const invocation = (): Invocation => ({ requestId: randomUUID(), remainingTime: () => 15 * minute });
  const closer: ClosingParts = { store, files, newId: () => randomUUID(), now, log };
  return {
    store,
    files,
    mails,
    lines,
    worker,
    now,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    answerMails: (other: () => SendOutcome = accept) => {
      answer = other;
    },
    close: (accountId: string, confirm: string, parts: Partial<ClosingParts> = {}) =>
      closeAccount({ ...closer, ...parts }, accountId, confirm),
    /** The event of the bucket. */
    run: async (accountId: string, parts: Partial<AccountDeletionParts> = {}, invoked = invocation()) => {
      const key = [...files.objects.keys()].find((each) => each.startsWith(`${closingPrefix}${accountId}/`)) ?? "";
      return deleteClosedAccount({ ...worker, ...parts }, key, invoked);
    },
    /** The clock. */
    sweep: (parts: Partial<AccountDeletionParts> = {}) => sweepClosings({ ...worker, ...parts }, invocation()),
    /** The parts of a process that is killed at one of its writes. */
    killedParts: (killed: KilledProcess): Partial<AccountDeletionParts> => ({
      store: killed.storeOf(store),
      cache: killed.storeOf(cache),
      files: { ...files, removeObject: (key) => killed.call("removeObject", () => files.removeObject(key)) },
      mailer: { send: (mail) => killed.call("send", () => mailer.send(mail)) },
      ...Object.fromEntries(
        ["accounts", "imports", "pictures"].map((name) => [
          name,
          { ...objects, remove: (keys: readonly string[]) => killed.call("remove", () => objects.remove(keys)) },
        ]),
      ),
    }),
    /** Every item and object that names the account, by its keys. */
    left: async (accountId: string): Promise<string[]> => {
      const items: string[] = [];
      for (const { client, tableName } of [store, cache]) {
        const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }));
        const own = Items.filter((item) => JSON.stringify(item).includes(accountId));
        items.push(...own.map(({ pk, sk }) => `${pk} ${sk}`));
      }
      return [...items, ...[...files.objects.keys()].filter((key) => key.includes(accountId))].toSorted();
    },
  };
}
