/**
 * Signed addresses of pictures ("Authenticating Requests: Using Query Parameters", Amazon S3 API reference). The SDK
 * makes the same ones (a test compares them), but nearly every answer with contacts has some, and its S3 client is slow to load.
 */
import { createHash, createHmac } from "node:crypto";
import { fromEnv } from "@aws-sdk/credential-provider-env";
import { type AvatarVariant, avatarKey } from "../avatar-variants.ts";

export interface SigningConfig {
  region: string;
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;
  /** The address of S3 on a laptop. */
  endpoint?: string | undefined;
}

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

/** `config` overrides the environment, from which the SDK takes the same. */
export function createAvatarUrls(bucket: string, config: Partial<SigningConfig> = {}): AvatarUrls {
  const { AWS_REGION = "", AWS_ENDPOINT_URL_S3 } = process.env;
  const { region = AWS_REGION, credentials = fromEnv(), endpoint = AWS_ENDPOINT_URL_S3 } = config;
  const folder = new URL(`${bucket}/`, endpoint ?? `https://s3.${region}.${domainOf(region)}`);
  let last: { window: number; secret: string; sign: SignKey } | undefined;

  const signerOf = async (window: Date): Promise<SignKey> => {
    const identity = await credentials();
    const secret = `${identity.accessKeyId} ${identity.secretAccessKey} ${identity.sessionToken ?? ""}`;
    if (last?.window === window.getTime() && last.secret === secret) return last.sign;
    const sign = signerFor(folder, region, identity, window);
    last = { window: window.getTime(), secret, sign };
    return sign;
  };

  return async (accountId, variant, now) => {
    const sign = await signerOf(avatarWindow(now));
    return (photoVersion) => (photoVersion === null ? null : sign(avatarKey(accountId, photoVersion, variant)));
  };
}

function domainOf(region: string): string {
  return region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
}

/** All addresses of a window only differ in the key and the signature. Keys of pictures have no characters that must be escaped. */
function signerFor(
  folder: URL,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Awaited<ReturnType<SigningConfig["credentials"]>>,
  window: Date,
): SignKey {
  const time = window.toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const parameters = {
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD",
    "X-Amz-Credential": [accessKeyId, ...scope].join("/"),
    "X-Amz-Date": time,
    "X-Amz-Expires": String(lifetimeSeconds),
    ...(sessionToken !== undefined && { "X-Amz-Security-Token": sessionToken }),
    "X-Amz-SignedHeaders": "host",
    "x-amz-checksum-mode": "ENABLED",
    "x-id": "GetObject",
  };
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const signingKey = scope.reduce<string | Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const afterPath = `\n${query}\nhost:${folder.host}\n\nhost\nUNSIGNED-PAYLOAD`;
  const beforeDigest = `AWS4-HMAC-SHA256\n${time}\n${scope.join("/")}\n`;
  return (key) => {
    const path = folder.pathname + key;
    const digest = createHash("sha256").update(`GET\n${path}${afterPath}`).digest("hex");
    const signature = createHmac("sha256", signingKey)
      .update(beforeDigest + digest)
      .digest("hex");
    return `${folder.origin}${path}?${query}&X-Amz-Signature=${signature}`;
  };
}
