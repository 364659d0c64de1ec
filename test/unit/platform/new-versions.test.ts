/** The gate of a deployment, with every fault that a new version may have. */
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { answerCloudFormation, type GateEvent, openGate } from "../../../functions/health/deployment.ts";
import { goesBack, removeOldVersions, requireWorking } from "../../../functions/health/new-versions.ts";
import type { PublishedVersion, VersionAnswer, Versions } from "../../../shared/platform/health/versions.ts";
import { startServer } from "../../support/process/loopback-server.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const arnOf = (name: string, version: number) => `arn:aws:lambda:eu-central-1:111122223333:function:${name}:${version}`;
const versionOf = (name: string, version = 7) => ({ arn: arnOf(name, version), checks: [] });
const fine: VersionAnswer = { answer: [] };
const denied = { check: "dynamodb:PutItem with TABLE_NAME", fault: "AccessDeniedException", mayPass: true };

class TooManyRequestsException extends Error {
  override name = "TooManyRequestsException";
}

/** `answers` has what a function answers at each attempt; the last one is repeated. An error is thrown. */
function setUp(answers: Record<string, (VersionAnswer | Error)[]> = {}, published: PublishedVersion[] = []) {
  const clock = { time: start };
  const calls: string[] = [];
  const lines: object[] = [];
  const versions: Versions = {
    async invoke(arn, event) {
      calls.push(arn);
      expect(event).toEqual({ selfCheck: [] });
      const left = answers[arn.split(":").at(-2) ?? ""] ?? [fine];
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer instanceof Error || answer === undefined) throw answer;
      return answer;
    },
    list: async () => published,
    async remove(name, version) {
      if (version === 2) throw new Error("an alias points to it");
      calls.push(`remove ${name.split(":").at(-1)} ${version}`);
    },
  };
  const parts = {
    versions,
    now: () => clock.time,
    pause: async (milliseconds: number) => {
      clock.time += milliseconds;
    },
    log: (line: object) => lines.push(line),
    ready: async () => {},
  };
  return { parts, clock, calls, lines };
}

describe("the gate", () => {
  it("invokes every version once if all of them work", async () => {
    const { parts, calls, clock } = setUp();
    const versions = ["a", "b", "c", "d", "e", "f"].map((name) => versionOf(name));
    await requireWorking(versions, parts);
    expect(calls).toEqual(versions.map(({ arn }) => arn));
    expect(clock.time).toBe(start);
  });

  it.each([
    [
      "lacks a variable",
      {
        error: {
          errorType: "Error",
          errorMessage: "the environment variable TABLE_NAME is missing or malformed\n at x",
        },
      },
      "share (version 7) fails before its first request: Error: the environment variable TABLE_NAME is missing or malformed",
    ],
    [
      "throws while it loads",
      { error: { errorType: "TypeError", errorMessage: "x is not a function" } },
      "share (version 7) fails before its first request: TypeError: x is not a function",
    ],
    [
      "takes too long",
      { error: { errorType: "Sandbox.Timedout", errorMessage: "Task timed out after 10.00 seconds" } },
      "share (version 7) fails before its first request: Sandbox.Timedout: Task timed out after 10.00 seconds",
    ],
    [
      "lacks a table",
      { answer: [{ ...denied, fault: "ResourceNotFoundException", mayPass: false }] },
      "share (version 7) may not or cannot use dynamodb:PutItem with TABLE_NAME (ResourceNotFoundException)",
    ],
    [
      "does not answer",
      Object.assign(new Error(), { name: "TimeoutError" }),
      "share (version 7) could not be invoked: TimeoutError",
    ],
    ["does not know the event", { answer: { statusCode: 500 } }, "share (version 7) has no self-check"],
  ] as const)("stops at once for a version that %s, and names it and the cause", async (_, answer, sentence) => {
    const { parts, clock } = setUp({ share: [answer as VersionAnswer | Error] });
    await expect(requireWorking([versionOf("contacts"), versionOf("share")], parts)).rejects.toThrow(
      expect.objectContaining({ message: sentence }),
    );
    expect(clock.time).toBe(start);
  });

  it.each([
    ["permissions that spread late", { answer: [denied] }],
    ["its own permission, which spreads late, too", Object.assign(new Error(), { name: "AccessDeniedException" })],
    ["a free execution", new TooManyRequestsException()],
    ["a version that is not active yet", Object.assign(new Error(), { name: "ResourceConflictException" })],
  ])("waits for %s, and invokes only these versions again", async (_, answer) => {
    const { parts, calls, clock } = setUp({ share: [answer, answer, fine] });
    await requireWorking([versionOf("contacts"), versionOf("share")], parts);
    expect(calls.map((arn) => arn.split(":").at(-2))).toEqual(["contacts", "share", "share", "share"]);
    expect(clock.time - start).toBe(10_000);
  });

  it("stops after a minute for a permission that is missing", async () => {
    const { parts, clock } = setUp({ share: [{ answer: [denied] }] });
    await expect(requireWorking([versionOf("share")], parts)).rejects.toThrow(
      "share (version 7) may not or cannot use dynamodb:PutItem with TABLE_NAME (AccessDeniedException)",
    );
    expect(clock.time - start).toBe(60_000);
  });

  it("stops when a service does not answer, and gives it half a minute", async () => {
    const { parts, clock } = setUp();
    const ready = async () => {
      throw new Error("not ready: no good answer from database");
    };
    await expect(openGate(eventOf("Create", 1), { ...parts, ready })).rejects.toThrow("no good answer from database");
    expect(clock.time - start).toBe(25_000);
  });

  it("lets every rollback and every deletion pass, without calling anything", async () => {
    const { parts, calls } = setUp({ contacts: [new Error("broken")] });
    await openGate(eventOf("Update", 6, 7), parts);
    await openGate(eventOf("Delete", 7), parts);
    expect(calls).toEqual([]);
    await expect(openGate(eventOf("Update", 8, 7), parts)).rejects.toThrow("contacts (version 8)");
  });

  it("sees that a number has become smaller, as text also from 10 to 9, and takes a new function for new", () => {
    expect(goesBack([versionOf("a", 9)], [versionOf("a", 10)])).toBe(true);
    expect(goesBack([versionOf("a", 10), versionOf("b", 1)], [versionOf("a", 9)])).toBe(false);
    expect(goesBack([versionOf("a", 10)], [versionOf("a", 10)])).toBe(false);
  });
});

describe("old versions", () => {
  const day = 24 * 60 * 60 * 1000;
  const published = [1, 2, 3, 4, 5, 6, 7, 8].map((version) => ({
    version,
    publishedAt: new Date(start - (40 - 5 * version) * day),
  }));

  it("are removed when they are older than 30 days, except for the five newest", async () => {
    const { parts, calls } = setUp(
      {},
      published.filter(({ version }) => version !== 2),
    );
    await removeOldVersions([versionOf("contacts", 8)], parts);
    expect(calls).toEqual(["remove contacts 1"]);
    const quiet = setUp({}, published.slice(0, 5));
    await removeOldVersions([versionOf("contacts", 5)], quiet.parts);
    expect(quiet.calls).toEqual([]);
  });

  it("that cannot be removed are logged, and stop no deployment", async () => {
    const { parts, lines } = setUp({}, [...published.slice(1), { version: 9, publishedAt: new Date(start) }]);
    await removeOldVersions([versionOf("contacts", 9)], { ...parts, now: () => start + 40 * day });
    expect(lines).toMatchObject([{ event: "gate.versionsNotRemoved", fault: "Error" }]);
  });
});

describe("the answer to CloudFormation", () => {
  it.each([
    [undefined, { Status: "SUCCESS" }],
    ["share does not work", { Status: "FAILED", Reason: "share does not work" }],
  ])("says whether the gate is open: %s", async (fault, expected) => {
    const received = Promise.withResolvers<{ headers: object; body: unknown }>();
    await using server = await startServer(async (request, response) => {
      const body = await json(request);
      response.end();
      received.resolve({ headers: request.headers, body });
    });
    await answerCloudFormation({ ...eventOf("Create", 1), ResponseURL: `${server.url}/answer` }, fault);
    const { headers, body } = await received.promise;
    const ids = { StackId: "stack", RequestId: "request", LogicalResourceId: "Gate", PhysicalResourceId: "gate" };
    expect(body).toEqual({ ...ids, ...expected });
    // The address is signed without one.
    expect(headers).not.toHaveProperty("content-type");
  });
});

function eventOf(RequestType: "Create" | "Update" | "Delete", version: number, before = version): GateEvent {
  return {
    RequestType,
    ...{ ServiceToken: "gate", ResponseURL: "", StackId: "stack", RequestId: "request", LogicalResourceId: "Gate" },
    ResourceType: "Custom::Gate",
    ...(RequestType !== "Create" && { PhysicalResourceId: "gate" }),
    ResourceProperties: { ServiceToken: "gate", Versions: [versionOf("contacts", version)] },
    ...(RequestType === "Update" && {
      OldResourceProperties: { ServiceToken: "gate", Versions: [versionOf("contacts", before)] },
    }),
  } as GateEvent;
}
