import { expect, it } from "vitest";
import { readCommitted } from "../bench/figures.ts";
import { measureMap } from "../bench/map-cost.ts";

it("boxes of the map cost what is committed, in accounts of every size and with others far away", async () => {
  expect(await measureMap(), "run `npm run bench -- --only map --write`").toEqual(readCommitted().map);
});
