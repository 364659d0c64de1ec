/** A chart of lines as an SVG: both axes logarithmic, each line labelled at its end, for light and dark screens. */

export interface Chart {
  /** For those who can't see it. */
  title: string;
  head: string;
  note: string;
  /** What the horizontal axis counts. */
  across: string;
  ranges: { x: Range; y: Range };
  /** Lines of the grid. */
  ticks: { x: readonly number[]; y: readonly number[] };
  lines: readonly ChartLine[];
  height: number;
}

export interface ChartLine {
  label: string;
  /** `c0` to `c6`, or `all` for grey; with ` written`, it is dashed. */
  style: string;
  points: readonly Point[];
}

type Range = readonly [least: number, greatest: number];

interface Point {
  x: number;
  y: number;
}

/** Colours that are read as well on white as their counterparts are on near black. */
const light = ["#0969da", "#8250df", "#bf3989", "#1a7f37", "#9a6700", "#bc4c00", "#cf222e"];
const dark = ["#58a6ff", "#bc8cff", "#f778ba", "#3fb950", "#d29922", "#ff9b5e", "#ff7b72"];

const width = 940;
/** The part that the lines take; what is below it are the numbers of the axis. */
const field = { left: 64, right: 556, top: 60, below: 46 };
/** Between the baselines of two labels. */
const labelHeight = 18;

export function drawChart(chart: Chart): string {
  const { title, head, note, ranges, height } = chart;
  const bottom = height - field.below;
  const xOf = (x: number) => tenths(field.left + share(x, ranges.x) * (field.right - field.left));
  const yOf = (y: number) => tenths(bottom - share(y, ranges.y) * (bottom - field.top));
  const lines = chart.lines.map((line) => ({
    ...line,
    points: line.points.map(({ x, y }) => ({ x: xOf(x), y: yOf(y) })),
  }));
  const places = spread(lines.map(({ points }) => points.at(-1)?.y ?? 0));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    `<style>${styleSheet()}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="head" x="${field.left}" y="26">${head}</text>`,
    `<text x="${field.left}" y="45">${note}</text>`,
    ...chart.ticks.y.flatMap((y) => [
      `<path class="grid" d="M${field.left} ${yOf(y)}H${field.right}"/>`,
      `<text class="left" x="${field.left - 8}" y="${yOf(y) + 4}">${y.toLocaleString("en")}</text>`,
    ]),
    ...chart.ticks.x.flatMap((x) => [
      `<path class="grid" d="M${xOf(x)} ${field.top}V${bottom}"/>`,
      `<text class="under" x="${xOf(x)}" y="${bottom + 20}">${x.toLocaleString("en")}</text>`,
    ]),
    `<text class="under" x="${(field.left + field.right) / 2}" y="${bottom + 38}">${chart.across}</text>`,
    ...lines.flatMap((line, index) => drawLine(line, places[index] ?? 0)),
    "</svg>\n",
  ].join("\n");
}

function drawLine({ label, style, points }: ChartLine, place: number): string[] {
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

function share(value: number, [least, greatest]: Range): number {
  return Math.log(value / least) / Math.log(greatest / least);
}

export function tenths(value: number): number {
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
