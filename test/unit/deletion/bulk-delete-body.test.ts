import { describe, expect, it } from "vitest";
import { bulkDeleteBody } from "../../../functions/contacts/schemas.ts";
import { faultPaths } from "../../support/described-values/fault-paths.ts";

const id = "0190b6a4-1111-7abc-8def-0123456789ab";
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `${id.slice(0, -5)}${String(n).padStart(5, "0")}`);

const parse = (body: unknown) => bulkDeleteBody().parse(body);

describe("the body of a bulk delete", () => {
  it.each<[body: object, paths: string[]]>([
    [{}, ["body"]],
    [{ ids: [id], filter: {} }, ["body"]],
    [{ excludeIds: [id] }, ["body"]],
    [{ ids: [] }, ["body.ids"]],
    [{ ids: ids(1_001) }, ["body.ids"]],
    [{ ids: [id, "x", 5, null, ""] }, ["body.ids.1", "body.ids.2", "body.ids.3", "body.ids.4"]],
    [{ ids: [id], excludeIds: [id] }, ["body.excludeIds"]],
    [{ filter: { name: "Ann" } }, ["body.filter.name"]],
    [{ filter: { search: "  " } }, ["body.filter.search"]],
    [{ filter: { search: 5 } }, ["body.filter.search"]],
    [{ filter: { keepInTouch: "true" } }, ["body.filter.keepInTouch"]],
    [{ filter: { keepInTouch: false } }, ["body.filter.keepInTouch"]],
    [
      { filter: { groupId: "x", tagId: "", importId: 7 } },
      ["body.filter.groupId", "body.filter.tagId", "body.filter.importId"],
    ],
    [{ filter: {}, excludeIds: ["x"] }, ["body.excludeIds.0"]],
    [{ filter: {}, excludeIds: ids(10_001) }, ["body.excludeIds"]],
  ])("%# is refused by its paths", (body, paths) => {
    expect(faultPaths(bulkDeleteBody, body)).toEqual(paths);
  });

  it("accepts a thousand ids, and ten thousand that a filter excludes", () => {
    expect(parse({ ids: ids(1_000) })).toMatchObject({ ids: ids(1_000) });
    expect(parse({ filter: {}, excludeIds: ids(10_000) })).toMatchObject({ filter: {}, excludeIds: ids(10_000) });
  });

  it("reads ids in capital letters, and trims a search", () => {
    expect(parse({ ids: [id.toUpperCase()] })).toMatchObject({ ids: [id] });
    const filter = { search: "  Ann  ", keepInTouch: true, importId: id.toUpperCase() };
    expect(parse({ filter, excludeIds: [id.toUpperCase()] })).toMatchObject({
      filter: { search: "Ann", keepInTouch: true, importId: id },
      excludeIds: [id],
    });
  });
});
