/** As much of topojson-client as the map's outline takes; the package comes without types. Positions are degrees: longitude, latitude. */
declare module "topojson-client" {
  type Position = [longitude: number, latitude: number];

  /** The shapes of an object of the topology (RFC 7946, 3.3). */
  export function feature(
    topology: object,
    object: object,
  ): { features: { geometry: { type: "MultiPolygon"; coordinates: Position[][][] } }[] };

  /** The lines between shapes that pass the filter, each once; a line of one shape alone is given that shape twice. */
  export function mesh<Shape extends object>(
    topology: object,
    object: { geometries: Shape[] },
    filter: (one: Shape, other: Shape) => boolean,
  ): { type: "MultiLineString"; coordinates: Position[][] };
}
