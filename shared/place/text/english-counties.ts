/** The counties of England. The gazetteer has England as one region, in which many towns share a name. */
import { once } from "../../platform/config/once.ts";
import type { Located } from "../place.ts";

export interface County extends Located {
  /** The distance from the middle within which all of the county lies. */
  km: number;
}

/** The middle of each county in degrees north and east. */
const middles = `
  avon 51.5 -2.6|bedfordshire 52.1 -0.5|berkshire 51.4 -1.1|buckinghamshire 51.8 -0.8|cambridgeshire 52.3 0.0
  cheshire 53.2 -2.5|cornwall 50.4 -4.9 wide|county durham 54.7 -1.8|cumberland 54.7 -3.2 wide|cumbria 54.6 -2.9 wide
  derbyshire 53.1 -1.6|devon 50.7 -3.8 wide|dorset 50.8 -2.3|east riding of yorkshire 53.9 -0.6|east sussex 50.9 0.3
  essex 51.8 0.6|gloucestershire 51.8 -2.2|greater london 51.5 -0.1|greater manchester 53.5 -2.3|hampshire 51.1 -1.3
  herefordshire 52.1 -2.7|hertfordshire 51.8 -0.2|huntingdonshire 52.4 -0.2|isle of wight 50.7 -1.3|kent 51.2 0.7
  lancashire 53.9 -2.6|leicestershire 52.7 -1.1|lincolnshire 53.1 -0.2 wide|merseyside 53.4 -2.9|middlesex 51.5 -0.3
  norfolk 52.7 1.0 wide|north yorkshire 54.2 -1.5 wide|northamptonshire 52.3 -0.9|northumberland 55.3 -2.0 wide
  nottinghamshire 53.2 -1.0|oxfordshire 51.8 -1.3|rutland 52.7 -0.6|shropshire 52.6 -2.7|somerset 51.1 -2.9
  south yorkshire 53.5 -1.3|staffordshire 52.8 -2.0|suffolk 52.2 1.0|surrey 51.3 -0.4|sussex 50.9 -0.1
  teesside 54.6 -1.2|tyne and wear 55.0 -1.6|warwickshire 52.3 -1.6|west midlands 52.5 -1.8|west sussex 50.9 -0.5
  west yorkshire 53.7 -1.7|westmorland 54.5 -2.6 wide|wiltshire 51.3 -1.9|worcestershire 52.2 -2.2|yorkshire 54.0 -1.4 wide
`;

/** The counties by the keys of their names. */
export const englishCounties = once((): ReadonlyMap<string, County> => {
  const rows = middles.matchAll(/([a-z ]+) ([\d.]+) ([-\d.]+)( wide)?/g);
  return new Map(
    Array.from(rows, ([, name = "", latitude, longitude, wide]) => [
      name.trim(),
      { latitude: Number(latitude), longitude: Number(longitude), km: wide ? 100 : 60 },
    ]),
  );
});
