import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { fewerAtOnce } from "../../../../functions/import-parser/files/fewer-at-once.ts";
import { fileOf, type ImportFile } from "../../../../functions/import-parser/files/import-file.ts";
import { readRows, refusals } from "../../../support/files/network-b.ts";

/** A list of any length that is made while it is read, and how much of it was. */
function longList(
  name: string,
  count: number,
  entry: (index: number) => string,
): { file: ImportFile; read: () => number } {
  let made = 0;
  async function* stream() {
    let text = "[\n";
    for (let index = 0; index < count; index += 1) {
      made += 1;
      text += `${entry(index)}${index === count - 1 ? "\n]" : ",\n"}`;
      if (text.length < 60_000 && index < count - 1) continue;
      yield Buffer.from(text);
      text = "";
    }
  }
  const size = count * entry(count).length;
  return { file: { name, size, read: async () => Buffer.from("[\n"), stream }, read: () => made };
}

function account(index: number): string {
  const href = `https://www.instagram.com/account.number_${index}`;
  return `{"title": "", "string_list_data": [{"href": "${href}", "timestamp": ${1_700_000_000 - index}}]}`;
}

describe("a large import", () => {
  it("of 50,000 accounts is read", async () => {
    const { file } = longList("followers_1.json", 50_000, account);
    const rows = await readRows([file]);
    expect(rows).toHaveLength(50_000);
    expect(rows.at(-1)?.handles[0]?.value).toBe("account.number_49999");
  });

  it("of a million accounts is refused as soon as there are more than 50,000", async () => {
    const { file, read } = longList("followers_1.json", 1_000_000, account);
    expect(await refusals([file])).toMatchObject({ 0: { reason: "too_many_rows" } });
    expect(read()).toBeLessThan(51_000);
  });

  it("is told what its owner can do, which is not to split an archive", async () => {
    const few = longList("following.json", 100, (index) => account(index + 10));
    const { file } = longList("followers_1.json", 60_000, account);
    const faults = await refusals([few.file, file], "following_and_followers");
    expect(faults[1]?.message).toBe(
      "An import may have 50,000 accounts, and with the list followers there are more. " +
        `Choose another strategy. ${fewerAtOnce.network_b}`,
    );
    for (const other of ["following", "mutual_following"] as const) {
      expect(await readRows([few.file, file], other)).toHaveLength(100);
    }
  });

  it("of one entry with too many accounts is told so too", async () => {
    const items = Array.from({ length: 50_001 }, (_, index) => ({ value: `account.number_${index}` }));
    const { 0: fault } = await refusals([fileOf(Buffer.from(JSON.stringify({ string_list_data: items })))]);
    expect(fault?.reason).toBe("too_many_rows");
  });

  it("of a million entries that name nobody is refused likewise", async () => {
    const { file, read } = longList("followers_1.json", 1_000_000, () => '{"string_list_data": []}');
    expect(await refusals([file])).toMatchObject({ 0: { reason: "too_many_rows" } });
    expect(read()).toBeLessThan(60_000);
  });

  it("takes those whom the owner follows, however many follow the owner", async () => {
    const followers = longList("followers_1.json", 60_000, account);
    const following = longList("following.json", 100, (index) => account(index + 59_950));
    const rows = await readRows([followers.file, following.file], "following");
    expect(rows.map(({ sources }) => sources?.length)).toEqual([...Array(50).fill(2), ...Array(50).fill(1)]);
  });

  it("of more text than an import may have is refused before it is read", async () => {
    const { file, read } = longList("followers_1.json", 3_000_000, account);
    expect(await refusals([file])).toEqual({
      0: {
        reason: "too_much_text",
        message: `The lists have more than 256 MB of text together. ${fewerAtOnce.network_b}`,
      },
    });
    expect(read()).toBe(0);
  });
});
