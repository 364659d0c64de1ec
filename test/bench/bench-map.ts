/** The part of the bench about boxes of the map: compared with dynoxide, measured and printed. */
import { onGround, openGround } from "./ground.ts";
import { type MapFigures, measureMap } from "./map-cost.ts";
import { compareWithEmulator } from "./map-emulator.ts";
import { kindsTable, mapTable } from "./map-table.ts";
import { thousands } from "./table.ts";

const compared = { contacts: 1_000, boxes: 200 };

/** Throws where dynoxide bills something else than is counted. */
export async function benchMap(): Promise<MapFigures> {
  const faults = await onGround((address) => {
    return compareWithEmulator(openGround(address).store, compared.contacts, compared.boxes);
  });
  if (faults.length > 0) throw new Error(`dynoxide bills other boxes of the map:\n${faults.join("\n")}`);
  const map = await measureMap();
  console.log(`\n${mapTable(map)}\n`);
  console.log("boxes of the map, in read units: median · 95 % · most · mean");
  console.log(`a pin has ${map.entryBytes} bytes on average; dynoxide counts the same for ${compared.boxes} boxes\n`);
  console.log(`${kindsTable(map)}\n`);
  const { boxes, pins, difference } = map.sameBoxes;
  console.log(`${boxes} boxes over the same pins, in an account of ${thousands(pins.before)} and one of`);
  console.log(`${thousands(pins.after)}: ${difference} units more or less at most`);
  return map;
}
