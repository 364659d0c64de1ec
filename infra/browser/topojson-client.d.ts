/** The types of the functions that are used of topojson-client, which has none. Positions are degrees: longitude, latitude. */
declare module "topojson-client" {
  type Position = [longitude: number, latitude: number];

  /** The shapes of an object of the topology (RFC 7946, section 3.3). */
  export function feature(
    topology: object,
    object: object,
  ): { features: { geometry: { type: "MultiPolygon"; coordinates: Position[][][] } }[] };

  /** The lines between shapes that pass the filter, each once. For a line of only one shape, both arguments are that shape. */
  export function mesh<Shape extends object>(
    topology: object,
    object: { geometries: Shape[] },
    filter: (one: Shape, other: Shape) => boolean,
  ): { type: "MultiLineString"; coordinates: Position[][] };
}
