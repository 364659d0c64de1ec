import { expect, it } from "vitest";
import { compareWithEmulator } from "../bench/map-emulator.ts";
import { freshTable } from "../support/stack.ts";

it("boxes of the map cost on the emulator what the bench counts", async () => {
  const { store } = await freshTable();
  expect(await compareWithEmulator(store, 500, 60)).toEqual([]);
});
