/** Headlines that imports make of a job title and an organisation. */

export function joinHeadline(title: string, organisation: string): string {
  return [title, organisation].filter((text) => text !== "").join(", ");
}

/** What stands before the organisation at the end of a headline; undefined when the headline does not end with it. */
export function titleBefore(headline: string | null, organisation: string | null): string | undefined {
  if (!headline || !organisation) return undefined;
  if (headline === organisation) return "";
  return headline.endsWith(`, ${organisation}`) ? headline.slice(0, -organisation.length - 2) : undefined;
}
