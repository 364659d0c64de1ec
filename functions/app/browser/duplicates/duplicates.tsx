/** The view of pairs that may be one person: one of them side by side, the others in a list beside it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { MergeRecommendation } from "../../../../shared/client/types.ts";
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { ShowMore } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { countText } from "../parts/shared-words.ts";
import { address, linkTo, open } from "../router.ts";
import { DecidedPairs, pairText, restorePair, useDecidedPairs } from "./decided-pairs.tsx";
import { reasonText } from "./duplicate-words.ts";
import { MergeForm } from "./merge-form.tsx";
import "../shared-parts.ts";

/** `?left=…&right=…` names a pair that somebody chose. Without it, the pairs that the service recommends are shown. */
export default function Duplicates() {
  const { query } = address.value;
  const [leftId, rightId] = [query.get("left"), query.get("right")];
  return (
    <section class="page wide duplicates">
      <h1>Duplicates</h1>
      {leftId && rightId ? (
        <ChosenPair key={leftId + rightId} leftId={leftId} rightId={rightId} />
      ) : (
        <Recommendations />
      )}
    </section>
  );
}

function ChosenPair({ leftId, rightId }: { leftId: string; rightId: string }) {
  return (
    <>
      <p class="up">
        <a href={linkTo("/duplicates")}>All pairs that may be one person</a>
      </p>
      <MergeForm leftId={leftId} rightId={rightId} done={({ id }) => open(`/people/${id}`, { replace: true })} />
    </>
  );
}

async function readPage(from = "0") {
  const offset = Number(from);
  const { body, headers } = await call("listMergeRecommendations", { offset, limit: 50 });
  const rows = body.recommendations;
  const next = body.pagination.hasMore ? String(offset + rows.length) : null;
  return { rows, next, headers };
}

function Recommendations() {
  const { body, error, refresh, more } = useRows("recommendations", readPage);
  const decided = useDecidedPairs();
  /** The open pair. When it is merged or declined, the next pair stands where it was. */
  const [opened, setOpened] = useState({ id: "", at: 0 });
  const list = useRef<HTMLUListElement>(null);
  const rows = body?.rows ?? [];
  const pair = rows.find(({ id }) => id === opened.id) ?? rows[Math.min(opened.at, rows.length - 1)];
  const hasFollowed = useRef(false);
  // The keys go on where the pair that is gone was.
  useEffect(() => {
    if (pair) setOpened({ id: pair.id, at: rows.indexOf(pair) });
    if (hasFollowed.current) {
      document.querySelector(".with-list")?.scrollIntoView();
      list.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    }
    hasFollowed.current = false;
  }, [pair?.id]);
  const follow = () => {
    hasFollowed.current = true;
  };
  if (!body) return error ? <ErrorMessage error={error} retry={refresh} /> : <div class="grey-bar of-pair" />;
  return (
    <>
      <ErrorMessage error={error} retry={refresh} />
      {pair ? (
        <div class="with-list">
          <OpenPair key={pair.id} pair={pair} done={follow} />
          <nav aria-label="Pairs">
            <p class="quiet">
              {countText(rows.length, "pair")}
              {body.hasMore && " and more"}, the most probable first
            </p>
            <ul ref={list} class="rows">
              {rows.map((each, index) => (
                <li key={each.id}>
                  <button
                    type="button"
                    data-row
                    aria-current={each === pair ? "true" : undefined}
                    onClick={() => setOpened({ id: each.id, at: index })}
                  >
                    <strong>{pairText(each)}</strong>
                    <span class="quiet block">{each.reasons.map(reasonText).join(" · ")}</span>
                  </button>
                </li>
              ))}
            </ul>
            <ShowMore hasMore={body.hasMore} more={more} />
          </nav>
        </div>
      ) : (
        <p>
          No two contacts look like one person. <a href={linkTo("/import")}>Import an address book</a>, or open one of
          your <a href={linkTo("/people")}>people</a> to merge two that you know.
        </p>
      )}
      <DecidedPairs {...decided} />
    </>
  );
}

function OpenPair({ pair, done }: { pair: MergeRecommendation; done: () => void }) {
  const { id, left, right, score, reasons } = pair;
  const ids = { leftPersonId: left.id, rightPersonId: right.id };
  const decline = async () => {
    done();
    await call("declineMergeRecommendation", { id, ...ids });
    notify({ text: `${pairText(pair)} stay two people.`, undo: () => restorePair(pair) });
  };
  return (
    <section aria-label={pairText(pair)}>
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason.kind + reason.value} class="mark">
            {reasonText(reason)}
          </li>
        ))}
        <li class="quiet">{score.toLocaleString([], { style: "percent" })} sure</li>
      </ul>
      <MergeForm leftId={left.id} rightId={right.id} done={done}>
        <button type="button" data-key="d" onClick={() => attempt(decline)}>
          Not the same
        </button>
      </MergeForm>
    </section>
  );
}
