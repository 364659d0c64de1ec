/** The earth, and the marks of the pins on it, as parts of an SVG image. */
import { fitView, markOf, type PinGroup, type Position, radiusOf, type Size, type View } from "./map-view.ts";

/** Paths in hundredths of a degree, which the build puts here. */
declare const WORLD_LAND: string;
declare const WORLD_BORDERS: string;

export function Earth({ view, size }: { view: View; size: Size }) {
  const y = size.height / 2 + view.lat * view.scale;
  return (
    <>
      <defs>
        <g id="world">
          <path class="land" d={WORLD_LAND} />
          <path class="borders" d={WORLD_BORDERS} />
        </g>
      </defs>
      <rect class="sea" width="100%" y={y - 90 * view.scale} height={180 * view.scale} />
      {[-1, 0, 1].map((turn) => {
        const x = size.width / 2 + (turn * 360 - view.lon) * view.scale;
        // The shapes extend beyond the edges of the earth by at most half a turn.
        const isSeen = x + 360 * view.scale > 0 && x - 360 * view.scale < size.width;
        return isSeen && <use key={turn} href="#world" transform={`translate(${x} ${y}) scale(${view.scale / 100})`} />;
      })}
    </>
  );
}

interface MarksProps {
  view: View;
  size: Size;
  groups: readonly PinGroup<Position>[];
  /** The group whose pins the card shows. */
  chosen: PinGroup<Position> | undefined;
}

/** Each mark has the index of its group as `data-group`. The chosen one is the last, and so on top. */
export function Marks({ view, size, groups, chosen }: MarksProps) {
  const marks = groups.map((group, index) => ({ group, index }));
  marks.sort((one, other) => Number(one.group === chosen) - Number(other.group === chosen));
  return marks.map(({ group, index }) => {
    const { x, y } = markOf(view, size, group);
    const count = group.pins.length;
    return (
      <g
        key={index}
        class={group === chosen ? "pin chosen" : "pin"}
        data-group={index}
        transform={`translate(${x} ${y})`}
      >
        {/* An invisible circle makes the mark large enough for fingers. */}
        <circle r={14} />
        <circle class="dot" r={radiusOf(count)} />
        {count > 1 && <text dy="0.35em">{count}</text>}
      </g>
    );
  });
}

/** It is as wide as the page of a person at most. A narrower one shows the middle. */
const smallSize = { width: 800, height: 160 };

/** A place among the countries around it, with a mark. */
export function SmallMap({ latitude, longitude }: Position) {
  const view = fitView({ lon: longitude, lat: latitude, scale: 16 }, smallSize);
  const pin = { latitude, longitude };
  const { width, height } = smallSize;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice">
      <Earth view={view} size={smallSize} />
      <Marks view={view} size={smallSize} groups={[{ ...pin, pins: [pin] }]} chosen={undefined} />
    </svg>
  );
}
