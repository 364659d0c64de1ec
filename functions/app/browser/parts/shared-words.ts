/** Words that several views have: counts, names, and who did something. */
import type { Output } from "../../../../shared/client/client.ts";
import type { InteractionType } from "../../../../shared/client/types.ts";

export type ActivityChange = Output<"listActivity">["changes"][number];

/** "1 contact", "3,000 contacts". */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}

export function nameText(contact: { firstName: string; lastName: string }): string {
  return [contact.firstName, contact.lastName].filter(Boolean).join(" ");
}

type Author = Pick<ActivityChange, "by" | "via">;

const viaTexts = {
  import: "by an import",
  merge: "by a merge",
  bulk: "with others in one call",
  undo: "by an undo",
} as const;

/** Who asked for a change, and by what. */
export function authorText({ by, via }: Author): string {
  const name = by.kind === "session" ? "You" : by.kind === "service" ? "The service" : `The key “${by.label ?? by.id}”`;
  return via ? `${name}, ${viaTexts[via.kind]}` : name;
}

/** What people do most comes first. */
export const interactionTypes: readonly InteractionType[] = [
  ...(["Meeting", "Coffee", "Call", "Meal", "Text/Messaging", "Email", "Party/Social", "Networking event"] as const),
  ...(["Competition/Hackathon", "Note", "Other", "Custom"] as const),
];
