/** Lists that are read page by page, as far as they are shown. */

export interface RowPage<Row> {
  rows: readonly Row[];
  /** Where the list goes on; null at its end. */
  next: string | null;
  headers: Headers;
}

export interface RowList<Row> {
  rows: Row[];
  hasMore: boolean;
  /** How many pages the rows took. */
  pages: number;
  /** When the first page was answered, by the clock of the service (RFC 9110, section 6.6.1). */
  answeredAt: string;
}

/** What is shown at first, and what is added when more is asked for. Pages of a filtered list may be empty. */
export const rowStep = { rows: 50, pages: 10 };

/** Reads until there are `most.rows` rows, or `most.pages` pages, or the list ends. */
export async function readRows<Row>(
  readPage: (next: string | undefined) => Promise<RowPage<Row>>,
  most: typeof rowStep,
): Promise<{ body: RowList<Row>; headers: Headers }> {
  const first = await readPage(undefined);
  const rows = [...first.rows];
  let { next } = first;
  let pages = 1;
  while (next !== null && rows.length < most.rows && pages < most.pages) {
    const page = await readPage(next);
    rows.push(...page.rows);
    next = page.next;
    pages += 1;
  }
  const answeredAt = first.headers.get("date") ?? "";
  // What is written while the other pages are read may not be in the first one.
  return { body: { rows, hasMore: next !== null, pages, answeredAt }, headers: first.headers };
}
