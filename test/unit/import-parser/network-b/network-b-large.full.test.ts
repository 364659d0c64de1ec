import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../../functions/import-parser/files/import-file.ts";
import { readNetworkB } from "../../../../functions/import-parser/network-b/read-network-b.ts";
import { importSources } from "../../../../shared/import/sources.ts";
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
  return `{"title": "account.number_${index}", "string_list_data": [{"timestamp": ${1_700_000_000 - index}}]}`;
}

describe("a large import", () => {
  it("of 50,000 accounts is read", async () => {
    const { file } = longList("followers_1.json", 50_000, account);
    const handles = new Set<string>();
    for await (const row of readNetworkB([file], { strategy: "followers" })) handles.add(row.handles[0]?.value ?? "");
    expect(handles.size).toBe(50_000);
  });

  it("of a million entries is refused as soon as there are more than 50,000, with a remedy", async () => {
    const nobody = '{"string_list_data": []}';
    const { file, read } = longList("followers_1.json", 1_000_000, (index) => (index % 2 ? account(index) : nobody));
    const message = `An import may have 50,000 accounts. Choose another strategy. ${importSources.network_b.fewerAtOnce}`;
    expect(await refusals([file])).toEqual({ 0: { reason: "too_many_rows", message } });
    expect(read()).toBeLessThan(51_000);
  });

  it("of the followed accounts is read, however many accounts follow the owner", async () => {
    const followers = longList("followers_1.json", 60_000, account);
    const following = longList("following.json", 100, (index) => account(index + 59_950));
    const rows = await readRows([followers.file, following.file], "following");
    expect(rows.map(({ sources }) => sources?.length)).toEqual([...Array(50).fill(2), ...Array(50).fill(1)]);
  });
});
