/**
 * Takes changes of one subject back, without storage: field by field, the newest change first. What still holds the value that a
 * change wrote gets the value before it; the rest is kept. So a value that one change wrote over another is taken back through both.
 */
import { valueHash } from "../account/change.ts";
import type { StoredChange } from "../account/store/history.ts";

export const keptReasons = ["changed_since", "mail_sent", "permanent", "expired", "not_undoable"] as const;
export type KeptReason = (typeof keptReasons)[number];

/** What of a change was not taken back. */
export interface KeptChange {
  changeId: string;
  contactId: string | null;
  reason: KeptReason;
  fields?: string[];
}

type Values = Readonly<Record<string, unknown>>;

/** A change with its whole values. */
export interface WholeChange extends Pick<StoredChange, "id" | "kind" | "contactId" | "madeHash"> {
  /** A field without a hash is only named, and one whose value before was removed has none. */
  fields: readonly { field: string; before?: unknown; hash?: string | undefined }[];
}

export interface TakeBackRules {
  /** What comes back when this deletion is taken back; null if nothing can, and `changed_since` if it is deleted again. */
  deletedValues: (change: WholeChange) => Values | "changed_since" | null;
  /** Why a field can't have this value again; null if it can. */
  refuses?: (field: string, before: unknown) => KeptReason | null;
  /** The values of a new subject, of which the history has a hash; without it, all values. */
  madeOf?: (values: Values) => Values;
  /** Fields that are one value together. */
  together?: readonly string[];
  /** Whether something of others refers to the subject, so that it stays although they did not change it. */
  isUsed?: boolean;
}

export interface TakenBack {
  /** Null if the subject doesn't exist afterwards. */
  values: Values | null;
  /** The changes of which something was taken back. */
  undone: number;
  kept: KeptChange[];
}

/** `current` is null for a subject that doesn't exist. */
export async function takeBackAll(
  current: Values | null,
  newestFirst: Iterable<WholeChange> | AsyncIterable<WholeChange>,
  rules: TakeBackRules,
): Promise<TakenBack> {
  let values = current;
  let undone = 0;
  let restored: Values | null = null;
  const kept: KeptChange[] = [];
  for await (const change of newestFirst) {
    // The deletion before a restore that was just taken back deleted the same values.
    const deletedValues = restored ? () => restored : rules.deletedValues;
    const { after, refused } = takeBack(values, change, { ...rules, deletedValues });
    if (after !== values) restored = change.kind === "restored" ? values : null;
    const [first] = refused;
    if (after !== values || !first) undone++;
    values = after;
    const reasons = Map.groupBy(refused, ({ reason }) => reason);
    for (const [reason, some] of reasons) {
      const fields = some.flatMap(({ field }) => field ?? []);
      kept.push(keptChange(change, reason, fields));
    }
  }
  return { values, undone, kept };
}

export function keptChange(
  { id, contactId }: Pick<StoredChange, "id" | "contactId">,
  reason: KeptReason,
  fields: string[] = [],
): KeptChange {
  return { changeId: id, contactId: contactId ?? null, reason, ...(fields.length > 0 && { fields }) };
}

interface Step {
  after: Values | null;
  refused: { field?: string; reason: KeptReason }[];
}

function takeBack(values: Values | null, change: WholeChange, rules: TakeBackRules): Step {
  const keep = (reason: KeptReason): Step => ({ after: values, refused: [{ reason }] });
  switch (change.kind) {
    case "created":
    case "restored": {
      const { madeOf = (made) => made, isUsed } = rules;
      const isSame = values && valueHash(madeOf(values)) === change.madeHash && !isUsed;
      return isSame ? { after: null, refused: [] } : keep("changed_since");
    }
    case "deleted": {
      const deleted = rules.deletedValues(change);
      if (values || deleted === "changed_since") return keep("changed_since");
      return deleted ? { after: deleted, refused: [] } : keep("permanent");
    }
    case "updated":
    case "undone":
      return values ? takeBackFields(values, change, rules) : keep("changed_since");
    default:
      return keep("not_undoable");
  }
}

function takeBackFields(values: Values, { fields }: WholeChange, { refuses, together = [] }: TakeBackRules): Step {
  const decided = fields.map(({ field, hash, ...value }) => {
    const isNamed = hash === undefined || !("before" in value);
    const isChanged = valueHash(values[field] ?? null) !== hash;
    const refused = isChanged ? "changed_since" : (refuses?.(field, value.before) ?? null);
    const reason: KeptReason | null = isNamed ? "not_undoable" : refused;
    return { field, before: value.before, reason };
  });
  const ofAll = decided.find(({ field, reason }) => together.includes(field) && reason)?.reason;
  const results = decided.map(({ reason, ...each }) => {
    return { ...each, reason: together.includes(each.field) ? (ofAll ?? null) : reason };
  });
  const taken = results.filter(({ reason }) => !reason);
  return {
    after:
      taken.length === 0
        ? values
        : { ...values, ...Object.fromEntries(taken.map((each) => [each.field, each.before])) },
    refused: results.flatMap(({ field, reason }) => (reason ? [{ field, reason }] : [])),
  };
}
