/** Bars of numbers a month. */
import type { MonthCount } from "./today-words.ts";

/** In units of the drawing: a month, the highest bar, and the lines of text above and below it. */
const [step, highest, line] = [28, 80, 16];

export function MonthBars({ title, months }: { title: string; months: readonly MonthCount[] }) {
  const most = Math.max(1, ...months.map(({ count }) => count));
  const nameOf = (iso: string, month: "short" | "long") => new Date(iso).toLocaleDateString("en", { month });
  const words = months.map(({ iso, count }) => `${nameOf(iso, "long")} ${count}`).join(", ");
  return (
    <svg class="month-bars" viewBox={`0 0 ${step * months.length} ${highest + 2 * line}`} role="img">
      <title>{`${title}: ${words}`}</title>
      {months.map(({ iso, count }, index) => {
        const height = Math.round((highest * count) / most);
        const middle = step * (index + 0.5);
        return (
          <g key={iso}>
            <rect x={middle - 10} y={line + highest - height} width="20" height={Math.max(1, height)} rx="2" />
            <text x={middle} y={line + highest - height - 4}>
              {count > 0 && count.toLocaleString()}
            </text>
            <text x={middle} y={highest + 2 * line - 3}>
              {nameOf(iso, "short")}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
