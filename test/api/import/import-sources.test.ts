import { beforeAll, describe, expect, it } from "vitest";
import { sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { commitRows, faultOf, filesOf, formOf, parseFiles, postParse } from "../../support/import/import-calls.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

const numbers = Array.from({ length: 40 }, (_, index) => index);

describe.each(sourceNames)("a file of %s", (source) => {
  it("creates each contact once, in any batches, committed concurrently and again", async () => {
    const { token } = await freshAccount();
    const files = [filesOf[source](numbers)];
    const first = await parseFiles(token, source, files);
    expect(first).toMatchObject({ totalCount: 40, validCount: 40, duplicateCount: 0 });

    const batches = (size: number) =>
      Array.from({ length: Math.ceil(40 / size) }, (_, at) => first.contacts.slice(at * size, (at + 1) * size));
    const beside = [...batches(25), ...batches(13), ...batches(25)].map((batch) => commitRows(token, source, batch));
    const answers = await Promise.all(beside);
    expect(answers.reduce((sum, { importedCount }) => sum + importedCount, 0)).toBe(40);

    for (const size of [25, 7]) {
      const again = await parseFiles(token, source, files);
      expect(again.duplicateCount).toBe(40);
      expect(again.contacts.map(({ tempId }) => tempId)).toEqual(first.contacts.map(({ tempId }) => tempId));
      for (const batch of batches(size)) {
        expect(await commitRows(token, source, batch)).toMatchObject({ importedCount: 0, updatedCount: 0 });
      }
    }
    expect((await (await clientOf(token)).listContacts()).pagination.totalCount).toBe(40);
  });
});

describe("the strategy of network_b", () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await freshAccount());
  });
  const lists = [
    filesOf.network_b([1, 2]),
    {
      name: "following.json",
      content: JSON.stringify({ relationships_following: JSON.parse(filesOf.network_b([2, 3]).content) }),
    },
  ];

  it.each([
    [undefined, 3],
    ["followers", 2],
    ["mutual_following", 1],
  ] as const)("%s selects %i people of two lists", async (strategy, expected) => {
    const { totalCount } = await parseFiles(token, "network_b", lists, strategy);
    expect(totalCount).toBe(expected);
  });

  it.each([
    ["network_b", "", /Must be one of following, followers/],
    ["vcard", "followers", /Only network_b/],
  ])("of %s is refused when it is %j", async (source, strategy, message) => {
    const fault = await faultOf(await postParse(token, source, formOf(lists, { strategy })));
    expect(fault).toMatchObject({ status: 400, code: "validation_error", details: [{ path: "body.strategy" }] });
    expect(fault.details?.[0]?.message).toMatch(message);
  });
});
