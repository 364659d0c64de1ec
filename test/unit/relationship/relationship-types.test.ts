import { expect, it } from "vitest";
import { fromOtherEnd, relationshipTypes } from "../../../shared/relationship/store/relationship.ts";

it("a relationship is the same again when it is seen from the other end twice", () => {
  const timestamp = "2026-01-02T03:04:05.000Z";
  const common = { id: "r", contactId: "a", relatedId: "b", createdAt: timestamp, updatedAt: timestamp };
  const seen = relationshipTypes.map((type) => {
    const other = fromOtherEnd({ ...common, type });
    expect(fromOtherEnd(other)).toEqual({ ...common, type });
    expect(other).toMatchObject({ contactId: "b", relatedId: "a" });
    return other.type === type ? [] : [`${type} ${other.type}`];
  });
  const pairs = ["parent child", "child parent", "guardian dependent", "dependent guardian"];
  expect(seen.flat()).toEqual([...pairs, "manager report", "report manager"]);
});
