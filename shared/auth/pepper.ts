/** Reads the pepper of API keys: from the environment on a laptop, from Secrets Manager in the cloud. */
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { Environment } from "../platform/config/environment.ts";
import { unavailable } from "../platform/http/errors.ts";

/** Throws `service_unavailable` when Secrets Manager can't be reached. */
export type ReadPepper = () => Promise<string>;

type PepperEnvironment = Environment<"API_KEY_PEPPER" | "API_KEY_PEPPER_SECRET">;

/**
 * The secret is read at its first use and then kept. After a failed read, the next use reads it again. Throws when neither
 * variable is set.
 */
export function createPepper(
  { API_KEY_PEPPER, API_KEY_PEPPER_SECRET }: PepperEnvironment,
  readSecret: (id: string) => Promise<string | undefined> = readFromSecretsManager(),
): ReadPepper {
  if (API_KEY_PEPPER !== undefined) return async () => API_KEY_PEPPER;
  if (API_KEY_PEPPER_SECRET === undefined) throw new Error("neither API_KEY_PEPPER nor API_KEY_PEPPER_SECRET is set");
  const id = API_KEY_PEPPER_SECRET;
  let reading: Promise<string> | undefined;
  return () => {
    reading ??= readPepper(id, readSecret).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readPepper(id: string, readSecret: (id: string) => Promise<string | undefined>): Promise<string> {
  try {
    const secret = await readSecret(id);
    if (secret === undefined || secret.length < 32)
      throw new Error("the secret with the pepper is missing or too short");
    return secret;
  } catch (cause) {
    throw unavailable(cause);
  }
}

function readFromSecretsManager(): (id: string) => Promise<string | undefined> {
  const client = new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  });
  return async (id) => (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
}
