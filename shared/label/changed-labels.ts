/** Groups and tags that changed, for programs that keep a mirror of them. */
import type { AccountHead } from "../account/store/account.ts";
import { readLabelChanges } from "../account/store/label-changes.ts";
import { AppError } from "../platform/http/errors.ts";
import { type LabelKind, labelKeyStarts, listLabels } from "./store/label.ts";
import { type LabelView, type LabelViewParts, type PreviewQuery, viewLabels } from "./view.ts";

/**
 * The labels that changed after a `txid`, or all labels if it is 0, as the account is at the head or a moment later; the oldest
 * change first, with its `txid`, or one before all others if it is no longer known. Throws `changes_expired`.
 */
export async function changedLabels(
  parts: LabelViewParts,
  head: AccountHead,
  kind: LabelKind,
  { since, ...preview }: PreviewQuery & { since: number },
): Promise<{ id: string; view: LabelView | null; txid: number }[]> {
  const { changes, knownAfter } = await readLabelChanges(parts.store, head, since, parts.now());
  const isWhole = since === 0;
  if (knownAfter > since && !isWhole) throw new AppError("changes_expired");
  if (changes.size === 0 && !isWhole) return [];
  const all = await listLabels(parts.store, head, kind);
  const labels = all.filter(({ number }) => isWhole || changes.has(String(number)));
  const views = await viewLabels(parts, head, labels, preview);
  const txids = labels.map(({ number }) => changes.get(String(number)) ?? knownAfter);
  const live = views.map((view, at) => ({ id: view.id, view, txid: txids[at] ?? knownAfter }));
  const start = labelKeyStarts[kind];
  const deleted = [...changes].filter(([key]) => key.startsWith(start) && !isWhole);
  const gone = deleted.map(([key, txid]) => ({ id: key.slice(start.length), view: null, txid }));
  return [...live, ...gone].sort((one, other) => one.txid - other.txid);
}
