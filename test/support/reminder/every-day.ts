/** Plain models of the calendar and of clocks. They walk day by day instead of computing. */

/** Every day from 1 January of the first year to 31 December of the last. */
export function daysOf(firstYear: number, lastYear: number): string[] {
  const days: string[] = [];
  for (const day = new Date(Date.UTC(firstYear, 0, 1)); day.getUTCFullYear() <= lastYear; ) {
    days.push(day.toISOString().slice(0, 10));
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}

/** Walks through these days, from `today` and from the date itself on, to the first on which the yearly date falls. */
export function occurrenceWalker(days: readonly string[]) {
  const leapYears = new Set(days.flatMap((day) => (day.endsWith("-02-29") ? [day.slice(0, 4)] : [])));
  const positions = new Map(days.map((day, position) => [day, position]));
  return (date: string, today: string, leapDay: string): string => {
    const [plain, moved] = [date.slice(5), leapDay === "feb28" ? "02-28" : "03-01"];
    const start = positions.get(date > today ? date : today);
    for (let position = start ?? days.length; position < days.length; position++) {
      const day = days[position] ?? "";
      const isMoved = plain === "02-29" && !leapYears.has(day.slice(0, 4));
      if (day.slice(5) === (isMoved ? moved : plain)) return day;
    }
    throw new Error("the walk comes to no occurrence");
  };
}

/** The local time in a zone, `YYYY-MM-DD HH:MM:SS`, from another function of the runtime than the service uses. */
export function clockOf(timeZone: string): (instant: number) => string {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", options);
  formatters.set(timeZone, formatter);
  return (instant) => formatter.format(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Every zone that the runtime lists, and the extreme ones that it does not list. */
export const everyZone = [...Intl.supportedValuesOf("timeZone"), "UTC", "Etc/GMT+12", "Etc/GMT-14", "Etc/GMT-13"];
