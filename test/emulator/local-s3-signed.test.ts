import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignatureV4 } from "@smithy/signature-v4";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../infra/local/s3-emulator.ts";

const bucket = "pictures";
const now = Date.UTC(2026, 5, 1, 12);
let folder: string;
let emulator: S3Emulator;
let eventNames: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  eventNames = [];
  emulator = await startS3Emulator({
    dataDir: folder,
    buckets: [bucket],
    now: () => now,
    onObjectCreated: async ({ Records }) => void eventNames.push(...Records.map(({ eventName }) => eventName)),
  });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

/** The digest that the SDK's signer asks for. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", asBytes(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(asBytes(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

function asBytes(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

const signer = new SignatureV4({
  service: "s3",
  region: "us-east-1",
  sha256: Sha256,
  uriEscapePath: false,
  applyChecksum: false,
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});

/** As the SDK's presigner does it; the signer moves it into the query. */
const unsignedBody = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };

interface Presigning {
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  expiresIn?: number;
  signedAt?: number;
}

async function presign(method: string, options: Presigning = {}): Promise<string> {
  const { key = "photo", query = {}, headers = {}, expiresIn = 300, signedAt = now } = options;
  const { hostname, port } = new URL(emulator.endpoint);
  const path = `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const host = `${hostname}:${port}`;
  const unsigned = {
    method,
    protocol: "http:",
    hostname,
    port: Number(port),
    path,
    query,
    headers: { host, ...unsignedBody, ...headers },
  };
  const signed = await signer.presign(unsigned, {
    expiresIn,
    signingDate: new Date(signedAt),
    unhoistableHeaders: new Set(Object.keys(headers)),
  });
  return `${emulator.endpoint}${path}?${new URLSearchParams(signed.query as Record<string, string>)}`;
}

async function outcome(answer: Response): Promise<string> {
  return `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ""}`.trim();
}

const put = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "PUT", body, headers });

describe("a presigned URL", () => {
  test("uploads and downloads without credentials", async () => {
    const url = await presign("PUT", { key: "a b/ü", headers: { "content-type": "image/png" } });
    expect((await put(url, "picture", { "content-type": "image/png" })).status).toBe(200);
    const disposition = 'attachment; filename="p.png"';
    const download = await presign("GET", { key: "a b/ü", query: { "response-content-disposition": disposition } });
    const answer = await fetch(download);
    expect(await answer.text()).toBe("picture");
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("content-disposition")).toBe(disposition);
  });

  test("may be used by a web page of another origin", async () => {
    const url = await presign("PUT");
    const headers = { origin: "https://app.example", "access-control-request-method": "PUT" };
    const preflight = await fetch(url, { method: "OPTIONS", headers });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
    const answer = await put(url, "x", { origin: "https://app.example" });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("serves no other method, key, type or parameter than it was signed for", async () => {
    const url = await presign("GET");
    expect(await outcome(await put(url, "x"))).toBe("403 SignatureDoesNotMatch");
    expect(await outcome(await fetch(url.replace("photo", "other")))).toBe("403 SignatureDoesNotMatch");
    expect(await outcome(await fetch(`${url}&response-content-type=text/html`))).toBe("403 SignatureDoesNotMatch");
    expect(await outcome(await fetch(url.replace("Expires=300", "Expires=900")))).toBe("403 SignatureDoesNotMatch");
    expect(await outcome(await fetch(url.replace("Credential=local", "Credential=other")))).toBe(
      "403 InvalidAccessKeyId",
    );
    const typed = await presign("PUT", { headers: { "content-type": "image/png" } });
    expect(await outcome(await put(typed, "x", { "content-type": "text/html" }))).toBe("403 SignatureDoesNotMatch");
  });

  test("takes no header of S3 that was not signed", async () => {
    expect(await outcome(await put(await presign("PUT"), "x", { "x-amz-meta-owner": "me" }))).toBe("403 AccessDenied");
  });

  test("holds until its expiry and no longer", async () => {
    await put(await presign("PUT", { key: "timed" }), "x");
    const get = async (age: number): Promise<string> =>
      outcome(await fetch(await presign("GET", { key: "timed", signedAt: now - age, expiresIn: 60 })));
    expect(await get(59_000)).toBe("200");
    expect(await get(60_000)).toBe("403 AccessDenied");
    expect(await get(-3_600_000)).toBe("403 AccessDenied");
    const tooLong = (await presign("GET", { key: "timed" })).replace("Expires=300", "Expires=604801");
    expect(await outcome(await fetch(tooLong))).toBe("400 AuthorizationQueryParametersError");
  });

  test("that was signed with the checksum of an empty body takes an empty body only", async () => {
    const url = await presign("PUT", { key: "checked", query: { "x-amz-checksum-crc32": "AAAAAA==" } });
    expect(await outcome(await put(url, "picture"))).toBe("400 BadDigest");
    expect(await outcome(await put(url, ""))).toBe("200");
  });
});

interface FormOptions {
  conditions?: unknown[];
  fields?: Record<string, string>;
  expiration?: number;
  secret?: string;
  file?: string;
}

/** Signs a policy as a server does and sends the form as a browser does. */
async function postForm(options: FormOptions = {}): Promise<Response> {
  const { conditions = [], fields = {}, expiration = now + 60_000, secret = "local", file = "picture" } = options;
  const credential = "local/20260601/us-east-1/s3/aws4_request";
  const own = {
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-credential": credential,
    "x-amz-date": "20260601T120000Z",
  };
  const rules = [
    { bucket },
    ["starts-with", "$key", "in/"],
    ...Object.entries(own).map(([name, value]) => ({ [name]: value })),
  ];
  const document = { expiration: new Date(expiration).toISOString(), conditions: [...rules, ...conditions] };
  const policy = Buffer.from(JSON.stringify(document)).toString("base64");
  const parts = ["20260601", "us-east-1", "s3", "aws4_request"];
  const key = parts.reduce<string | Buffer>(
    (sum, part) => createHmac("sha256", sum).update(part).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac("sha256", key).update(policy).digest("hex");
  const form = new FormData();
  const fileName = "$" + "{filename}";
  const all = { key: `in/${fileName}`, ...own, policy, "x-amz-signature": signature, ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append("file", new Blob([file], { type: "image/png" }), "photo.png");
  return fetch(`${emulator.endpoint}/${bucket}`, { method: "POST", body: form });
}

describe("a signed form", () => {
  test("uploads a file under its own name, and tells of it", async () => {
    eventNames.length = 0;
    const typed = { conditions: [["eq", "$Content-Type", "image/png"]], fields: { "Content-Type": "image/png" } };
    expect((await postForm(typed)).status).toBe(204);
    await emulator.idle();
    expect(eventNames).toEqual(["ObjectCreated:Post"]);
    const answer = await fetch(await presign("GET", { key: "in/photo.png" }));
    expect([await answer.text(), answer.headers.get("content-type")]).toEqual(["picture", "image/png"]);
  });

  test("may carry metadata that no header could, which comes back encoded", async () => {
    const conditions = [["starts-with", "$x-amz-meta-name", ""]];
    expect((await postForm({ conditions, fields: { "x-amz-meta-name": "line\n🎂" } })).status).toBe(204);
    const answer = await fetch(await presign("GET", { key: "in/photo.png" }));
    const [, encoded = ""] = /^=\?UTF-8\?B\?(.*)\?=$/.exec(answer.headers.get("x-amz-meta-name") ?? "") ?? [];
    expect(Buffer.from(encoded, "base64").toString().replace("\r\n", "\n")).toBe("line\n🎂");
  });

  test("answers with a document when it is asked to", async () => {
    const answer = await postForm({
      conditions: [{ success_action_status: "201" }],
      fields: { success_action_status: "201" },
    });
    expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining("<Key>in/photo.png</Key>")]);
  });

  test.each<[string, FormOptions, string]>([
    ["a file that is too large", { conditions: [["content-length-range", 1, 6]] }, "400 EntityTooLarge"],
    ["a file that is too small", { conditions: [["content-length-range", 8, 20]] }, "400 EntityTooSmall"],
    ["a policy that has expired", { expiration: now }, "403 AccessDenied"],
    ["a policy of another signer", { secret: "other" }, "403 SignatureDoesNotMatch"],
    ["a key outside the prefix", { fields: { key: "out/photo" } }, "403 AccessDenied"],
    ["a field that the policy does not know", { fields: { "x-amz-meta-owner": "me" } }, "403 AccessDenied"],
    [
      "a field that the policy wants otherwise",
      { conditions: [{ acl: "private" }], fields: { acl: "public-read" } },
      "403 AccessDenied",
    ],
    ["a field that the policy misses", { conditions: [{ acl: "private" }] }, "403 AccessDenied"],
    [
      "metadata whose name is no header's",
      { conditions: [["eq", "$x-amz-meta-a b", "1"]], fields: { "x-amz-meta-a b": "1" } },
      "400 InvalidArgument",
    ],
    ["a policy that is no policy", { conditions: [["less-than", "$key", 3]] }, "400 InvalidPolicyDocument"],
  ])("is refused with %s, and nothing is told", async (_name, options, expected) => {
    eventNames.length = 0;
    expect(await outcome(await postForm(options))).toBe(expected);
    await emulator.idle();
    expect(eventNames).toEqual([]);
  });

  test("of five megabytes that exceeds its range is refused, not cut off", async () => {
    const answer = await postForm({ conditions: [["content-length-range", 0, 100]], file: "x".repeat(5 * 1024 ** 2) });
    expect(await outcome(answer)).toBe("400 EntityTooLarge");
  });

  test("without a policy, or that is no form, is refused", async () => {
    const form = new FormData();
    form.append("key", "in/x");
    form.append("file", new Blob(["x"]), "x");
    expect(await outcome(await fetch(`${emulator.endpoint}/${bucket}`, { method: "POST", body: form }))).toBe(
      "403 AccessDenied",
    );
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const broken = await fetch(`${emulator.endpoint}/${bucket}`, {
      method: "POST",
      body: "no boundary in here",
      headers,
    });
    expect(await outcome(broken)).toBe("400 MalformedPOSTRequest");
  });
});

test("an upload that is cut off leaves no object", async () => {
  const url = await presign("PUT", { key: "cut" });
  await new Promise<void>((resolve) => {
    const upload = httpRequest(url, { method: "PUT", headers: { "content-length": 1000 } });
    upload.on("error", () => resolve());
    upload.write("half of it", () => upload.destroy());
    upload.on("close", () => resolve());
  });
  expect(await outcome(await fetch(await presign("GET", { key: "cut" })))).toBe("404 NoSuchKey");
});
