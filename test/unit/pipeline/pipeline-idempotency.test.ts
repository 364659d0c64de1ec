import { beforeEach, describe, expect, it } from "vitest";
import { routeGroup } from "../../../functions/api-keys/group.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { createHandler, type PipelineParts } from "../../../shared/platform/http/pipeline.ts";
import {
  accountId,
  type Call,
  call,
  calls,
  codeOf,
  lines,
  post,
  reserveKey,
  reset,
  session,
} from "../../support/process/small-api.ts";

beforeEach(reset);

const thing = JSON.stringify({ name: "hammer", size: 3 });
const key = { "Idempotency-Key": "k-1" };

function keyed(body: string | null = thing, more: Call = {}) {
  return post(body, { ...more, headers: { ...key, ...more.headers } });
}

describe("a request with an idempotency key", () => {
  it("runs once, and a repeated one gets the same answer without the fields that are shown once", async () => {
    const first = await keyed();
    expect([first.statusCode, first.json]).toEqual([201, { name: "hammer", size: 3 }]);
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    const again = await keyed(JSON.stringify({ size: 3, name: "hammer" }, null, 2));
    expect([again.statusCode, again.json]).toEqual([201, { name: "hammer" }]);
    expect(again.headers).toEqual({ ...first.headers, "idempotent-replayed": "true" });
    expect(calls).toHaveBeenCalledTimes(1);
    expect(lines.map(({ replayed }) => replayed)).toEqual([undefined, true]);
    expect(JSON.stringify(lines)).not.toContain("k-1");
  });

  it("reserves the key for the account until the function ends", async () => {
    await keyed(thing, { time: 9_000 });
    const digest = expect.stringMatching(/^[\w-]{43}$/);
    expect(reserveKey).toHaveBeenCalledExactlyOnceWith({
      accountId,
      key: "k-1",
      digest,
      runId: "request-1",
      endsAt: 10_000,
    });
  });

  it("gets the same error again, with its own request id", async () => {
    const refuse = async () => {
      throw new AppError("conflict", { message: "Taken.", details: [{ path: "body.name", message: "Taken." }] });
    };
    const first = await keyed(thing, { operations: { createThing: refuse } });
    const again = await keyed();
    expect(codeOf(again)).toEqual([409, "conflict"]);
    expect(again.json).toEqual(first.json);
    expect(again.headers).toEqual({ ...first.headers, "idempotent-replayed": "true" });
    expect(calls).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["a fault", new Error("broken"), [500, "internal_server_error"]],
    ["an outage", new AppError("service_unavailable"), [503, "service_unavailable"]],
    ["too many requests", new AppError("rate_limit_exceeded"), [429, "rate_limit_exceeded"]],
  ])("runs again after %s", async (_what, fault, refusal) => {
    const first = await keyed(thing, { operations: { createThing: () => Promise.reject(fault) } });
    expect(codeOf(first)).toEqual(refusal);
    expect((await keyed()).statusCode).toBe(201);
    expect(calls).toHaveBeenCalledTimes(2);
  });

  it("runs again after an incomplete answer, which is not stored", async () => {
    const createThing = async () => ({ status: 201, body: { name: "half" }, keep: false }) as const;
    const first = await keyed(thing, { operations: { createThing } });
    expect([first.statusCode, first.json]).toEqual([201, { name: "half" }]);
    const second = await keyed();
    expect(second.json).toEqual({ name: "hammer", size: 3 });
    expect(second.headers).not.toHaveProperty("idempotent-replayed");
    expect((await keyed()).headers).toHaveProperty("idempotent-replayed", "true");
    expect(calls).toHaveBeenCalledTimes(2);
  });

  it("is the same request below `/api`, with a slash at the end, and with another multipart boundary", async () => {
    await keyed();
    expect((await keyed(thing, { path: "/api/things/" })).headers).toHaveProperty("idempotent-replayed");
    const upload = (boundary: string) =>
      call({
        method: "POST",
        path: "/uploads",
        verdict: session,
        headers: { "Idempotency-Key": "k-2", "Content-Type": `multipart/form-data; boundary=${boundary}` },
        body: [
          `--${boundary}`,
          'Content-Disposition: form-data; name="file"; filename="a.txt"',
          "",
          "content",
          `--${boundary}--`,
          "",
        ].join("\r\n"),
      });
    const [first, again] = [await upload("one"), await upload("two")];
    expect(again.headers).toHaveProperty("idempotent-replayed", "true");
    expect(again.body).toBe(first.body);
    expect(calls).toHaveBeenCalledTimes(2);
  });

  it("is another request with another body, even if the row has no body", async () => {
    const ring = (body: string | null) => keyed(body, { path: "/bell" });
    for (const body of [null, "", null]) expect((await ring(body)).statusCode).toBe(204);
    for (const body of [thing, "x"]) expect(codeOf(await ring(body))).toEqual([409, "idempotency_conflict"]);
    expect(calls).toHaveBeenCalledTimes(1);
  });

  it("reserves nothing if access or validation refuses it, so that it can be corrected", async () => {
    expect(codeOf(await keyed(thing, { verdict: { refusal: "auth_required" } }))).toEqual([401, "auth_required"]);
    expect(codeOf(await keyed(JSON.stringify({ name: "" })))).toEqual([400, "validation_error"]);
    expect(codeOf(await keyed("{"))).toEqual([400, "validation_error"]);
    expect(reserveKey).not.toHaveBeenCalled();
    expect((await keyed()).statusCode).toBe(201);
  });
});

describe("the header", () => {
  it("is validated together with the other parts of the request", async () => {
    const refused = await post(JSON.stringify({ name: "" }), { headers: { "idempotency-key": "two words" } });
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    expect(refused.json.error.param).toBe("headers.idempotency-key");
    expect(refused.json.error.details).toHaveLength(2);
    expect(reserveKey).not.toHaveBeenCalled();
  });

  it("is ignored for methods that are idempotent anyway", async () => {
    expect((await call({ verdict: session, headers: { "idempotency-key": "" } })).statusCode).toBe(200);
    expect(reserveKey).not.toHaveBeenCalled();
  });
});

it("a handler with rows that accept keys is not created without `reserveKey`", () => {
  expect(() => createHandler(routeGroup.rows, {} as never, {} as PipelineParts)).toThrow("keyedPipelinePartsFrom");
});
