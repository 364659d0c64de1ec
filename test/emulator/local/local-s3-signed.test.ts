import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";

const Bucket = "pictures";
/** The emulator's clock, which stands still. */
const now = Date.now();
let folder: string;
let emulator: S3Emulator;
let client: S3Client;
let eventNames: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "s3-test-"));
  eventNames = [];
  emulator = await startS3Emulator({
    dataDir: folder,
    buckets: [Bucket],
    now: () => now,
    onObjectCreated: async ({ Records }) => void eventNames.push(...Records.map(({ eventName }) => eventName)),
  });
  client = createClient("local");
  await client.send(new PutObjectCommand({ Bucket, Key: "a b/ü", Body: "picture", ContentType: "image/png" }));
});
afterAll(async () => {
  client.destroy();
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

/** `age`: milliseconds by which its clock is slow. */
function createClient(secretAccessKey: string, age = 0): S3Client {
  const credentials = { accessKeyId: "local", secretAccessKey };
  const address = { endpoint: emulator.endpoint, region: "us-east-1", forcePathStyle: true };
  return new S3Client({ ...address, credentials, systemClockOffset: -age });
}

const presign = (Key = "a b/ü", age = 0, expiresIn = 60): Promise<string> =>
  getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), { expiresIn, signingDate: new Date(now - age) });

async function outcome(answer: Response): Promise<string> {
  return `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ""}`.trim();
}

describe("a presigned URL", () => {
  test("downloads without credentials, to a page of any origin", async () => {
    const answer = await fetch(await presign(), { headers: { origin: "https://app.example" } });
    expect(await answer.text()).toBe("picture");
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("allows no other method, key, parameter or signer than the signed ones", async () => {
    const url = await presign("photo");
    const others: [string, RequestInit?][] = [
      [url, { method: "PUT", body: "x" }],
      [url.replace("photo", "other")],
      [`${url}&response-content-type=text/html`],
      [url.replace("Expires=60", "Expires=90")],
      [url.replace("Credential=local", "Credential=other")],
    ];
    for (const [address, init] of others) {
      expect(await outcome(await fetch(address, init)), address).toBe("403 SignatureDoesNotMatch");
    }
  });

  test("is valid until its expiry and no longer, at most for a week", async () => {
    const get = async (age: number) => outcome(await fetch(await presign("a b/ü", age)));
    // The signature has whole seconds.
    expect(await get(58_000)).toBe("200");
    expect(await get(60_000)).toBe("403 AccessDenied");
    expect(await get(-3_600_000)).toBe("403 AccessDenied");
    const tooLong = (await presign()).replace("Expires=60", "Expires=604801");
    expect(await outcome(await fetch(tooLong))).toBe("403 AccessDenied");
  });
});

interface FormOptions {
  conditions?: PresignedPostOptions["Conditions"];
  /** Sent in place of, or besides, the signed fields. */
  fields?: Record<string, string>;
  age?: number;
  secret?: string;
  file?: string;
}

/** Signs a form as a server does and sends it as a browser does. */
async function postForm(options: FormOptions = {}): Promise<Response> {
  const { conditions = [], fields = {}, age = 0, secret = "local", file = "picture" } = options;
  const signer = createClient(secret, age);
  const signing = { Bucket, Key: "in/photo", Conditions: conditions, Expires: 60 };
  const signed = await createPresignedPost(signer, signing);
  signer.destroy();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...signed.fields, ...fields })) form.append(name, value);
  form.append("file", new Blob([file], { type: "image/png" }), "photo.png");
  return fetch(signed.url, { method: "POST", body: form });
}

describe("a signed form", () => {
  test("uploads a file, and creates an event", async () => {
    eventNames.length = 0;
    expect((await postForm({ conditions: [["content-length-range", 7, 7]] })).status).toBe(204);
    await emulator.idle();
    expect(eventNames).toEqual(["ObjectCreated:Post"]);
    expect(await (await fetch(await presign("in/photo"))).text()).toBe("picture");
  });

  const five = "x".repeat(5e6);
  test.each<[string, FormOptions, string]>([
    ["five megabytes too many", { conditions: [["content-length-range", 0, 9]], file: five }, "400 EntityTooLarge"],
    ["a file that is too small", { conditions: [["content-length-range", 8, 20]] }, "400 EntityTooSmall"],
    ["a policy that has expired", { age: 120_000 }, "403 AccessDenied"],
    ["a policy of another signer", { secret: "other" }, "403 SignatureDoesNotMatch"],
    ["another key", { fields: { key: "out/photo" } }, "403 AccessDenied"],
    ["a field that the policy does not have", { fields: { "x-amz-meta-owner": "me" } }, "403 AccessDenied"],
    ["a field that misses", { conditions: [{ acl: "private" }] }, "403 AccessDenied"],
    [
      "a condition that the service does not use",
      { conditions: [["starts-with", "$a", "b"]] },
      "400 InvalidPolicyDocument",
    ],
  ])("with %s is refused and creates no event", async (_, options, expected) => {
    eventNames.length = 0;
    expect(await outcome(await postForm(options))).toBe(expected);
    await emulator.idle();
    expect(eventNames).toEqual([]);
  });

  test("without a policy, and one that is no form, is refused", async () => {
    const url = `${emulator.endpoint}/${Bucket}`;
    const form = new FormData();
    form.append("file", new Blob(["x"]), "x");
    expect(await outcome(await fetch(url, { method: "POST", body: form }))).toBe("403 SignatureDoesNotMatch");
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"]) {
      const broken = await fetch(url, { method: "POST", body: "no boundary", headers: { "content-type": type } });
      expect(await outcome(broken)).toBe("400 MalformedPOSTRequest");
    }
  });

  test("that is cut off leaves no object and no file", async () => {
    const files = () => readdirSync(join(folder, Bucket, "blobs")).length;
    const before = files();
    const { url, fields } = await createPresignedPost(client, { Bucket, Key: "cut" });
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
    const parts = Object.entries(fields).map(([name, value]) => part(name, value));
    const headers = { "content-length": 10_000, "content-type": "multipart/form-data; boundary=x" };
    await new Promise<void>((resolve) => {
      const upload = httpRequest(url, { method: "POST", headers });
      upload.on("error", () => resolve());
      upload.write([...parts, part("file; filename=f", "half")].join(""), () => upload.destroy());
      upload.on("close", () => resolve());
    });
    expect(await outcome(await fetch(await presign("cut")))).toBe("404 NoSuchKey");
    await expect.poll(files).toBe(before);
  });
});
