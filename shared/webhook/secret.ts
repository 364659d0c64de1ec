/**
 * The secrets that sign the deliveries of a webhook ("Standard Webhooks", section "Signature scheme"). Unlike the hash of an API
 * key, a secret must be read again, so it is stored encrypted with a key that follows from the pepper. After a rotation of the
 * pepper it is opened with the previous one and stored anew at its next use, so that receivers notice nothing.
 */
import type { RandomBytes } from "../auth/api-key-text.ts";
import type { Pepper, ReadPepper } from "../auth/pepper.ts";
import { openText, type Seal, sealText } from "../auth/sealed-text.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { replaceSealedSecrets, type WebhookRecord } from "./store/webhook.ts";

/** Every secret starts with this text; the bytes in base64 follow. */
export const secretPrefix = "whsec_";

/** The specification wants 24 to 64 bytes. */
const secretBytes = 32;

/** The milliseconds for which the secret before a rotation signs, too. */
export const previousSecretLasts = 24 * 60 * 60_000;

export function newSecret(randomBytes: RandomBytes): string {
  return secretPrefix + Buffer.from(randomBytes(secretBytes)).toString("base64");
}

/** The webhook for which a secret is sealed. For another one it can't be opened. */
type SealedFor = Pick<WebhookRecord, "accountId" | "id">;

export function sealSecret(
  secret: string,
  webhook: SealedFor,
  parts: { readPepper: ReadPepper; randomBytes: RandomBytes },
): Promise<string> {
  return sealText(secret, sealOf(webhook), parts);
}

function sealOf({ accountId, id }: SealedFor): Seal {
  return { purpose: "secrets of webhooks", subject: `${accountId} ${id}` };
}

/** No accepted pepper opens a secret, because the pepper was rotated twice meanwhile. Its owner can rotate the secret. */
export class SecretLostError extends Error {
  override readonly name = "SecretLostError";
}

export interface SecretParts {
  store: Store;
  pepper: Pepper;
  randomBytes: RandomBytes;
  now: () => Date;
}

/**
 * The secrets that sign a delivery now: the current one first and, for 24 hours after a rotation, the one before it. Throws
 * `SecretLostError`, and `service_unavailable` when the pepper can't be read.
 */
export async function signingSecrets(parts: SecretParts, webhook: WebhookRecord): Promise<[string, ...string[]]> {
  const { store, pepper, randomBytes, now } = parts;
  let isOld = false;
  const open = async (sealed: string): Promise<string> => {
    const opened = await openText(sealed, sealOf(webhook), pepper);
    if (!opened) throw new SecretLostError("no pepper opens the secret");
    if (opened.version === "previous") isOld = true;
    return opened.text;
  };
  const { previousSecret } = webhook;
  const before = previousSecret && Date.parse(previousSecret.endsAt) > now().getTime() ? previousSecret : null;
  const current = await open(webhook.secret);
  const earlier = before && (await open(before.secret));
  if (isOld) {
    const seal = (secret: string) => sealSecret(secret, webhook, { readPepper: pepper.current, randomBytes });
    await replaceSealedSecrets(store, webhook, {
      secret: await seal(current),
      previousSecret: before && earlier !== null ? { ...before, secret: await seal(earlier) } : null,
    });
  }
  return earlier === null ? [current] : [current, earlier];
}
