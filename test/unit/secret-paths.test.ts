import { randomBytes, randomUUID } from "node:crypto";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { calendarRoutes } from "../../functions/calendar/routes.ts";
import { unsubscribeRoutes } from "../../functions/unsubscribe/routes.ts";
import { mintCalendarToken } from "../../shared/auth/calendar-token.ts";
import { mintUnsubscribeToken } from "../../shared/auth/unsubscribe-token.ts";
import { AppError } from "../../shared/http/errors.ts";
import { createHandler, type PipelineParts } from "../../shared/http/pipeline.ts";
import type { Operations, RouteRows } from "../../shared/http/route.ts";

const calendarToken = mintCalendarToken(randomUUID(), randomBytes);
const unsubscribeToken = mintUnsubscribeToken(randomUUID(), "a pepper for nothing but this test");
const counted: string[] = [];

/** What the log says of a request whose operation ends in this error. */
async function linesOf<Rows extends RouteRows>(
  rows: Rows,
  method: string,
  path: string,
  error: Error,
): Promise<string> {
  const lines: unknown[] = [];
  const policy = { name: "default", quota: 300, windowSeconds: 60 };
  const parts: PipelineParts = {
    allowedOrigins: [],
    countRequest: async (subject) => {
      counted.push(subject);
      return { allowed: true, remaining: 299, resetSeconds: 60 };
    },
    policies: { default: policy, probe: policy },
    log: (line) => lines.push(line),
    now: () => 1_000,
  };
  const fail = async () => {
    throw error;
  };
  const operations = Object.fromEntries(Object.keys(rows).map((name) => [name, fail])) as unknown as Operations<Rows>;
  const event = {
    httpMethod: method,
    path,
    headers: { Host: "api.example.com" },
    body: null,
    requestContext: { requestId: "request-1", path, identity: { sourceIp: "192.0.2.7" } },
  } as unknown as APIGatewayProxyEvent;
  await createHandler(rows, operations, parts)(event, { getRemainingTimeInMillis: () => 9_000 } as Context);
  return JSON.stringify(lines);
}

describe.each([
  ["a calendar feed", calendarRoutes, "GET", `/calendar/${calendarToken}.ics`, calendarToken],
  ["a feed that is spelt wrong", calendarRoutes, "GET", `/calendar/${calendarToken}`, calendarToken],
  ["the link of a mail", unsubscribeRoutes, "GET", `/unsubscribe/${unsubscribeToken}`, unsubscribeToken],
  ["one click", unsubscribeRoutes, "POST", `/unsubscribe/${unsubscribeToken}`, unsubscribeToken],
  ["another method", unsubscribeRoutes, "DELETE", `/unsubscribe/${unsubscribeToken}`, unsubscribeToken],
] as const)("the log of %s", (_, rows, method, path, token) => {
  it.each([
    ["a refusal", new AppError("not_found")],
    ["a fault", new Error("the table can't be read")],
  ])("does not hold its secret, also after %s", async (_name, error) => {
    const lines = await linesOf(rows as RouteRows, method, path, error);
    expect(lines).toContain('"event":"request"');
    expect(lines).not.toContain(token);
    expect(lines).not.toContain(token.slice(0, 20));
    expect(counted.join()).not.toContain(token);
  });
});
