/** The filters of the activity, which are in its address. */
import type { ActivityChange, ApiKey } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { Field } from "../parts/field.tsx";
import { open } from "../router.ts";

/** As the list and its undo take them. */
export interface ActivityFilter {
  by?: string | undefined;
  agent?: true | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export function filterOf(query: URLSearchParams): ActivityFilter {
  const read = (name: string) => query.get(name) ?? undefined;
  return {
    ...{ by: read("by"), from: read("from"), to: read("to") },
    agent: query.get("agent") === "true" || undefined,
  };
}

/** The address of the activity with a filter, below `/app`. */
export function activityPath(filter: ActivityFilter): string {
  const chosen = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `/settings/activity?${new URLSearchParams(chosen)}`;
}

/** `changes` are those in view: a key that made some of them may be deleted. */
export function ActivityFilters({ filter, changes }: { filter: ActivityFilter; changes: readonly ActivityChange[] }) {
  const { body } = useAnswer("listApiKeys", {});
  const change = (next: ActivityFilter) => open(activityPath({ ...filter, ...next }), { replace: true });
  return (
    <div class="filters">
      <Field label="Who">
        {(attributes) => (
          <select
            {...attributes}
            value={filter.by ?? ""}
            onChange={({ currentTarget }) => change({ by: currentTarget.value })}
          >
            {[...authors(filter.by, body?.apiKeys ?? [], changes)].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="choice">
        <input
          type="checkbox"
          checked={filter.agent ?? false}
          onChange={({ currentTarget }) => change({ agent: currentTarget.checked || undefined })}
        />{" "}
        Only agents
      </label>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={end === "from" ? "From" : "Until"}>
          {(attributes) => (
            <input
              {...attributes}
              type="datetime-local"
              value={localTime(filter[end])}
              onChange={({ currentTarget }) => change({ [end]: isoTime(currentTarget.value) })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function authors(by: string | undefined, keys: readonly ApiKey[], changes: readonly ActivityChange[]) {
  const names = new Map([
    ["", "Everybody"],
    ["session", "You"],
    ["service", "The service"],
  ]);
  for (const { id, label } of keys) names.set(id, label);
  for (const { by: author } of changes) if (!names.has(author.id)) names.set(author.id, `${author.label} (deleted)`);
  // An address may also name an import, a merge or an undo.
  if (by && !names.has(by)) names.set(by, "One import, merge or undo");
  return names;
}

/** The time of a field in the time zone of the browser, and back. */
function localTime(iso: string | undefined): string {
  const time = new Date(iso ?? "");
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoTime(local: string): string | undefined {
  return local === "" ? undefined : new Date(local).toISOString();
}
