/** The view of all changes of the account by day, with who made them. */
import type { ActivityChange } from "../../../../shared/client/types.ts";
import { useAnswer, useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { Bars } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Day } from "../parts/moment.tsx";
import { authorText } from "../parts/shared-words.ts";
import { address, linkTo } from "../router.ts";
import { type ActivityFilter, ActivityFilters, filterOf } from "./activity-filters.tsx";
import { changeText, fieldText } from "./activity-words.ts";
import "../shared-parts.ts";

/** The service looks through as many changes as a page has, and answers those that the filter chooses. */
const pageSizes = { first: 50, others: 200 };

async function readPage(filter: ActivityFilter, next: string | undefined) {
  const input = { ...filter, limit: next ? pageSizes.others : pageSizes.first, next };
  const { body, headers } = await call("listActivity", input);
  return { rows: body.changes, next: body.next, headers };
}

export default function Activity() {
  const filter = filterOf(address.value.query);
  const list = useRows(`activity ${JSON.stringify(filter)}`, (next) => readPage(filter, next));
  const { body, error, refresh, isOld, more } = list;
  const labels = useLabels();
  const days = Map.groupBy(body?.rows ?? [], ({ at }) => new Date(at).toDateString());
  return (
    <section class="page" aria-busy={isOld}>
      <p>
        <a href={linkTo("/settings")}>Settings</a>
      </p>
      <h1>Activity</h1>
      <p class="quiet">
        What you, your programs and agents changed in the last 30 days. An agent is a language model that uses a key.
      </p>
      <ActivityFilters filter={filter} changes={body?.rows ?? []} />
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <Bars />}
      {[...days].map(([day, changes]) => (
        <section key={day}>
          <Day iso={changes[0]?.at ?? ""} />
          <ul class="rows">
            {changes.map((change) => (
              <ChangeRow key={change.id} change={change} labels={labels} />
            ))}
          </ul>
        </section>
      ))}
      {body?.rows.length === 0 && <Nothing isFiltered={Object.values(filter).some(Boolean)} hasMore={body.hasMore} />}
      {body?.hasMore && (
        <p class="actions">
          <button type="button" onClick={more}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
}

function Nothing({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  if (!isFiltered) {
    return (
      <p>
        Nothing has changed in the last 30 days. <a href={linkTo("/import")}>Import your address book</a>
      </p>
    );
  }
  return (
    <p>
      {hasMore ? "Nothing was found among the latest changes." : "No change is like this."}{" "}
      <a href={linkTo("/settings/activity")}>Show all changes</a>
    </p>
  );
}

/** The names of groups and tags, because changes have only their ids. */
function useLabels(): ReadonlyMap<string, string> {
  const { body: groups } = useAnswer("listGroups", {});
  const { body: tags } = useAnswer("listTags", {});
  const known = [...(groups?.groups ?? []), ...(tags?.tags ?? [])];
  return new Map(known.map(({ id, label }) => [id, label]));
}

const shownFields = 4;

function ChangeRow({ change, labels }: { change: ActivityChange; labels: ReadonlyMap<string, string> }) {
  const { at, kind, subject, agent, fields } = change;
  const time = new Date(at);
  // What is new or gone has all its fields in the change.
  const texts = kind === "created" || kind === "deleted" ? [] : fields.map(fieldText);
  return (
    <li class="row">
      <div>
        <strong>{changeText(change, labels)}</strong>
        {texts.slice(0, shownFields).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {texts.length > shownFields && <p>and {texts.length - shownFields} more fields</p>}
        <p class="quiet">
          <time dateTime={at} title={time.toLocaleString()}>
            {time.toLocaleTimeString([], { timeStyle: "short" })}
          </time>{" "}
          · {authorText(change)}
          {agent && " · by an agent"}
          {kind === "deleted" && subject === "contact" && " · "}
          {kind === "deleted" && subject === "contact" && <a href={linkTo("/settings/trash")}>Trash</a>}
        </p>
      </div>
    </li>
  );
}
