import fc from "fast-check";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import {
  decodeContactSet,
  encodeContactSet,
  putContactSet,
  readContactSet,
} from "../../../shared/contact-deletion/contact-set.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";

const author = { kind: "key", id: "AbCdEf123456", label: "Zoë’s phone", agent: true } as const;
const encode = (ids: string[]) => encodeContactSet({ ids, author, deletedAt: null });
const at = { accountId: newId(), deletionId: newId() };

describe("a set of contacts", () => {
  it("is decoded as it was encoded", () => {
    const ids = fc.uniqueArray(fc.uuid(), { maxLength: 50 });
    const deletedAt = fc.constantFrom(null, "2026-03-01T10:00:00.000Z");
    fc.assert(
      fc.property(fc.record({ ids, deletedAt, isRestore: fc.constant(true as const) }), (set) => {
        expect(decodeContactSet(encodeContactSet({ ...set, author }))).toEqual({ ...set, author });
      }),
    );
  });

  it("has 16 bytes for each id", () => {
    const ids = Array.from({ length: 1_000 }, () => newId());
    expect(encode(ids).byteLength - encode([]).byteLength).toBe(16 * 1_000);
  });

  it("is in the bucket until it is removed", async () => {
    const files = memoryAccountFiles();
    const set = { ids: [newId(), newId()], deletedAt: null };
    await withAuthor(author, () => putContactSet(files, at, set));
    expect([...files.objects.keys()]).toEqual([`deletions/${at.accountId}/${at.deletionId}`]);
    expect(await readContactSet(files, at)).toEqual({ ...set, author });
    await files.removeObject(`deletions/${at.accountId}/${at.deletionId}`);
    expect(await readContactSet(files, at)).toBeUndefined();
  });

  it("of more than a million ids, or with a malformed id, is refused", () => {
    expect(() => encode(new Array(1_000_001).fill(newId()))).toThrow(RangeError);
    expect(() => encode(["x"])).toThrow(TypeError);
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["something else", Buffer.from("a text that is long enough")],
    ["another version", tampered((content) => content.writeUInt32BE(1, 8))],
    ["a wrong number", tampered((content) => content.writeUInt32BE(3, 12))],
    ["half of it", encode([newId(), newId()]).slice(0, 40)],
  ])("can't be decoded from %s", (_what, content) => {
    expect(() => decodeContactSet(content)).toThrow(/set of contacts/);
  });
});

function tampered(change: (content: Buffer) => void): Uint8Array {
  const content = Buffer.from(encode([newId(), newId()]));
  change(content);
  return content;
}
