/** The view of all changes of the account by day, with who made them. */
import type { ActivityChange } from "../../../../shared/client/types.ts";
import { useAnswer, useRows } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { Bars } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Day } from "../parts/moment.tsx";
import { authorText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { ActivityFilters, chosenFilter } from "./activity-filters.tsx";
import { changeText, fieldText } from "./activity-words.ts";
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
  const labels = useLabels();
  const texts = new Map(body?.rows.map((change) => [change.id, changeText(change, labels)]));
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
      <ActivityFilters changes={body?.rows ?? []} />
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <Bars />}
      {[...days].map(([day, changes]) => (
        <section key={day}>
          <Day iso={changes[0]?.at ?? ""} />
          <ul class="rows">
            {changes.map((change) => (
              <ChangeRow key={change.id} change={change} text={texts.get(change.id) ?? ""} />
            ))}
          </ul>
        </section>
      ))}
      {body?.rows.length === 0 && (
        <p>
          No change was found. <a href={linkTo("/settings/activity")}>Show all changes</a> or{" "}
          <a href={linkTo("/import")}>import your address book</a>
        </p>
      )}
      {body?.hasMore && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </section>
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

interface ChangeRowProps {
  change: ActivityChange;
  /** What was changed. */
  text: string;
}

function ChangeRow({ change, text }: ChangeRowProps) {
  const { at, kind, subject, agent, fields } = change;
  const time = new Date(at);
  // What is new or gone has all its fields in the change.
  const fieldTexts = kind === "created" || kind === "deleted" ? [] : fields.map(fieldText);
  return (
    <li class="row">
      <div>
        <strong>{text}</strong>
        {fieldTexts.slice(0, shownFields).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {fieldTexts.length > shownFields && <p>and {fieldTexts.length - shownFields} more fields</p>}
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
