/** The filters of the activity. They are in its address as the form has them, so that a link and Back show the same changes. */
import { useAnswer } from "../data/answers.ts";
import { Field } from "../parts/field.tsx";
import type { ActivityChange } from "../parts/shared-words.ts";
import { address, open } from "../router.ts";

/** The filter of the address, as the API takes it. */
export function chosenFilter() {
  const { query } = address.value;
  const timeOf = (name: string) => {
    const time = new Date(query.get(name) ?? "");
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  };
  const who = { by: query.get("by") || undefined, agent: query.has("agent") || undefined };
  return { ...who, from: timeOf("from"), to: timeOf("to") };
}

/** `changes` are those in view: the keys that made them may be deleted. */
export function ActivityFilters({ changes }: { changes: readonly ActivityChange[] }) {
  const { query } = address.value;
  const change = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    const values = Array.from(new FormData(currentTarget), ([name, value]) => [name, String(value)]);
    open(`/settings/activity?${new URLSearchParams(values)}`, { replace: true });
  };
  return (
    <form class="filters" onChange={change}>
      <Field label="Who">
        {(attributes) => (
          <select {...attributes} name="by" value={query.get("by") ?? ""}>
            {[...useAuthors(changes)].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="choice">
        <input type="checkbox" name="agent" value="true" checked={query.has("agent")} /> Only agents
      </label>
      {Object.entries({ from: "From", to: "Until" }).map(([name, label]) => (
        <Field key={name} label={label}>
          {(attributes) => <input {...attributes} type="datetime-local" name={name} value={query.get(name) ?? ""} />}
        </Field>
      ))}
    </form>
  );
}

/** The names of those who may have changed something, by the ids of the filter. */
function useAuthors(changes: readonly ActivityChange[]): ReadonlyMap<string, string> {
  const { body } = useAnswer("listApiKeys", {});
  const ofKeys = changes.flatMap(({ by }) => (by.kind === "key" ? [by] : []));
  const names = new Map([
    ...([
      ["", "Everybody"],
      ["session", "You"],
      ["service", "The service"],
    ] as const),
    ...ofKeys.map(({ id, label }) => [id, `${label} (deleted)`] as const),
    ...(body?.apiKeys ?? []).map(({ id, label }) => [id, label] as const),
  ]);
  // An address may also name an import, a merge or an undo.
  const by = address.value.query.get("by") ?? "";
  return names.has(by) ? names : names.set(by, "One key or undo");
}
