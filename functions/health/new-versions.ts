/** The versions that a deployment has published: whether they work, before they get traffic, and which older ones are kept. */
import type { GrantCheck, GrantFault } from "../../shared/platform/health/self-check.ts";
import type { VersionAnswer, Versions } from "../../shared/platform/health/versions.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";

export interface NewVersion {
  arn: string;
  /** The permissions that the function declares. */
  checks: readonly GrantCheck[];
}

export interface VersionParts {
  versions: Versions;
  /** Milliseconds since the epoch. */
  now: () => number;
  pause: (milliseconds: number) => Promise<unknown>;
  log: Log;
}

/** New permissions hold everywhere after some seconds. Milliseconds. */
const patience = 60_000;
const betweenAttempts = 5_000;

/** A new AWS account runs ten functions at a time, and the version that has traffic needs some of them. */
const atATime = 4;

interface VersionFault {
  version: NewVersion;
  cause: string;
  /** The next attempt may succeed. */
  mayPass: boolean;
}

/**
 * Invokes every version with an event that makes it load and try its permissions, and nothing else. Versions that AWS refuses
 * something to are invoked again for a minute. Throws with the functions that do not work, and why.
 */
export async function requireWorking(versions: readonly NewVersion[], parts: VersionParts): Promise<void> {
  const deadline = parts.now() + patience;
  let left = versions;
  for (;;) {
    const faults = await faultsOf(left, parts.versions);
    if (faults.length === 0) return;
    if (faults.some(({ mayPass }) => !mayPass) || parts.now() >= deadline) {
      throw new Error(faults.map(({ version, cause }) => `${nameOf(version)} ${cause}`).join("; "));
    }
    left = faults.map(({ version }) => version);
    await parts.pause(betweenAttempts);
  }
}

async function faultsOf(versions: readonly NewVersion[], { invoke }: Versions): Promise<VersionFault[]> {
  const faults: VersionFault[] = [];
  for (let start = 0; start < versions.length; start += atATime) {
    const tried = versions.slice(start, start + atATime).map(async (version) => {
      const fault = await invoke(version.arn, { selfCheck: version.checks }).then(readAnswer, readRefusal);
      return fault && { version, ...fault };
    });
    faults.push(...(await Promise.all(tried)).filter((fault) => fault !== undefined));
  }
  return faults;
}

type Cause = Omit<VersionFault, "version">;

/** The variables of functions contain no secrets, so that a message of code that loads contains none, either. */
function readAnswer(answered: VersionAnswer): Cause | undefined {
  if ("error" in answered) {
    const { errorType = "Error", errorMessage = "" } = answered.error;
    const [message = ""] = errorMessage.split("\n");
    return { cause: `fails before its first request: ${errorType}: ${message.slice(0, 200)}`, mayPass: false };
  }
  if (!Array.isArray(answered.answer)) return { cause: "has no self-check", mayPass: false };
  const faults = answered.answer as GrantFault[];
  if (faults.length === 0) return undefined;
  const list = faults.map(({ check, fault }) => `${check} (${fault})`).join(", ");
  return { cause: `may not or cannot use ${list}`, mayPass: faults.every(({ mayPass }) => mayPass) };
}

/**
 * Lambda refuses calls while the gate's own permission spreads, while a version is not active yet ("Lambda function states"), when
 * all concurrency is used, and when it has a fault itself.
 */
function readRefusal(error: unknown): Cause {
  const name = faultName(error);
  return {
    cause: `could not be invoked: ${name}`,
    mayPass: /AccessDenied|ResourceConflict|TooManyRequests|ServiceException/.test(name),
  };
}

function nameOf({ arn }: NewVersion): string {
  const [name = "", version = ""] = arn.split(":").slice(-2);
  return `${name} (version ${version})`;
}

/**
 * True if CloudFormation goes back to versions from before: numbers of versions only grow. Earlier versions have had traffic,
 * and nothing may stop a rollback.
 */
export function goesBack(to: readonly NewVersion[], from: readonly NewVersion[]): boolean {
  const numbers = new Map(from.map(({ arn }) => splitVersion(arn)));
  return to.some(({ arn }) => {
    const [functionArn, version] = splitVersion(arn);
    return version < (numbers.get(functionArn) ?? 0);
  });
}

function splitVersion(arn: string): [functionArn: string, version: number] {
  const end = arn.lastIndexOf(":");
  return [arn.slice(0, end), Number(arn.slice(end + 1))];
}

/** Versions that are kept for going back: the newest of each function, and all that are not older than this. */
const kept = { newest: 5, days: 30 };

/** Deletes older versions. What cannot be deleted is logged, because it stops no deployment. */
export async function removeOldVersions(versions: readonly NewVersion[], parts: VersionParts): Promise<void> {
  const oldest = parts.now() - kept.days * 24 * 60 * 60 * 1000;
  for (const { arn } of versions) {
    const [functionArn] = splitVersion(arn);
    try {
      const published = await parts.versions.list(functionArn);
      const old = published.toSorted((a, b) => b.version - a.version).slice(kept.newest);
      for (const { version, publishedAt } of old) {
        if (publishedAt.getTime() < oldest) await parts.versions.remove(functionArn, version);
      }
    } catch (error) {
      parts.log({ level: "warn", event: "gate.versionsNotRemoved", function: functionArn, fault: faultName(error) });
    }
  }
}
