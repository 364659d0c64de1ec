import { expect, it } from "vitest";
import { sendHostileUploads } from "../../support/import/hostile-uploads.ts";
import { tries } from "../../support/seed.ts";

const count = tries(1_000, 100_000);

it("damaged multipart bodies are read or refused and never end the process", async () => {
  const { 204: read = 0, 400: refused = 0, ...others } = await sendHostileUploads(count);
  expect(others).toEqual({});
  expect(read + refused).toBe(count);
  // If one of them were rare, the other would not be tested.
  expect(Math.min(read, refused)).toBeGreaterThan(count / 10);
});

it("the bodies would end the process without the checks around the parser", async () => {
  await expect(sendHostileUploads(count, "unguarded")).rejects.toThrow(/terminated early|not a function|undefined/);
});
