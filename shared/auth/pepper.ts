/**
 * The pepper of API keys, unsubscribe links and sealed texts: from the environment on a laptop, from Secrets Manager in the cloud.
 * During a rotation there are two, the version AWSCURRENT of the secret and the version AWSPREVIOUS ("Secrets Manager secret
 * versions" in its user guide). infra/decisions/0004-authentication.md explains the rotation.
 */
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { Environment } from "../platform/config/environment.ts";
import { unavailable } from "../platform/http/errors.ts";

export interface Pepper {
  /** The pepper for new hashes. Throws `service_unavailable` when Secrets Manager can't be reached. */
  current: ReadPepper;
  /**
   * Which accepted pepper a hash was made with. `matches` is called for each of them, so that the time does not tell which one
   * it is. Throws `service_unavailable` when no known pepper matches, and Secrets Manager can't be asked for a newer one.
   */
  find: (matches: (pepper: string) => boolean) => Promise<PepperVersion | undefined>;
}

export type ReadPepper = () => Promise<string>;

const versions = ["current", "previous"] as const;
export type PepperVersion = (typeof versions)[number];

/** The current pepper, and the one before it if it is accepted. */
type Peppers = readonly [current: string, previous?: string];

const stages = { current: "AWSCURRENT", previous: "AWSPREVIOUS" } as const;

/** Reads a version of a secret. Undefined if there is none. */
type ReadSecret = (id: string, stage: (typeof stages)[PepperVersion]) => Promise<string | undefined>;

type PepperEnvironment = Environment<"API_KEY_PEPPER" | "API_KEY_PEPPER_SECRET">;

const minimumLength = 32;

/** Milliseconds after which the secret is read again, so that a rotation has an end everywhere. */
export const readPrecision = 3_600_000;

/** Milliseconds between two reads for hashes that no known pepper matches. */
const missPrecision = 10_000;

/** The secret is read at its first use and then kept for an hour. `now` in milliseconds. Throws when neither variable is set. */
export function createPepper(
  { API_KEY_PEPPER, API_KEY_PEPPER_SECRET }: PepperEnvironment,
  now: () => number,
  readSecret: ReadSecret = readFromSecretsManager(),
): Pepper {
  if (API_KEY_PEPPER !== undefined) {
    return { current: async () => API_KEY_PEPPER, find: async (matches) => versionOf([API_KEY_PEPPER], matches) };
  }
  if (API_KEY_PEPPER_SECRET === undefined) throw new Error("neither API_KEY_PEPPER nor API_KEY_PEPPER_SECRET is set");
  const id = API_KEY_PEPPER_SECRET;
  let known: Peppers | undefined;
  let reading: Promise<Peppers> | undefined;
  let readAt = 0;
  let triedAt = 0;

  const readAgain = () => {
    triedAt = now();
    reading ??= readPeppers(id, readSecret)
      .then((peppers) => {
        readAt = now();
        known = peppers;
        return peppers;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  /** A pepper that was known an hour ago is better than none. */
  const kept = async (): Promise<Peppers> => {
    if (known && now() - triedAt < readPrecision) return known;
    return readAgain().catch((error: unknown) => {
      if (known) return known;
      throw error;
    });
  };
  return {
    current: async () => (await kept())[0],
    async find(matches) {
      const version = versionOf(await kept(), matches);
      // An instance that read the secret before a rotation does not know the pepper of newer hashes.
      if (version !== undefined || now() - readAt < missPrecision) return version;
      return versionOf(await readAgain(), matches);
    },
  };
}

function versionOf(peppers: Peppers, matches: (pepper: string) => boolean): PepperVersion | undefined {
  return versions[peppers.map((pepper) => pepper !== undefined && matches(pepper)).indexOf(true)];
}

/** A previous version that is no pepper accepts nothing, so that an operator can correct a wrong version by a new one. */
async function readPeppers(id: string, readSecret: ReadSecret): Promise<Peppers> {
  try {
    const [current, previous] = await Promise.all(versions.map((version) => readSecret(id, stages[version])));
    if (current === undefined || current.length < minimumLength) throw new Error("the pepper is missing or too short");
    return previous === undefined || previous.length < minimumLength ? [current] : [current, previous];
  } catch (cause) {
    throw unavailable(cause);
  }
}

function readFromSecretsManager(): ReadSecret {
  const client = new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  });
  return async (id, stage) => {
    try {
      return (await client.send(new GetSecretValueCommand({ SecretId: id, VersionStage: stage }))).SecretString;
    } catch (error) {
      // A secret that was never rotated has no previous version.
      if (error instanceof ResourceNotFoundException && stage === stages.previous) return undefined;
      throw error;
    }
  };
}
