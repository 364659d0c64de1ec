import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { routeGroup as calendar } from "../../../functions/calendar/group.ts";
import { routeGroup as unsubscribe } from "../../../functions/unsubscribe/group.ts";
import { mintCalendarToken, mintUnsubscribeToken } from "../../../shared/auth/account-tokens.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { createHandler } from "../../../shared/platform/http/pipeline.ts";
import type { RouteRows } from "../../../shared/platform/http/route/route.ts";
import { contextOf, counter, eventOf, lines, pipelineParts, reset } from "../../support/process/small-api.ts";

const calendarToken = mintCalendarToken(randomUUID(), randomBytes);
const unsubscribeToken = mintUnsubscribeToken(
  { accountId: randomUUID(), createdAt: "" },
  "a pepper for this test only",
);
beforeEach(reset);

describe.each([
  ["a calendar feed", calendar.rows, "GET", `/calendar/${calendarToken}.ics`, calendarToken],
  ["a misspelt feed", calendar.rows, "GET", `/calendar/${calendarToken}`, calendarToken],
  ["the link of a mail", unsubscribe.rows, "GET", `/unsubscribe/${unsubscribeToken}`, unsubscribeToken],
  ["a one-click request", unsubscribe.rows, "POST", `/unsubscribe/${unsubscribeToken}`, unsubscribeToken],
  ["another method", unsubscribe.rows, "DELETE", `/unsubscribe/${unsubscribeToken}`, unsubscribeToken],
] as const)("the log of %s", (_, rows, method, path, token) => {
  it.each([
    ["a refusal", new AppError("not_found")],
    ["a fault", new Error("the table can't be read")],
  ])("does not have its token after %s", async (_name, error) => {
    const operations = Object.fromEntries(Object.keys(rows).map((name) => [name, () => Promise.reject(error)]));
    const call = { method, path };
    await createHandler(rows as RouteRows, operations, pipelineParts)(eventOf(call), contextOf(call));
    const logged = JSON.stringify(lines);
    expect(logged).toContain('"event":"request"');
    expect(logged).not.toContain(token.slice(0, 20));
    expect(counter.mock.calls.map(([subject]) => subject).join()).not.toContain(token);
  });
});
