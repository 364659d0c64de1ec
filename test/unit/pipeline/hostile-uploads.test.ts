import { expect, it } from "vitest";
import { expectSafeUploads, sendHostileUploads } from "../../support/import/hostile-uploads.ts";
import { tries } from "../../support/seed.ts";

const count = tries(1_000, 100_000);

it("damaged multipart bodies are read or refused, and none ends the process", () => expectSafeUploads(count));

it("a body that ends the process would be seen: the parser alone does not survive them", async () => {
  await expect(sendHostileUploads(count, "unguarded")).rejects.toThrow(/terminated early|not a function|undefined/);
});
