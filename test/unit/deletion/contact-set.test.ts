import { v7 as newId } from "uuid";
import { expect, it } from "vitest";
import { putContactSet, readContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";

const author = { kind: "key", id: "AbCdEf123456", label: "Zoë’s phone", agent: true } as const;

it.each([
  { deletedAt: null },
  { deletedAt: "2026-03-01T10:00:00.000Z" },
  { deletedAt: null, isRestore: true, deletedUntil: "2026-03-01T10:00:00.000Z" } as const,
])("a set of contacts is in the bucket until it is removed: %j", async (fields) => {
  const [files, at] = [memoryAccountFiles(), { accountId: newId(), deletionId: newId() }];
  const set = { ids: Array.from({ length: 1_000 }, () => newId()), ...fields };
  await withAuthor(author, () => putContactSet(files, at, set));
  expect([...files.objects.keys()]).toEqual([`deletions/${at.accountId}/${at.deletionId}`]);
  expect(await readContactSet(files, at)).toEqual({ ...set, author });
  await files.removeObject(`deletions/${at.accountId}/${at.deletionId}`);
  expect(await readContactSet(files, at)).toBeUndefined();
});
