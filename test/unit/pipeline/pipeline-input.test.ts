import { beforeEach, describe, expect, it } from "vitest";
import { accountId, calls, codeOf, post, reset } from "../../support/process/small-api.ts";

beforeEach(reset);

describe("validation", () => {
  const id = "0190a8b2-0000-7000-8000-00000000000a";

  it("lists every fault of path, query and body at once", async () => {
    const refused = await post(JSON.stringify({ name: " ", size: "big", colour: 1, weight: 2 }), {
      method: "PUT",
      path: "/things/no-uuid",
      query: { limit: ["11"], what: ["x"] },
    });
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    const details = refused.json.error.details as { path: string; message: string }[];
    expect(details.map(({ path }) => path).toSorted()).toEqual([
      "body.colour",
      "body.name",
      "body.size",
      "body.weight",
      "params.id",
      "query.limit",
      "query.what",
    ]);
    expect(refused.json.error.param).toBe(details[0]?.path);
    expect(details).toContainEqual({ path: "body.colour", message: "Unknown field." });
    expect(details).toContainEqual({ path: "query.what", message: "Unknown parameter." });
    expect(calls).not.toHaveBeenCalled();
  });

  it("lists at most a thousand faults", async () => {
    const flood = Object.fromEntries(Array.from({ length: 110_000 }, (_, index) => [index.toString(36), 0]));
    const refused = await post(JSON.stringify(flood), { method: "PUT", path: `/things/${id}` });
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    expect(refused.json.error.details).toHaveLength(1_000);
  });

  it("shortens the long name of an unknown field", async () => {
    const refused = await post(JSON.stringify({ name: "x", ["k".repeat(900_000)]: 1 }));
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    expect(refused.json.error.param).toMatch(/^body\.k{100}…$/);
    expect(refused.body.length).toBeLessThan(2_000);
  });

  it.each([
    ["{", "The body is not valid JSON."],
    ["", "A JSON body is required."],
    [" \n", "A JSON body is required."],
    [null, "A JSON body is required."],
  ])("refuses the body %j", async (body, message) => {
    const refused = await post(body);
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    expect(refused.json.error.details).toEqual([{ path: "body", message }]);
  });

  it.each([
    ['{"name":"x","__proto__":{"admin":true}}', "body.__proto__"],
    ['{"name":"x","constructor" : {"prototype":{"admin":true}}}', "body.constructor"],
    ['{"name":"x","a":[1,{"__proto__":1}]}', "body.__proto__"],
    ['{"name":"x","\\u005f_proto__":1}', "body.__proto__"],
  ])("refuses keys that would change a prototype: %s", async (body, path) => {
    const refused = await post(body);
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    expect(refused.json.error.details).toEqual([{ path, message: "Unknown field." }]);
    expect(calls).not.toHaveBeenCalled();
    expect(Object.prototype).not.toHaveProperty("admin");
  });

  it.each(["[]", "null", "1", '"x"', "true"])("refuses the JSON %s instead of an object", async (body) => {
    const refused = await post(body);
    expect(codeOf(refused)).toEqual([400, "validation_error"]);
    expect(refused.json.error.param).toBe("body");
  });

  it("accepts JSON only with its media types", async () => {
    for (const type of ["application/json", "application/json; charset=utf-8", "application/merge-patch+json"]) {
      expect((await post('{"name":"x"}', { headers: { "Content-Type": type } })).statusCode, type).toBe(201);
    }
    for (const type of ["text/plain", "application/jsonx", "multipart/form-data; boundary=x", ""]) {
      const refused = await post('{"name":"x"}', { headers: { "Content-Type": type } });
      expect(codeOf(refused), type).toEqual([415, "unsupported_media_type"]);
    }
  });

  it("accepts JSON only in UTF-8, with or without a byte-order mark", async () => {
    const send = (bytes: Buffer) => post(bytes.toString("base64"), { base64: true });
    const json = '{"name":"Zoë"}';
    expect((await send(Buffer.from(`\ufeff${json}`))).json).toEqual({ name: "Zoë" });
    for (const encoding of ["latin1", "utf16le"] as const) {
      const refused = await send(Buffer.from(json, encoding));
      expect(codeOf(refused), encoding).toEqual([400, "validation_error"]);
      expect(refused.json.error.details).toContainEqual({ path: "body", message: expect.any(String) });
    }
    for (const charset of ["iso-8859-1", '"utf-16"', ""]) {
      const headers = { "Content-Type": `application/json; charset=${charset}` };
      expect(codeOf(await post(json, { headers })), charset).toEqual([415, "unsupported_media_type"]);
    }
    for (const charset of ["UTF-8", '"utf-8"', "utf8", "us-ascii"]) {
      const headers = { "Content-Type": `application/json; charset=${charset}` };
      expect((await post(json, { headers })).statusCode, charset).toBe(201);
    }
  });

  it("accepts no compressed body", async () => {
    for (const [encoding, status] of [
      ["gzip", 415],
      ["br, gzip", 415],
      ["identity", 201],
    ] as const) {
      expect((await post('{"name":"x"}', { headers: { "Content-Encoding": encoding } })).statusCode).toBe(status);
    }
  });

  it("refuses a JSON body of more than 1 MB", async () => {
    const body = (letters: number) => JSON.stringify({ name: "é".repeat(letters) });
    const refused = await post(body(524_288));
    expect(codeOf(refused)).toEqual([413, "payload_too_large"]);
    expect(refused.json.error.message).toBe("A JSON body may have 1 MB. Send a shorter name.");
    expect(codeOf(await post(body(520_000)))).toEqual([400, "validation_error"]);
  });

  it("passes the parsed parts to the operation", async () => {
    await post('{"name":"  x  "}', { method: "PUT", path: `/things/${id}`, query: { limit: ["7"] } });
    expect(calls).toHaveBeenCalledExactlyOnceWith(
      "replaceThing",
      expect.objectContaining({
        params: { id },
        query: { limit: 7 },
        body: { name: "x" },
        caller: { kind: "session", accountId },
        requestId: "request-1",
        clientAddress: "192.0.2.7",
      }),
    );
  });
});
