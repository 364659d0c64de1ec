/**
 * Whether a file writes the day or the month first. One date of which only one reading is a day of the calendar
 * decides for the file, so rows are held back until there is one; where none comes, the form decides, and what is then
 * still a guess is said.
 */
import type { DateOrder, NumericDate } from "./dates.ts";

export interface Resolved {
  day: string;
  /** It could be another day. */
  guessed: boolean;
}

export class DateOrders {
  private readonly seen = new Set<DateOrder>();
  private hint: DateOrder | null = null;
  private readonly translated: boolean;

  /** `translated`: the header is in a language in which nobody writes the month first. */
  constructor(translated: boolean) {
    this.translated = translated;
  }

  /** What a date says about the others. */
  note({ dayFirst, monthFirst, hint }: NumericDate): void {
    if (dayFirst === null && monthFirst !== null) this.seen.add("monthFirst");
    if (monthFirst === null && dayFirst !== null) this.seen.add("dayFirst");
    this.hint ??= hint;
  }

  get isKnown(): boolean {
    return this.seen.size > 0;
  }

  /** Null when neither reading is a day. */
  resolve({ dayFirst, monthFirst, likelier }: NumericDate): Resolved | null {
    if (dayFirst === null || monthFirst === null) {
      const day = dayFirst ?? monthFirst;
      return day === null ? null : { day, guessed: false };
    }
    const { order, guessed } = this.verdict(likelier);
    return { day: order === "dayFirst" ? dayFirst : monthFirst, guessed };
  }

  private verdict(likelier: DateOrder): { order: DateOrder; guessed: boolean } {
    const [only] = this.seen;
    if (only !== undefined && this.seen.size === 1) return { order: only, guessed: false };
    const mixed = this.seen.size > 1;
    if (this.hint !== null) return { order: this.hint, guessed: mixed };
    if (this.translated) return { order: "dayFirst", guessed: mixed };
    return { order: likelier, guessed: true };
  }
}
