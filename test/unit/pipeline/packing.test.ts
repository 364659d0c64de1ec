import fc from "fast-check";
import { expect, it } from "vitest";
import { pack, unpack } from "../../../shared/platform/http/idempotency/idempotency-reservations.ts";

it("data is unpacked as it was packed, also dates", async () => {
  const { data } = fc.letrec<{ data: unknown }>((tie) => ({
    data: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: "binary" }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.date({ noInvalidDate: true }),
      fc.array(tie("data"), { maxLength: 5 }),
      fc.dictionary(fc.string({ minLength: 1 }), tie("data"), { noNullPrototype: true, maxKeys: 5 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(data, async (value) => {
      expect(await unpack(await pack(value))).toEqual(value);
    }),
  );
});

it("repeated text in any script is compressed", async () => {
  expect((await pack("漢字 ".repeat(10_000))).byteLength).toBeLessThan(100);
});

it.each([
  ["a map", new Map([["a", 1]])],
  ["a set", new Set([1])],
  ["bytes", Buffer.from("a")],
  ["an error", new Error("a")],
])("%s can't be packed", async (_what, value) => {
  await expect(pack({ list: [value] })).rejects.toThrow("can't be packed");
});
