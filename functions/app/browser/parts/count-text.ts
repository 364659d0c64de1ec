/** Counts of things in words: "1 contact", "3,000 contacts". */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}
