import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/client/api-error.ts";
import { type ClientOptions, createClient } from "../../../shared/client/client.ts";
import { defaultRetry } from "../../../shared/client/retry.ts";

const id = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";
const lost = new TypeError("fetch failed");

interface Sent {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/** A client whose requests get these answers one after the other, and the last one again; with its requests and pauses. */
function clientOf(answers: readonly (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const baseUrl = "https://api.example.com/api/";
  const client = createClient({
    baseUrl,
    token: "token",
    fetch: async (address, { method = "", headers, body } = {}) => {
      sent.push({ method, path: String(address).slice(baseUrl.length - 1), headers: new Headers(headers), body });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (!(answer instanceof Response)) throw answer;
      return answer.clone();
    },
    ...options,
    retry: { random: () => 0.5, pause: async (pause) => void pauses.push(pause), ...options.retry },
  });
  return { client, sent, pauses };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: "No.", details: [{ path: "body", message: "No." }] } }, { status, headers });

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe("a request", () => {
  it("has its input in the path, the query or the body, and the token in a header", async () => {
    const { client, sent } = clientOf([Response.json({})], { token: async () => "fresh" });
    await client.listContacts({ limit: 3, search: "a&b", sort: undefined });
    await client.patchContact({ id, notes: null, firstName: "Ann" }, { ifMatch: '"7"' });
    await client.deleteContact({ id });
    await client.exportContacts({ format: "csv" });
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["GET", "/contacts?limit=3&search=a%26b", undefined],
      ["PATCH", `/contacts/${id}`, '{"notes":null,"firstName":"Ann"}'],
      ["DELETE", `/contacts/${id}`, undefined],
      ["GET", "/contacts/export?redirect=false&format=csv", undefined],
    ]);
    expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual({
      authorization: "Bearer fresh",
      "content-type": "application/json",
      "if-match": '"7"',
    });
  });

  it("of files has a part for each of them, with its name", async () => {
    const { client, sent } = clientOf([Response.json({})]);
    const file = [new File(["a"], "a.vcf"), new File(["b"], "b.vcf")];
    await client.parseImport({ source: "network_b", file, strategy: "followers" });
    const form = sent[0]?.body;
    const parts = form instanceof FormData ? [...form] : [];
    expect(parts.map(([name, part]) => [name, part instanceof File ? part.name : part])).toEqual([
      ["file", "a.vcf"],
      ["file", "b.vcf"],
      ["strategy", "followers"],
    ]);
    expect(sent[0]?.headers.has("content-type")).toBe(false);
  });

  it.each(["", ".", ".."])(
    "is not sent with the id %j, which would make the path of another operation",
    async (tagId) => {
      const { client, sent } = clientOf([Response.json({})]);
      await expect(client.untagContact({ id, tagId })).rejects.toThrow(
        "DELETE /contacts/{id}/tags/{tagId} needs tagId",
      );
      expect(sent).toEqual([]);
    },
  );
});

describe("an answer", () => {
  it("is its body, and has its status and headers beside it on request", async () => {
    const headers = { etag: '"7"', "x-txid": "7" };
    const { client } = clientOf([Response.json({ contact: { id } }, { headers })]);
    expect(await client.getContact({ id })).toEqual({ contact: { id } });
    const answer = await client.getContact({ id }).withResponse();
    expect([answer.status, answer.body, answer.headers.get("x-txid")]).toEqual([200, { contact: { id } }, "7"]);
  });

  it("may be text, nothing, or an error status with a body of its own", async () => {
    const card = new Response("BEGIN:VCARD", { headers: { "content-type": "text/vcard; charset=utf-8" } });
    expect(await clientOf([card]).client.getContactVcard({ id })).toBe("BEGIN:VCARD");
    expect(await clientOf([new Response(null, { status: 204 })]).client.endSession()).toBeUndefined();
    const unchanged = clientOf([new Response(null, { status: 304 })]);
    const { status, body } = await unchanged.client.getContact({ id }, { ifNoneMatch: '"7"' }).withResponse();
    expect([status, body, unchanged.sent[0]?.headers.get("if-none-match")]).toEqual([304, undefined, '"7"']);
    const { client } = clientOf([Response.json({ status: "unhealthy" }, { status: 503 })]);
    expect(await client.checkReadiness()).toEqual({ status: "unhealthy" });
  });
});

describe("an error", () => {
  it("has the code, the details and the id of the request", async () => {
    const { client } = clientOf([refusal(404, "contact_not_found", { "x-request-id": "request-1" })]);
    const error = await errorOf(client.getContact({ id }));
    expect(error).toMatchObject({ code: "contact_not_found", status: 404, requestId: "request-1", message: "No." });
    expect([error.details, error.attempts]).toEqual([[{ path: "body", message: "No." }], 1]);
    expect((await errorOf(client.getContact({ id }).withResponse())).code).toBe("contact_not_found");
  });

  it("of something between the client and the API has a code of the client", async () => {
    const { client } = clientOf([new Response("<html>", { status: 502 })]);
    expect(await errorOf(client.getAccount())).toMatchObject({ code: "unexpected_answer", status: 502 });
    for (const type of ["application/json", "text/html"]) {
      const broken = new Response("<html>", { headers: { "content-type": type } });
      const error = await errorOf(clientOf([broken]).client.getAccount());
      expect(error).toMatchObject({ code: "unexpected_answer", status: 200 });
    }
  });
});

describe("a temporary error", () => {
  const busy = refusal(503, "service_unavailable", { "retry-after": "2" });
  const limited = refusal(429, "rate_limit_exceeded", { "retry-after": "21" });
  const running = refusal(409, "idempotency_conflict", { "retry-after": "1" });
  const done = Response.json({});

  it("is waited for, then the same request is sent with the same key", async () => {
    const { client, sent, pauses } = clientOf([lost, busy, limited, running, done]);
    await client.commitImportRows({ source: "vcard", contacts: [{ tempId: "a" }] });
    // Up to a second is added to what the service asks for. The pause also grows with each attempt.
    expect(pauses).toEqual([750, 2_500, 21_500, 6_000]);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(sent[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it("is waited for with growing pauses, and is thrown after the last attempt", async () => {
    const { client, pauses } = clientOf([lost]);
    const error = await errorOf(client.listContacts());
    expect([error.code, error.cause, error.attempts]).toEqual(["connection_failed", lost, 6]);
    expect(pauses).toEqual([750, 1_500, 3_000, 6_000, 12_000]);
  });

  it("is thrown at once when the service asks for a pause that is too long", async () => {
    const { client, sent } = clientOf([refusal(429, "rate_limit_exceeded", { "retry-after": "86400" })]);
    expect(await errorOf(client.listContacts())).toMatchObject({ retryAfter: 86_400, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [400, "validation_error"],
    [409, "idempotency_conflict"],
    [500, "internal_server_error"],
  ])("is none of %i %s, which is thrown at once", async (status, code) => {
    const { client, sent } = clientOf([refusal(status, code)]);
    expect(await errorOf(client.createContact({ firstName: "Ann" }))).toMatchObject({ status, code });
    expect(sent).toHaveLength(1);
  });

  it("is a lost connection only where a second attempt changes nothing more, and does not fail by the first", async () => {
    const attempts = async (call: (client: ReturnType<typeof createClient>) => Promise<unknown>) => {
      const { client, sent } = clientOf([lost]);
      await errorOf(call(client));
      return sent.length;
    };
    expect(await attempts((client) => client.patchContact({ id, notes: "Rain." }))).toBe(6);
    expect(await attempts((client) => client.deleteContact({ id }))).toBe(6);
    expect(await attempts((client) => client.patchContact({ id, notes: "Rain." }, { ifMatch: '"7"' }))).toBe(1);
  });

  it("is not waited for any longer when the signal of the call is aborted", async () => {
    const stop = new AbortController();
    const pause = (_: number, signal?: AbortSignal) => {
      stop.abort(new Error("stopped"));
      return Promise.reject(signal?.reason);
    };
    const { client, sent } = clientOf([busy], { retry: { pause } });
    await expect(client.listContacts({}, { signal: stop.signal })).rejects.toThrow("stopped");
    expect(sent).toHaveLength(1);
  });

  it("is waited for with a timer, which an aborted signal ends", async () => {
    await defaultRetry.pause(0, new AbortController().signal);
    const stop = new AbortController();
    const pause = defaultRetry.pause(60_000, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(pause).rejects.toThrow("stopped");
    await expect(defaultRetry.pause(60_000, stop.signal)).rejects.toThrow("stopped");
  });

  it("takes the key of the caller, who may repeat the call after a crash", async () => {
    const { client, sent } = clientOf([done]);
    await client.createContact({ firstName: "Ann" }, { idempotencyKey: "mine" });
    expect(sent[0]?.headers.get("idempotency-key")).toBe("mine");
  });
});
