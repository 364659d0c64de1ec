/** Cost against size as an SVG: both axes logarithmic, each line labelled at its end, for light and dark screens. */
import type { CommittedFigures } from "./figures.ts";
import type { Figures } from "./measure.ts";

/** What is drawn, and in which of the colours. */
const drawnAccesses: readonly (readonly [access: string, colour: number])[] = [
  ["totalCount and stats", 0],
  ["get", 1],
  ["by-social", 2],
  ["first page, nameAsc", 3],
  ["page at 80 %, index not in memory", 4],
  ["search, index in memory", 5],
  ["search, index not in memory, 69 writes later", 6],
  ["create", 0],
  ["patch of the notes", 3],
  ["patch of the name", 5],
  ["delete", 6],
];

/** Colours that are read as well on white as their counterparts are on near black. */
const light = ["#0969da", "#8250df", "#bf3989", "#1a7f37", "#9a6700", "#bc4c00", "#cf222e"];
const dark = ["#58a6ff", "#bc8cff", "#f778ba", "#3fb950", "#d29922", "#ff9b5e", "#ff7b72"];

const width = 940;
const height = 520;
/** The part that the lines take. */
const field = { left: 64, right: 556, top: 60, bottom: 474 };
const sizeRange = [100, 50_000] as const;
const unitRange = [0.7, 20_000] as const;
/** Between the baselines of two labels. */
const labelHeight = 18;
/** What a service without indexes would read. */
const unitsOfContact = 1_200 / 4_096;

interface Line {
  label: string;
  style: string;
  points: readonly { x: number; y: number }[];
}

export function plotCost({ accounts }: CommittedFigures): string {
  const sizes = Object.keys(accounts).map(Number);
  const accesses = drawnAccesses.map(([access, colour]): Line => {
    const found = sizes.flatMap((size) =>
      accounts[size]?.[access] ? [{ size, figures: accounts[size][access] }] : [],
    );
    const last = found.at(-1)?.figures;
    if (!last) throw new Error(`${access} was not measured`);
    const points = found.map(({ size, figures }) => ({ x: xOf(size), y: yOf(unitsOf(figures)) }));
    const style = last.writeUnits > 0 ? `c${colour} written` : `c${colour}`;
    return { label: `${access}: ${tenths(unitsOf(last))}`, style, points };
  });
  const everything = sizes.map((size) => ({ x: xOf(size), y: yOf(size * unitsOfContact) }));
  const lines = [...accesses, { label: "to read all contacts", style: "all", points: everything }];
  const places = spread(lines.map(endOf));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">Capacity units of an access against the number of contacts: only reading all of them grows</title>`,
    `<style>${styleSheet()}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="head" x="${field.left}" y="26">Capacity units of one access, by contacts of the account</text>`,
    `<text x="${field.left}" y="45">solid: read units, dashed: write units; both axes are logarithmic</text>`,
    ...axes(sizes),
    ...lines.flatMap((line, index) => draw(line, places[index] ?? 0)),
    "</svg>\n",
  ].join("\n");
}

/** Of the kind that the access is about: who writes reads a little, too. */
function unitsOf({ readUnits, writeUnits }: Figures): number {
  return writeUnits > 0 ? writeUnits : readUnits;
}

function axes(sizes: readonly number[]): string[] {
  const powers = [1, 10, 100, 1_000, 10_000];
  return [
    ...powers.flatMap((units) => [
      `<path class="grid" d="M${field.left} ${yOf(units)}H${field.right}"/>`,
      `<text class="left" x="${field.left - 8}" y="${yOf(units) + 4}">${units.toLocaleString("en")}</text>`,
    ]),
    ...sizes.flatMap((size) => [
      `<path class="grid" d="M${xOf(size)} ${field.top}V${field.bottom}"/>`,
      `<text class="under" x="${xOf(size)}" y="${field.bottom + 20}">${size.toLocaleString("en")}</text>`,
    ]),
    `<text class="under" x="${(field.left + field.right) / 2}" y="${field.bottom + 38}">contacts</text>`,
  ];
}

function draw({ label, style, points }: Line, place: number): string[] {
  const last = points.at(-1);
  if (!last) return [];
  const path = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  return [
    `<path class="${style}" d="${path}"/>`,
    ...points.map(({ x, y }) => `<circle class="${style}" cx="${x}" cy="${y}" r="3"/>`),
    `<path class="lead ${style}" d="M${last.x + 5} ${last.y}L${field.right + 22} ${place}"/>`,
    `<text class="${style}" x="${field.right + 27}" y="${place + 4}">${label}</text>`,
  ];
}

/** Places for labels as near to where they belong as the others let them. */
function spread(wanted: readonly number[]): number[] {
  const labels = wanted.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place);
  // Neighbours that overlap give way to each other, again and again.
  for (let round = 0; round < 300; round++) {
    for (const [index, lower] of labels.entries()) {
      const upper = labels[index - 1];
      const overlap = upper ? labelHeight - (lower.place - upper.place) : 0;
      if (!upper || overlap <= 0) continue;
      upper.place -= overlap / 2;
      lower.place += overlap / 2;
    }
  }
  return labels.sort((one, other) => one.index - other.index).map(({ place }) => tenths(place));
}

function endOf({ points }: Line): number {
  return points.at(-1)?.y ?? 0;
}

function xOf(size: number): number {
  return tenths(field.left + share(size, sizeRange) * (field.right - field.left));
}

function yOf(units: number): number {
  return tenths(field.bottom - share(units, unitRange) * (field.bottom - field.top));
}

function share(value: number, [least, greatest]: readonly [number, number]): number {
  return Math.log(value / least) / Math.log(greatest / least);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function styleSheet(): string {
  return `
    text { font: 13px system-ui, sans-serif; fill: #1f2328 } .head { font-weight: 600; font-size: 15px }
    .left { text-anchor: end } .under { text-anchor: middle }
    path { fill: none; stroke-width: 2 } .written { stroke-dasharray: 6 4 } .lead { stroke-width: 1; opacity: .6 }
    .ground { fill: #ffffff } .grid { stroke: #d1d9e0; stroke-width: 1 } ${coloured("all", "#59636e")}
    ${light.map((colour, index) => coloured(`c${index}`, colour)).join(" ")}
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc } .ground { fill: #0d1117 } .grid { stroke: #3d444d } ${coloured("all", "#9198a1")}
      ${dark.map((colour, index) => coloured(`c${index}`, colour)).join(" ")}
    }
  `;
}

function coloured(name: string, colour: string): string {
  return `path.${name} { stroke: ${colour} } text.${name}, circle.${name} { fill: ${colour} }`;
}
