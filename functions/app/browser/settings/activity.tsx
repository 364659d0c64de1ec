/** The view of all changes of the account by day, with who made them. */
import { useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { ChangeDays } from "../history/change-days.tsx";
import { selectionOf } from "../history/undo-words.ts";
import { Bars, ShowMore } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { linkTo } from "../router.ts";
import { ActivityFilters, chosenFilter } from "./activity-filters.tsx";
import "../shared-parts.ts";

/** The service looks through as many changes as a page has, and answers those that the filter chooses. */
const pageSizes = { first: 50, others: 200 };

async function readPage(filter: ReturnType<typeof chosenFilter>, next: string | undefined) {
  const input = { ...filter, limit: next ? pageSizes.others : pageSizes.first, next };
  const { body, headers } = await call("listActivity", input);
  return { rows: body.changes, next: body.next, headers };
}

export default function Activity() {
  const filter = chosenFilter();
  const key = `activity ${JSON.stringify(filter)}`;
  const { body, error, refresh, isOld, more } = useRows(key, (next) => readPage(filter, next));
  const all = body && !isOld ? () => selectionOf(filter, body.answeredAt, body.rows[0]?.at) : undefined;
  return (
    <section class="page" aria-busy={isOld}>
      <p class="up">
        <a href={linkTo("/settings")}>Settings</a>
      </p>
      <h1>Activity</h1>
      <p class="quiet">
        What you, your programs and agents changed in the last 30 days. An agent is a language model that uses a key.
      </p>
      <ActivityFilters changes={body?.rows ?? []} />
      <ErrorMessage error={error} retry={refresh} />
      <ChangeDays changes={body?.rows ?? []} all={all} />
      {!body && !error && <Bars />}
      {body?.rows.length === 0 && (
        <p>
          No change was found. <a href={linkTo("/settings/activity")}>Show all changes</a> or{" "}
          <a href={linkTo("/import")}>import your address book</a>
        </p>
      )}
      <ShowMore hasMore={body?.hasMore} more={more} />
    </section>
  );
}
