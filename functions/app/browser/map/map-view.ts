/**
 * The geometry of the map, without any browser API. A view is its middle in degrees, and its scale in pixels per degree.
 * The scale is the same in both directions (equirectangular projection), so that the view is exactly a box of the API.
 */

export interface View {
  lon: number;
  lat: number;
  scale: number;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** In degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** Pins that are drawn as one mark. */
export interface PinGroup<Pin extends Position> extends Position {
  pins: Pin[];
}

/** The degrees across the map at the largest scale, which are a few kilometres. */
const minWidth = 0.05;

/** Pins within this number of pixels are drawn as one mark. */
const reach = 28;

/** Limits a view, so that it never shows more than the whole earth, or anything beyond the poles. */
export function fitView({ lon, lat, scale }: View, { width, height }: Size): View {
  const fitting = Math.min(Math.max(scale, width / 360), closestScale({ width }));
  const room = Math.max(90 - height / fitting / 2, 0);
  return { lon: wrap(lon), lat: Math.min(Math.max(lat, -room), room), scale: fitting };
}

/** The view of a place and its surroundings, or a closer one. */
export function viewAround({ latitude, longitude }: Position, size: Size, scale = 0): View {
  return fitView({ lon: longitude, lat: latitude, scale: Math.max(scale, size.width / 2) }, size);
}

/** The place that an address names, such as `?lat=51.45&lon=-2.58`. Undefined for what is none on the earth. */
export function placeOf(query: URLSearchParams): Position | undefined {
  const read = (name: string) => Number(query.get(name)?.trim() || Number.NaN);
  const [latitude, longitude] = [read("lat"), read("lon")];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Moves the view by pixels. */
export function moveView(view: View, size: Size, { x, y }: Point): View {
  return fitView({ ...view, lon: view.lon - x / view.scale, lat: view.lat + y / view.scale }, size);
}

/** Zooms around a pixel of the map, which keeps its coordinates. The default is the middle. */
export function zoomView(
  view: View,
  size: Size,
  factor: number,
  point = { x: size.width / 2, y: size.height / 2 },
): View {
  const { scale } = fitView({ ...view, scale: view.scale * factor }, size);
  const [right, down] = [point.x - size.width / 2, point.y - size.height / 2];
  const lon = view.lon + right / view.scale - right / scale;
  const lat = view.lat - down / view.scale + down / scale;
  return fitView({ lon, lat, scale }, size);
}

/** The pixel of a place on the map. Of its positions on all turns of the earth, it is the one nearest to the middle. */
export function pixelOf(view: View, size: Size, { latitude, longitude }: Position): Point {
  return {
    x: size.width / 2 + wrap(longitude - view.lon) * view.scale,
    y: size.height / 2 - (latitude - view.lat) * view.scale,
  };
}

/** The radius in pixels of a mark with this number of pins. */
export function radiusOf(count: number): number {
  return count > 1 ? 9 + 2 * String(count).length : 7;
}

/**
 * The pixel at which the mark of a group is drawn. A mark near the edge moves inwards so that all of it is visible, because
 * no view shows more beyond a pole, or beyond the antimeridian when it shows the whole earth.
 */
export function markOf(view: View, size: Size, group: PinGroup<Position>): Point {
  const point = pixelOf(view, size, group);
  // The white edge of the mark is one pixel wide.
  const radius = radiusOf(group.pins.length) + 1;
  const [x, y] = [keepInside(point.x, radius, size.width), keepInside(point.y, radius, size.height)];
  return x === undefined || y === undefined ? point : { x, y };
}

/** Keeps a margin to both ends. Undefined when the position is outside by more than a rounding error. */
function keepInside(position: number, margin: number, length: number): number | undefined {
  return position < -1 || position > length + 1 ? undefined : Math.max(margin, Math.min(position, length - margin));
}

/**
 * The box of the view for the API, rounded outwards to five decimals (a metre). Across the antimeridian, `minLon` is greater
 * than `maxLon`. An edge on the antimeridian has the sign of the other side, so that the box includes both 180 and -180.
 */
export function boundsOf({ lon, lat, scale }: View, { width, height }: Size) {
  const [minLat, maxLat] = [down(lat - height / scale / 2), up(lat + height / scale / 2)];
  const [west, east] = [down(lon - width / scale / 2), up(lon + width / scale / 2)];
  const turn = east - west >= 360;
  return {
    minLat: Math.max(minLat, -90),
    maxLat: Math.min(maxLat, 90),
    minLon: turn ? -180 : near(-wrap(-west)),
    maxLon: turn ? 180 : near(wrap(east)),
  };
}

/** The largest scale. */
export function closestScale({ width }: Pick<Size, "width">): number {
  return width / minWidth;
}

/** Groups pins that would overlap at this scale. A group has the position of its first pin. */
export function groupPins<Pin extends Position>(pins: readonly Pin[], scale: number): PinGroup<Pin>[] {
  const groups: PinGroup<Pin>[] = [];
  for (const pin of pins) {
    const group = groups.find((other) => distance(other, pin) * scale < reach);
    if (group) group.pins.push(pin);
    else groups.push({ latitude: pin.latitude, longitude: pin.longitude, pins: [pin] });
  }
  return groups;
}

/** Whether these pins are one mark even at the largest scale, so that zooming does not separate them. */
export function areOnOneSpot([first, ...others]: readonly Position[], size: Size): boolean {
  return !first || others.every((pin) => distance(first, pin) * closestScale(size) < reach);
}

function distance(one: Position, other: Position): number {
  return Math.hypot(one.latitude - other.latitude, wrap(one.longitude - other.longitude));
}

/** The longitude from -180 up to, but not including, 180. */
function wrap(degrees: number): number {
  return degrees >= -180 && degrees < 180 ? degrees : degrees - 360 * Math.floor((degrees + 180) / 360);
}

const decimals = 1e5;
const down = (degrees: number) => Math.floor(degrees * decimals) / decimals;
const up = (degrees: number) => Math.ceil(degrees * decimals) / decimals;
const near = (degrees: number) => Math.round(degrees * decimals) / decimals;
