/**
 * What of the earth the map shows: a view is its middle in degrees and its scale in pixels a degree, the same both ways
 * (equirectangular), so that what is seen is exactly a box of the API. Nothing here knows of a browser.
 */

/** Degrees across the map at the closest: a few kilometres. */
const narrowest = 0.05;

/** Pixels within which pins are drawn as one. */
export const reach = 28;

/** The nearest view that is possible: never more than once round the earth, and no further than the poles. */
export function fitView({ lon, lat, scale }, { width, height }) {
  const fitting = Math.min(Math.max(scale, width / 360), closestScale({ width }));
  const room = Math.max(90 - height / fitting / 2, 0);
  return { lon: wrap(lon), lat: Math.min(Math.max(lat, -room), room), scale: fitting };
}

/** Moves the earth by pixels. */
export function moveView(view, size, { x, y }) {
  return fitView({ ...view, lon: view.lon - x / view.scale, lat: view.lat + y / view.scale }, size);
}

/** Magnifies around a pixel of the map, under which the place stays; around the middle without one. */
export function zoomView(view, size, factor, point = { x: size.width / 2, y: size.height / 2 }) {
  const { scale } = fitView({ ...view, scale: view.scale * factor }, size);
  const [right, down] = [point.x - size.width / 2, point.y - size.height / 2];
  const lon = view.lon + right / view.scale - right / scale;
  const lat = view.lat - down / view.scale + down / scale;
  return fitView({ lon, lat, scale }, size);
}

/** Where the place lies on the map, in pixels; of all turns of the earth the one nearest to the middle. */
export function pixelOf(view, size, { latitude, longitude }) {
  return {
    x: size.width / 2 + wrap(longitude - view.lon) * view.scale,
    y: size.height / 2 - (latitude - view.lat) * view.scale,
  };
}

/** The radius in pixels of the mark of so many pins. */
export function radiusOf(count) {
  return count > 1 ? 9 + 2 * String(count).length : 7;
}

/**
 * Where the mark of a group is drawn: at its place, but whole where the place is in view. In the view of the world, what
 * lies at the antimeridian would else be cut at the edge, and no view shows more beyond a pole.
 */
export function markOf(view, size, group) {
  const point = pixelOf(view, size, group);
  // Its white edge, too.
  const radius = radiusOf(group.pins.length) + 1;
  const [x, y] = [hold(point.x, radius, size.width), hold(point.y, radius, size.height)];
  return x === undefined || y === undefined ? point : { x, y };
}

/** Keeps the margin to both ends; undefined beyond them, by more than numbers are inexact. */
function hold(at, margin, length) {
  return at < -1 || at > length + 1 ? undefined : Math.max(margin, Math.min(at, length - margin));
}

/**
 * The box of the view as the API takes it, with five decimals (a metre), outwards. Across the antimeridian `minLon` is
 * greater than `maxLon`. A side on the antimeridian itself is named by its far number, so that both 180 and -180 are in.
 */
export function boundsOf({ lon, lat, scale }, { width, height }) {
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

/** The scale beyond which nothing is magnified. */
export function closestScale({ width }) {
  return width / narrowest;
}

/** Pins that would lie on one another at this scale, together, at the place of the first of them. */
export function groupPins(pins, scale) {
  const groups = [];
  for (const pin of pins) {
    const group = groups.find((other) => distance(other, pin) * scale < reach);
    if (group) group.pins.push(pin);
    else groups.push({ latitude: pin.latitude, longitude: pin.longitude, pins: [pin] });
  }
  return groups;
}

/** Whether these pins, one at least, are drawn as one at the closest, so that no zooming parts them. */
export function areOnOneSpot(pins, size) {
  return pins.every((pin) => distance(pins[0], pin) * closestScale(size) < reach);
}

function distance(one, other) {
  return Math.hypot(one.latitude - other.latitude, wrap(one.longitude - other.longitude));
}

/** The longitude from -180 up to, but not including, 180. */
function wrap(degrees) {
  return degrees >= -180 && degrees < 180 ? degrees : degrees - 360 * Math.floor((degrees + 180) / 360);
}

const decimals = 1e5;
const down = (degrees) => Math.floor(degrees * decimals) / decimals;
const up = (degrees) => Math.ceil(degrees * decimals) / decimals;
const near = (degrees) => Math.round(degrees * decimals) / decimals;
