/**
 * Repeats a request with an idempotency key until it is answered, while calls of the database are refused, lose their answers, or
 * arrive late. In the end it was done once.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { type Attempt, type Clock, keyedProcess, runTime } from "../../support/account/keyed.ts";
import { namesOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { type DatabaseProxy, type Fate, startDatabaseProxy } from "../../support/process/database-proxy.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

/** `late`: the call is delayed until all others have ended, and its process counts as dead. */
type Trouble = "pass" | "lose answer" | "refuse" | "late";

let table: FreshTable;
let proxy: DatabaseProxy;
let decide: () => Fate | Promise<Fate>;

beforeAll(async () => {
  table = await freshTable();
  proxy = await startDatabaseProxy(table.host, () => decide());
});
afterAll(() => proxy[Symbol.asyncDispose]());

/** A client of another process, which does not retry. */
function newClient(): Store["client"] {
  const { region, accessKeyId } = table.host;
  const credentials = { accessKeyId, secretAccessKey: "local" };
  return createDocumentClient({ endpoint: proxy.endpoint, region, credentials, maxAttempts: 1 });
}

async function sendUntilAnswered(troubles: readonly Trouble[]) {
  decide = () => "pass";
  const accountId = await seedAccount(table.store);
  const clock: Clock = { time: Date.parse("2026-03-01T12:00:00.000Z") };
  const over = Promise.withResolvers<void>();
  let call = 0;
  let died = () => {};
  decide = () => {
    const trouble = troubles[call++] ?? "pass";
    if (trouble === "refuse") return { cancelled: ["ValidationError"] };
    if (trouble !== "late") return trouble;
    died();
    return over.promise.then(() => "pass");
  };

  const sent: Promise<Attempt | AppError>[] = [];
  const send = (): Promise<Attempt | AppError> => {
    const client = newClient();
    const calls = contactCalls({ client, tableName: table.store.tableName }, accountId);
    const process = keyedProcess({ client, tableName: table.cache.tableName }, clock, accountId);
    const attempt = process
      .send({}, async () => (await calls.create({ firstName: "Ada" })) as never)
      .catch((error: unknown) =>
        error instanceof AppError ? error : new AppError("internal_server_error", { cause: error }),
      );
    sent.push(attempt);
    return attempt;
  };
  // Each trouble costs at most one attempt.
  for (let attempts = 0; attempts <= troubles.length; attempts++) {
    const death = new Promise<undefined>((resolve) => {
      died = () => resolve(undefined);
    });
    const answer = await Promise.race([send(), death]);
    if (answer && !(answer instanceof AppError)) {
      decide = () => "pass";
      over.resolve();
      await Promise.all(sent);
      // An attempt whose answer was not stored holds the key until its lease is over.
      clock.time += runTime;
      return { accountId, answer, again: await send() };
    }
    clock.time += runTime;
  }
  throw new Error("it was never answered", { cause: await sent.at(-1) });
}

it("creates one contact, and every answer is about that one", async () => {
  const trouble = fc.constantFrom<Trouble>("pass", "pass", "pass", "lose answer", "refuse", "late");
  await fc.assert(
    fc.asyncProperty(fc.array(trouble, { minLength: 1, maxLength: 14 }), async (troubles) => {
      const { accountId, answer, again } = await sendUntilAnswered(troubles);
      expect(await namesOf(table.store, accountId)).toEqual(["Ada"]);
      expect(again).toMatchObject({ rendered: answer.rendered });
    }),
    {
      numRuns: tries(5, 30),
      examples: [[["pass", "pass", "late"]], [["pass", "pass", "lose answer", "lose answer"]]],
    },
  );
});
