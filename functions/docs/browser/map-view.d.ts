/** Types of map-view.js, for whoever calls it from outside of a browser. */

export interface View {
  lon: number;
  lat: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Pixel {
  x: number;
  y: number;
}

interface Located {
  latitude: number;
  longitude: number;
}

interface Bounds {
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

export const reach: number;

export function closestScale(size: Pick<Size, "width">): number;
export function fitView(view: View, size: Size): View;
export function moveView(view: View, size: Size, by: Pixel): View;
export function zoomView(view: View, size: Size, factor: number, point?: Pixel): View;
export function pixelOf(view: View, size: Size, place: Located): Pixel;
export function radiusOf(count: number): number;
export function markOf(view: View, size: Size, group: Located & { pins: readonly unknown[] }): Pixel;
export function boundsOf(view: View, size: Size): Bounds;
export function groupPins<Pin extends Located>(pins: readonly Pin[], scale: number): (Located & { pins: Pin[] })[];
export function areOnOneSpot(pins: readonly Located[], size: Size): boolean;
