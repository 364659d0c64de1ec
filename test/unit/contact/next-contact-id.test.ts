import fc from "fast-check";
import { v7 as newUuid, validate, version } from "uuid";
import { describe, expect, it } from "vitest";
import { newAccountHead } from "../../../shared/account/store/account.ts";
import { nextContactId } from "../../../shared/contact-change/contact-write.ts";

const next = (lastContactId: string, candidate: string) => {
  const head = newAccountHead("0190b6a4-0000-7abc-8def-000000000000", null, new Date(0));
  return nextContactId({ ...head, lastContactId }, candidate);
};
const millisecondsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

describe("the id of a new contact", () => {
  it("is the candidate when it comes after all ids of the account, or is the first", () => {
    const [older, newer] = [newUuid({ msecs: 1_000 }), newUuid({ msecs: 1_001 })];
    expect(next("", older)).toBe(older);
    expect(next(older, newer)).toBe(newer);
  });

  it.each([
    ["0190b6a4-1111-7fff-bfff-ffffffffffff", "0190b6a4-1112-7"],
    ["0190b6a4-ffff-7000-8000-000000000000", "0190b6a5-0000-7"],
    ["0190b6ff-ffff-7000-8000-000000000000", "0190b700-0000-7"],
    ["00000000-0009-7000-8000-000000000000", "00000000-000a-7"],
  ])("behind %s it has a millisecond more: %s", (last, start) => {
    const candidate = "00000000-0001-7abc-9def-0123456789ab";
    expect(next(last, candidate)).toBe(`${start}abc-9def-0123456789ab`);
    // The very same id again, as of a source of chance that repeats itself.
    expect(next(last, last) > last).toBe(true);
  });

  it("is always a UUID of version 7 that is greater than the last, with the candidate's random bits", () => {
    const time = fc.integer({ min: 0, max: Date.UTC(3000, 0, 1) });
    const id = fc
      .tuple(time, fc.uint8Array({ minLength: 16, maxLength: 16 }))
      .map(([msecs, random]) => newUuid({ msecs, random }));
    fc.assert(
      fc.property(id, id, (last, candidate) => {
        const chosen = next(last, candidate);
        expect(chosen > last).toBe(true);
        expect([validate(chosen), version(chosen)]).toEqual([true, 7]);
        expect(chosen.slice(14)).toBe(candidate.slice(14));
        expect(millisecondsOf(chosen)).toBe(candidate > last ? millisecondsOf(candidate) : millisecondsOf(last) + 1);
      }),
    );
  });

  it("keeps the order of writes however the clocks of the writers differ", () => {
    const skews = fc.array(fc.integer({ min: -60_000, max: 60_000 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(skews, (clocks) => {
        const ids: string[] = [];
        for (const [at, skew] of clocks.entries()) {
          ids.push(next(ids.at(-1) ?? "", newUuid({ msecs: 1_000_000 + at + skew })));
        }
        expect(ids.toSorted()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
