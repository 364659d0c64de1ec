/** Webhooks of accounts, their outboxes, and a sender with a queue and a clock of its own. */
import { randomBytes } from "node:crypto";
import { v7 as newUuid } from "uuid";
import { test } from "vitest";
import {
  serveMessage,
  sweepWebhooks,
  type WebhookSenderParts,
  wakeWebhooks,
} from "../../../functions/webhook-sender/operations.ts";
import { eventTypes, type WebhookEvent } from "../../../shared/account/events.ts";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { defaultRetryPolicy, writeAccount } from "../../../shared/account/store/account-write.ts";
import { createPepper } from "../../../shared/auth/pepper.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import type { JobLine } from "../../../shared/platform/log/request-log.ts";
import type { RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import type { QueueMessage } from "../../../shared/webhook/queue.ts";
import { newSecret, sealSecret } from "../../../shared/webhook/secret.ts";
import { listDeliveries } from "../../../shared/webhook/store/deliveries.ts";
import { listWebhooks, planWebhooks, type WebhookRecord } from "../../../shared/webhook/store/webhook.ts";
import { freshTable } from "../process/stack.ts";
import { accountWith } from "../reminder/due-accounts.ts";

const pepper = createPepper(
  { API_KEY_PEPPER: "a pepper for nothing but this test", API_KEY_PEPPER_SECRET: undefined },
  Date.now,
);

interface NewWebhook {
  webhook: WebhookRecord;
  secret: string;
}

export class WebhookWorld {
  time = Date.parse("2026-03-10T08:00:00.000Z");
  /** The messages of the queue, with their times. */
  queue: { message: QueueMessage; at: number }[] = [];
  readonly mails: RawMail[] = [];
  readonly lines: JobLine[] = [];
  /** What SES answers. */
  mailOutcome: SendOutcome = { kind: "accepted", messageId: "1" };
  /** The number of runs that failed. */
  faults: unknown[] = [];
  readonly store: Store;
  readonly parts: WebhookSenderParts;

  constructor(store: Store) {
    this.store = store;
    this.parts = {
      store,
      pepper,
      randomBytes,
      newId: newUuid,
      now: () => new Date(this.time),
      log: (line) => this.lines.push(line as JobLine),
      sendToQueue: async (messages, delaySeconds = 0) => {
        this.queue.push(...messages.map((message) => ({ message, at: this.time + delaySeconds * 1000 })));
      },
      mailer: {
        send: async (mail) => {
          if (this.mailOutcome.kind === "accepted") this.mails.push(mail);
          return this.mailOutcome;
        },
      },
      sender: { name: "Contacts", address: "no-reply@contacts.example" },
      resolveHost: () => Promise.reject(new Error("no name is resolved")),
      allowLoopback: true,
    };
  }

  async addWebhook(
    accountId: string,
    settings: Pick<WebhookRecord, "url"> & Partial<WebhookRecord>,
  ): Promise<NewWebhook> {
    const id = newUuid();
    const secret = newSecret(randomBytes);
    const sealed = await this.seal(secret, { accountId, id });
    const at = new Date(this.time).toISOString();
    const { result } = await writeAccount(this.store, accountId, async (head, txid) => {
      const webhook: WebhookRecord = {
        ...{ id, accountId, secret: sealed, previousSecret: null, events: eventTypes, description: null },
        ...{ enabled: true, disabledReason: null, disabledAt: null, startTxid: txid, createdAt: at, updatedAt: at },
        ...settings,
      };
      const before = await listWebhooks(this.store, accountId);
      return { ...planWebhooks(this.store, head, before, [...before, webhook]), result: webhook };
    });
    return { webhook: result, secret };
  }

  seal(secret: string, webhook: Pick<WebhookRecord, "accountId" | "id">): Promise<string> {
    return sealSecret(secret, webhook, { readPepper: pepper.current, randomBytes });
  }

  deliveriesOf(accountId: string, webhookId: string) {
    return listDeliveries(this.store, accountId, webhookId, new Date(this.time));
  }

  /** A write with these events, and the record of the stream about it. */
  async emit(accountId: string, ...events: WebhookEvent[]): Promise<number> {
    const retry = { ...defaultRetryPolicy, now: () => this.time };
    const plan = (head: AccountHead) => ({ actions: [], head, events, result: undefined });
    const { txid } = await writeAccount(this.store, accountId, plan, retry);
    const { outboxTxid } = await getAccountHead(this.store, accountId);
    if (outboxTxid === Number(txid)) await wakeWebhooks(this.parts, [accountPartition(accountId)]);
    return Number(txid);
  }

  serve(message: QueueMessage, parts: Partial<WebhookSenderParts> = {}): Promise<void> {
    const invocation = { requestId: "run", remainingTime: () => 60_000 };
    return serveMessage({ ...this.parts, ...parts }, JSON.stringify(message), invocation);
  }

  sweep(): Promise<void> {
    return sweepWebhooks(this.parts, { requestId: "sweep", remainingTime: () => 900_000 });
  }

  /** Serves messages in the order of their times, until there are no more before `until` (milliseconds since the epoch). */
  async runUntil(until: number): Promise<void> {
    for (;;) {
      const next = this.queue.toSorted((one, other) => one.at - other.at)[0];
      if (!next || next.at > until) break;
      this.queue.splice(this.queue.indexOf(next), 1);
      this.time = Math.max(this.time, next.at);
      await this.serve(next.message).catch((fault: unknown) => this.faults.push(fault));
    }
    this.time = Math.max(this.time, until);
  }

  runFor(milliseconds: number): Promise<void> {
    return this.runUntil(this.time + milliseconds);
  }
}

export const created = (contactId: string) => ({ type: "contact.created", contactId }) as const;
export const updated = (contactId: string) => ({ type: "contact.updated", contactId }) as const;

/** A test with a world of its own, and an account in it. The tests of a file share the database. */
export const it = test
  .extend("tables", { scope: "file" }, freshTable)
  .extend("world", ({ tables }) => new WebhookWorld(tables.store))
  .extend("accountId", ({ world }) => accountWith(world.store));
