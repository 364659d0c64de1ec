import fc from "fast-check";
import { v7 as newUuid, validate, version } from "uuid";
import { expect, it } from "vitest";
import { newAccountHead } from "../../../shared/account/store/account.ts";
import { nextContactId } from "../../../shared/contact-change/contact-write.ts";

const head = newAccountHead("0190b6a4-0000-7abc-8def-000000000000", null, new Date(0));
const millisecondsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

it("the id of the first contact is the candidate", () => {
  const candidate = newUuid();
  expect(nextContactId({ ...head, lastContactId: "" }, candidate)).toBe(candidate);
});

it("the id of a new contact is a UUID of version 7 that is greater than the last, with the candidate's random bits", () => {
  const end = Date.UTC(3000, 0, 1);
  // Times at which a further millisecond changes one digit, or more than half of them.
  const time = fc.oneof(
    fc.integer({ min: 0, max: end }),
    fc.constantFrom(9, 0xffff, 0x0190_b6a4_ffff, 0x0190_b6ff_ffff),
  );
  const id = fc
    .tuple(time, fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map(([msecs, random]) => newUuid({ msecs, random }));
  fc.assert(
    fc.property(id, id, fc.boolean(), (lastContactId, other, isRepeated) => {
      const candidate = isRepeated ? lastContactId : other;
      const chosen = nextContactId({ ...head, lastContactId }, candidate);
      expect(chosen > lastContactId).toBe(true);
      expect([validate(chosen), version(chosen)]).toEqual([true, 7]);
      expect(chosen.slice(14)).toBe(candidate.slice(14));
      const isGreater = candidate > lastContactId;
      expect(millisecondsOf(chosen)).toBe(isGreater ? millisecondsOf(candidate) : millisecondsOf(lastContactId) + 1);
    }),
  );
});
