/** Plain models of the calendar and of clocks, to compare with: they walk step by step, and compute nothing. */

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
  const places = new Map(days.map((day, place) => [day, place]));
  return (date: string, today: string, leapDay: string): string => {
    const [plain, moved] = [date.slice(5), leapDay === "feb28" ? "02-28" : "03-01"];
    const start = places.get(date > today ? date : today);
    for (let place = start ?? days.length; place < days.length; place++) {
      const day = days[place] ?? "";
      const isMoved = plain === "02-29" && !leapYears.has(day.slice(0, 4));
      if (day.slice(5) === (isMoved ? moved : plain)) return day;
    }
    throw new Error("the walk comes to no occurrence");
  };
}

/** What clocks in a zone show, `YYYY-MM-DD HH:MM:SS`, by another way through the runtime's data than the service's. */
export function clockOf(timeZone: string): (instant: number) => string {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", options);
  formatters.set(timeZone, formatter);
  return (instant) => formatter.format(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Every zone that the runtime names, and the ends of the world that it names only when asked. */
export const everyZone = [...Intl.supportedValuesOf("timeZone"), "UTC", "Etc/GMT+12", "Etc/GMT-14", "Etc/GMT-13"];
