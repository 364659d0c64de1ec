import { describe, expect, it } from "vitest";
import { createPepper } from "../../../shared/auth/pepper.ts";

const [first, second, third] = ["1".repeat(64), "2".repeat(64), "3".repeat(64)] as const;
const unset = { API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: undefined };
const minute = 60_000;

/** Secrets Manager with one secret, and an instance that reads it. */
function stand(current: string | undefined, previous?: string) {
  const secret: { versions: Record<string, string | undefined>; fault?: Error } = {
    versions: { AWSCURRENT: current, AWSPREVIOUS: previous },
  };
  const clock = { time: Date.parse("2026-05-01T12:00:00Z") };
  const reads: string[] = [];
  const pepper = createPepper(
    { ...unset, API_KEY_PEPPER_SECRET: "arn" },
    () => clock.time,
    async (id, stage) => {
      reads.push(`${id} ${stage}`);
      if (secret.fault) throw secret.fault;
      return secret.versions[stage];
    },
  );
  const rotateTo = (next: string) => {
    secret.versions = { AWSCURRENT: next, AWSPREVIOUS: secret.versions.AWSCURRENT };
  };
  return { pepper, secret, clock, reads, rotateTo, versionOf: (text: string) => pepper.find((one) => one === text) };
}

const unreachable = { code: "service_unavailable" };

describe("the pepper", () => {
  it("comes from the environment if it is there", async () => {
    const pepper = createPepper({ ...unset, API_KEY_PEPPER: first }, Date.now, () => Promise.reject());
    expect(await pepper.current()).toBe(first);
    expect(await pepper.find((one) => one === first)).toBe("current");
    expect(await pepper.find((one) => one === second)).toBeUndefined();
  });

  it("is read once, with the version before it", async () => {
    const { pepper, reads } = stand(first);
    expect(await Promise.all([pepper.current(), pepper.current()])).toEqual([first, first]);
    expect(await pepper.current()).toBe(first);
    expect(reads).toEqual(["arn AWSCURRENT", "arn AWSPREVIOUS"]);
  });

  it.each([
    ["failed", { fault: new Error("throttled"), versions: {} }],
    ["found nothing", { versions: {} }],
    ["found something too short", { versions: { AWSCURRENT: "short", AWSPREVIOUS: first } }],
  ])("is read again after a read that %s", async (_how, state) => {
    const { pepper, secret, reads } = stand(first);
    const { versions } = secret;
    Object.assign(secret, state);
    await expect(pepper.current()).rejects.toMatchObject(unreachable);
    await expect(pepper.find(() => true)).rejects.toMatchObject(unreachable);
    Object.assign(secret, { fault: undefined, versions });
    expect(await pepper.current()).toBe(first);
    expect(await pepper.current()).toBe(first);
    expect(reads).toHaveLength(6);
  });

  it("must be configured at the start of the function", () => {
    expect(() => createPepper(unset, Date.now)).toThrow(/API_KEY_PEPPER/);
  });
});

describe("a rotation of the pepper", () => {
  it("accepts the new pepper and the one before it, and makes new hashes with the new one", async () => {
    const { pepper, versionOf } = stand(second, first);
    expect(await pepper.current()).toBe(second);
    expect(await versionOf(second)).toBe("current");
    expect(await versionOf(first)).toBe("previous");
    expect(await versionOf(third)).toBeUndefined();
  });

  it("compares with both, whichever matches, so that the time does not tell which", async () => {
    const { pepper } = stand(second, first);
    const compared: string[] = [];
    await pepper.find((one) => compared.push(one) > 0);
    expect(compared).toEqual([second, first]);
  });

  it("is seen by an instance that started before it, as soon as a hash needs it", async () => {
    const { pepper, clock, rotateTo, versionOf } = stand(first);
    await pepper.current();
    rotateTo(second);
    clock.time += 10_000;
    expect(await versionOf(second)).toBe("current");
    expect(await versionOf(first)).toBe("previous");
    expect(await pepper.current()).toBe(second);
  });

  it("can't be used to make an instance read the secret more often than every ten seconds", async () => {
    const { pepper, clock, reads, versionOf } = stand(first);
    await pepper.current();
    clock.time += 10_000;
    for (let guess = 0; guess < 5; guess++) expect(await versionOf(third)).toBeUndefined();
    expect(reads).toHaveLength(4);
  });

  it("ends everywhere within an hour after the previous version was removed", async () => {
    const { pepper, clock, secret, versionOf } = stand(second, first);
    await pepper.current();
    secret.versions.AWSPREVIOUS = undefined;
    clock.time += 60 * minute - 1;
    expect(await versionOf(first)).toBe("previous");
    clock.time += 1;
    expect(await versionOf(first)).toBeUndefined();
  });

  it("is corrected by a further version when the one before it is no pepper", async () => {
    const { pepper, versionOf } = stand(second, "a typing error");
    expect(await pepper.current()).toBe(second);
    expect(await versionOf("a typing error")).toBeUndefined();
  });

  it("changes nothing for known peppers while Secrets Manager can't be reached, and refuses no hash for that", async () => {
    const { pepper, secret, clock, versionOf } = stand(second, first);
    await pepper.current();
    secret.fault = new Error("throttled");
    clock.time += 60 * minute;
    expect(await versionOf(first)).toBe("previous");
    await expect(versionOf(third)).rejects.toMatchObject(unreachable);
    expect(await pepper.current()).toBe(second);
  });
});
