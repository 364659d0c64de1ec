import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../../functions/import-parser/files/import-file.ts";
import { fewerAtOnce } from "../../../../functions/import-parser/files/read-within.ts";
import { file, readRows, refusals } from "../../../support/files/network-b.ts";

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

  it.each([
    ["accounts", account],
    ["entries that name nobody", () => '{"string_list_data": []}'],
  ])("of a million %s is refused as soon as there are more than 50,000, with a remedy", async (_what, entry) => {
    const { file, read } = longList("followers_1.json", 1_000_000, entry);
    const message = `An import may have 50,000 accounts. Choose another strategy. ${fewerAtOnce.network_b}`;
    expect(await refusals([file])).toEqual({ 0: { reason: "too_many_rows", message } });
    expect(read()).toBeLessThan(55_000);
  });

  it("of one entry with too many accounts is refused", async () => {
    const items = Array.from({ length: 50_001 }, (_, index) => ({ value: `n${index}` }));
    const { 0: fault } = await refusals([file("connections.json", { followers: Object.fromEntries(items.entries()) })]);
    expect(fault?.reason).toBe("too_many_rows");
  });

  it("of the followed accounts is read, however many accounts follow the owner", async () => {
    const followers = longList("followers_1.json", 60_000, account);
    const following = longList("following.json", 100, (index) => account(index + 59_950));
    const rows = await readRows([followers.file, following.file], "following");
    expect(rows.map(({ sources }) => sources?.length)).toEqual([...Array(50).fill(2), ...Array(50).fill(1)]);
  });
});
