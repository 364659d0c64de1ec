import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, it } from "vitest";
import { avatarKey, avatarVariants, usualVariant } from "../../../shared/picture/avatar-variants.ts";
import { avatarWindow, createAvatarUrls } from "../../../shared/picture/store/avatar-urls.ts";
import { createFileClient } from "../../../shared/platform/s3/client.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const photoVersion = "Zm9v_-YmFyMDE-0190b6a4-1111-7abc-8def-0123456789ab";
const now = new Date("2026-03-01T12:34:56.789Z");
const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret" };
const permanent = async () => keys;
const passing = async () => ({ ...keys, sessionToken: "a+session/token==" });

/** The address as the SDK signs it. */
async function sdkUrl(config: object, key: string, at: Date): Promise<string> {
  const get = new GetObjectCommand({ Bucket: "pictures", Key: key });
  const { client } = await createFileClient(config)();
  return getSignedUrl(client, get, { expiresIn: 7200, signingDate: at });
}

/** Parameters have no order. */
function partsOf(url: string | null) {
  const { origin, pathname, searchParams } = new URL(url ?? "");
  return { origin, pathname, parameters: Object.fromEntries(searchParams) };
}

describe("the address of a picture", () => {
  it.each([
    ["in the cloud", { region: "eu-central-1", credentials: passing }],
    ["in China", { region: "cn-north-1", credentials: passing }],
    ["on a laptop", { region: "us-east-1", credentials: permanent, endpoint: "http://127.0.0.1:4566" }],
  ])("is signed as the SDK signs it: %s", async (_, config) => {
    const urls = createAvatarUrls("pictures", config);
    for (const variant of avatarVariants) {
      const url = (await urls(accountId, variant, now))(photoVersion);
      const expected = await sdkUrl(config, avatarKey(accountId, photoVersion, variant), avatarWindow(now));
      expect(partsOf(url)).toEqual(partsOf(expected));
    }
  });

  it("is the same within an hour, and valid for at least an hour", async () => {
    const urls = createAvatarUrls("pictures", { region: "eu-central-1", credentials: passing });
    const urlAt = async (time: string) => String((await urls(accountId, usualVariant, new Date(time)))(photoVersion));
    const first = await urlAt("2026-03-01T12:00:00.000Z");
    expect(await urlAt("2026-03-01T12:59:59.999Z")).toBe(first);
    expect(await urlAt("2026-03-01T13:00:00.000Z")).not.toBe(first);
    expect(new URL(first).searchParams.get("X-Amz-Date")).toBe("20260301T120000Z");
    expect(new URL(first).searchParams.get("X-Amz-Expires")).toBe("7200");
  });

  it("changes with the credentials", async () => {
    let secretAccessKey = "first";
    const credentials = async () => ({ accessKeyId: "AKIDEXAMPLE", secretAccessKey });
    const urls = createAvatarUrls("pictures", { region: "eu-central-1", credentials });
    const first = (await urls(accountId, usualVariant, now))(photoVersion);
    secretAccessKey = "second";
    expect((await urls(accountId, usualVariant, now))(photoVersion)).not.toBe(first);
  });
});
