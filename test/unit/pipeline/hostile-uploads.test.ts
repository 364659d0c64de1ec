import { expect, it } from "vitest";
import { expectSafeUploads, sendHostileUploads } from "../../support/import/hostile-uploads.ts";
import { tries } from "../../support/seed.ts";

const count = tries(1_000, 100_000);

it("damaged multipart bodies are read or refused and never end the process", () => expectSafeUploads(count));

it("the bodies would end the process without the checks around the parser", async () => {
  await expect(sendHostileUploads(count, "unguarded")).rejects.toThrow(/terminated early|not a function|undefined/);
});
