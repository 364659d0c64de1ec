/**
 * Signed addresses of pictures ("Authenticating Requests: Using Query Parameters", Amazon S3 API reference). The SDK signs one
 * address per window. The others only differ in the key and the signature, which take some microseconds.
 */
import { createHash, createHmac } from "node:crypto";
import { GetObjectCommand, type S3ClientConfig } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createFileClient } from "../../platform/s3/client.ts";
import { type AvatarVariant, avatarKey } from "../avatar-variants.ts";

/** The address of a picture of the account. */
export type AvatarUrl = (photoVersion: string | null) => string | null;
export type AvatarUrls = (accountId: string, variant: AvatarVariant, now: Date) => Promise<AvatarUrl>;

/** The address of a picture is the same within a window, so that it can be cached. */
const windowSeconds = 3600;
/** At the end of its window, an address is still valid for an hour. */
const lifetimeSeconds = 2 * windowSeconds;

/** The start of the window. */
export function avatarWindow(now: Date): Date {
  const milliseconds = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / milliseconds) * milliseconds);
}

type SignKey = (key: string) => string;

/** `config` overrides the environment. */
export function createAvatarUrls(bucket: string, config: S3ClientConfig = {}): AvatarUrls {
  const client = createFileClient(config);
  let last: { window: number; secret: string; sign: SignKey } | undefined;

  const signerOf = async (window: Date): Promise<SignKey> => {
    const credentials = await client.config.credentials();
    const secret = `${credentials.accessKeyId} ${credentials.secretAccessKey} ${credentials.sessionToken ?? ""}`;
    if (last?.window === window.getTime() && last.secret === secret) return last.sign;
    const get = new GetObjectCommand({ Bucket: bucket, Key: exampleKey });
    const options = { expiresIn: lifetimeSeconds, signingDate: window };
    const url = await getSignedUrl(createFileClient({ ...config, credentials }), get, options);
    const sign = signLike(new URL(url), credentials.secretAccessKey);
    last = { window: window.getTime(), secret, sign };
    return sign;
  };

  return async (accountId, variant, now) => {
    const sign = await signerOf(avatarWindow(now));
    return (photoVersion) => (photoVersion === null ? null : sign(avatarKey(accountId, photoVersion, variant)));
  };
}

const exampleKey = "example";
const signatureName = "X-Amz-Signature";

/** Signs like the example. Keys of pictures have no characters that must be escaped. */
function signLike(example: URL, secretAccessKey: string): SignKey {
  const folder = example.pathname.slice(0, -exampleKey.length);
  const query = example.search
    .slice(1)
    .split("&")
    .filter((pair) => !pair.startsWith(`${signatureName}=`))
    .sort()
    .join("&");
  const parameter = (name: string) => example.searchParams.get(name) ?? "";
  const scope = parameter("X-Amz-Credential").split("/").slice(1).join("/");
  const signingKey = scope
    .split("/")
    .reduce<string | Buffer>((key, part) => createHmac("sha256", key).update(part).digest(), `AWS4${secretAccessKey}`);
  const afterPath = `\n${query}\nhost:${example.host}\n\nhost\nUNSIGNED-PAYLOAD`;
  const beforeDigest = `AWS4-HMAC-SHA256\n${parameter("X-Amz-Date")}\n${scope}\n`;
  return (key) => {
    const path = folder + key;
    const digest = createHash("sha256").update(`GET\n${path}${afterPath}`).digest("hex");
    const signature = createHmac("sha256", signingKey)
      .update(beforeDigest + digest)
      .digest("hex");
    return `${example.origin}${path}?${query}&${signatureName}=${signature}`;
  };
}
