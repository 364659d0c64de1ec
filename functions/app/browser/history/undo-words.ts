/** What an undo takes back, and what the view says about it. */
import type { KeptChange, ListActivityInput, Undo } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";
import { fieldName } from "./activity-words.ts";

const day = 86_400_000;

/**
 * Everything that the filter chooses among what a person has seen. `answeredAt` is the time of the list in whole seconds, and `newest`
 * that of its first change, which may be later. What is made afterwards stays.
 */
export function selectionOf(
  filter: Pick<ListActivityInput, "by" | "agent" | "from" | "to">,
  answeredAt: string,
  newest?: string,
) {
  const { from, to, ...who } = filter;
  const seen = Math.max(Date.parse(answeredAt), newest === undefined ? 0 : Date.parse(newest) + 1);
  const end = Math.min(seen, to === undefined ? seen : Date.parse(to));
  const isoOf = (time: number) => new Date(time).toISOString();
  return { ...who, from: from ?? isoOf(end - 30 * day), to: isoOf(end) };
}

/** How many changes go back, such as "3 of 4 changes". */
export function shareText({ total, undone }: Pick<Undo, "total" | "undone">): string {
  return `${undone.toLocaleString()} of ${countText(total, "change")}`;
}

const reasons: Readonly<Record<KeptChange["reason"], string>> = {
  changed_since: "it was changed again since",
  mail_sent: "its mail has been sent",
  permanent: "it is gone for good",
  expired: "what it was before is no longer kept",
  not_undoable: "there is no way back from it",
};

/** Why a change stays, or some of its fields. `text` says what was changed. */
export function keptText(text: string, { reason, fields = [] }: Pick<KeptChange, "reason" | "fields">): string {
  const names = fields.length > 0 ? ` (${fields.map(fieldName).join(", ")})` : "";
  return `${text}${names}: ${reasons[reason]}.`;
}
