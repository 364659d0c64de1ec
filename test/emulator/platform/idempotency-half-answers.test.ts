/** A commit with an idempotency key that left some rows. The repeated request imports the rest, and nothing twice. */
import { v7 as newId } from "uuid";
import { expect, it } from "vitest";
import { importOperations } from "../../../functions/imports/operations.ts";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import type { CommitResult } from "../../../shared/import-commit/commit-result.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import type { Answer } from "../../../shared/platform/http/route/route.ts";
import { type Attempt, dieHere, keyedProcess, runTime } from "../../support/account/keyed.ts";
import { namesOf } from "../../support/contact/contact-accounts.ts";
import { seedAccount } from "../../support/contact/contact-calls.ts";
import { memoryPictureFiles, noPictures } from "../../support/contact/pictures.ts";
import { memoryFiles, newIndexes, parsedContact } from "../../support/import/imports.ts";
import { findNothing } from "../../support/map/places.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";

async function setUp() {
  const { store, cache } = await freshTable();
  const accountId = await seedAccount(store);
  const clock = { time: Date.parse("2026-03-01T12:00:00.000Z") };
  const files = memoryFiles();
  const common = { store, now: () => new Date(clock.time), newId: () => newId(), log: () => {} };
  const encode = async (content: Uint8Array) => avatarVariants.map((variant) => ({ ...variant, content }));
  const operations = importOperations({
    ...noPictures,
    files,
    accountFiles: memoryAccountFiles(),
    ...common,
    indexes: newIndexes(store, common.now),
    storeAvatar: createAvatarStore({ ...common, files: memoryPictureFiles(), encode }),
    findPlace: findNothing,
    pause: async () => {},
  });
  const contacts = ["Ann", "Bo", "Cy"].map((firstName) => {
    const tempId = Buffer.from(firstName.padEnd(16)).toString("base64url");
    files.objects.set(pictureKey(accountId, tempId), Buffer.from(firstName));
    return parsedContact({ tempId, firstName, photo: firstName === "Bo" });
  });
  const commit = (remaining: number): Promise<Answer> =>
    operations.commitImportRows({
      ...sessionInput(accountId),
      params: { source: "vcard" },
      body: { contacts: contacts as never },
      remainingTime: () => remaining,
    }) as Promise<Answer>;
  const process = keyedProcess(cache, clock, accountId);
  return { process, commit, clock, names: () => namesOf(store, accountId) };
}

const enough = 28_000;
const tooLittle = 5_000;

function codesOf({ rendered }: Attempt): string[] {
  const { results } = JSON.parse(rendered.body) as { results: CommitResult[] };
  return results.map(({ status, code }) => code ?? status);
}

const half = ["imported", "service_unavailable", "imported"];
const rest = ["already_imported", "imported", "already_imported"];

it("only the same commit can be repeated, which imports the rows that were left, and its answer is stored", async () => {
  const { process, commit, names } = await setUp();
  expect(codesOf(await process.send({}, () => commit(tooLittle)))).toEqual(half);
  await expect(process.send({ digest: "another" }, dieHere)).rejects.toMatchObject({ code: "idempotency_conflict" });
  const second = await process.send({}, () => commit(enough));
  expect([second.replayed, codesOf(second)]).toEqual([false, rest]);
  expect(await process.send({}, dieHere)).toEqual({ ...second, replayed: true });
  expect((await names()).toSorted()).toEqual(["Ann", "Bo", "Cy"]);
});

it("a commit whose process died before its answer gets that answer, and then imports the rest", async () => {
  const { process, commit, clock, names } = await setUp();
  const written = Promise.withResolvers<void>();
  void process.send({}, async () => {
    await commit(tooLittle).then(() => written.resolve(), written.reject);
    return dieHere();
  });
  await written.promise;
  clock.time += runTime;
  expect(codesOf(await process.send({}, () => commit(enough)))).toEqual(half);
  expect(codesOf(await process.send({}, () => commit(enough)))).toEqual(rest);
  expect((await names()).toSorted()).toEqual(["Ann", "Bo", "Cy"]);
});
