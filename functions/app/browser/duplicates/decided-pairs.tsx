/** The merges of the last 30 days, each with its undo, and the pairs that were declined. */
import type { Merge, MergeRecommendation } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { Avatar } from "../parts/avatar.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Moment } from "../parts/moment.tsx";
import { nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { undoMerge } from "./merge-form.tsx";

/** More of either are rare, and the latest ones are those that somebody looks for. */
const shown = { limit: 200 };

/** The view asks for them together with the pairs above them. */
export function useDecidedPairs() {
  const merged = useAnswer("listMerges", shown);
  return { merged, declined: useAnswer("listMergeRecommendations", { ...shown, declined: true }) };
}

/** Both come at once, so that neither moves the other one. */
export function DecidedPairs({ merged, declined }: ReturnType<typeof useDecidedPairs>) {
  const { body: merges } = merged;
  const { body: others } = declined;
  const error = merged.error ?? declined.error;
  if (!(merges && others) && !error) return null;
  return (
    <div class="decided">
      <ErrorMessage error={error} retry={() => [merged, declined].map(({ refresh }) => refresh())} />
      <h2>Merges of the last 30 days</h2>
      {merges?.merges.length === 0 && <p class="quiet">None. Each merge can be undone here for 30 days.</p>}
      <ul class="rows">
        {merges?.merges.map((merge) => (
          <MergeItem key={merge.id} {...merge} />
        ))}
      </ul>
      {others && others.recommendations.length > 0 && <h2>Not the same</h2>}
      <ul class="rows">
        {others?.recommendations.map((pair) => (
          <DeclinedItem key={pair.id} pair={pair} />
        ))}
      </ul>
    </div>
  );
}

function MergeItem({ id, contact, mergedFrom, createdAt, undoableUntil, undoneAt }: Merge) {
  const undo = async () => {
    notify({ text: (await undoMerge(id)) ?? `${nameText(mergedFrom)} is there again.` });
  };
  const names = `${nameText(mergedFrom)} into ${nameText(contact)}`;
  return (
    <li class="row">
      <div class="with-avatar">
        <Avatar person={contact} />
        <div>
          <a href={linkTo(`/people/${contact.id}`)}>{names}</a>
          <p class="quiet">
            <Moment iso={createdAt} />
            {undoneAt === null ? " · the undo ends " : " · undone "}
            <Moment iso={undoneAt ?? undoableUntil} />
          </p>
        </div>
      </div>
      {undoneAt === null && (
        <button type="button" aria-label={`Undo merge: ${names}`} onClick={() => attempt(undo)}>
          Undo merge
        </button>
      )}
    </li>
  );
}

function DeclinedItem({ pair }: { pair: MergeRecommendation }) {
  const names = pairText(pair);
  const restore = () => attempt(() => restorePair(pair));
  return (
    <li class="row">
      <p>{names}</p>
      <button type="button" aria-label={`Recommend again: ${names}`} onClick={restore}>
        Recommend again
      </button>
    </li>
  );
}

export function pairText({ left, right }: Pick<MergeRecommendation, "left" | "right">): string {
  return `${nameText(left)} and ${nameText(right)}`;
}

/** Recommends a declined pair again. */
export async function restorePair({ id, left, right }: MergeRecommendation): Promise<void> {
  await call("restoreMergeRecommendation", { id, leftPersonId: left.id, rightPersonId: right.id });
}
