/** The operations by their groups, with a filter over paths, names and words. */
import { useState } from "preact/hooks";
import { matcherOf, type OperationIndex } from "../../openapi/operation-index.ts";

export function OperationList({ index, current }: { index: OperationIndex; current: string | undefined }) {
  const [filter, setFilter] = useState("");
  const matches = matcherOf(filter);
  const groups = index.groups.map((group) => ({ ...group, operations: group.operations.filter(matches) }));
  const found = groups.flatMap(({ operations }) => operations);
  return (
    <nav aria-label="Operations">
      <input
        id="filter"
        type="search"
        aria-label="Find operations"
        placeholder="Find by path, name or word"
        value={filter}
        onInput={({ currentTarget }) => setFilter(currentTarget.value)}
      />
      <p role="status" class="quiet">
        {filter !== "" && (found.length === 0 ? "Nothing has these words." : `${found.length} found`)}
      </p>
      {groups.map(({ name, title, operations }) => {
        const isCurrent = operations.some(({ id }) => id === current);
        return (
          operations.length > 0 && (
            <details key={name} open={filter !== "" || isCurrent}>
              <summary>
                {title} <span class="quiet">{operations.length}</span>
              </summary>
              <ul>
                {operations.map(({ id, method, path, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`} aria-current={id === current ? "page" : undefined}>
                      {summary}
                      <small>
                        <Method method={method} /> {path}
                      </small>
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          )
        );
      })}
    </nav>
  );
}

export function Method({ method }: { method: string }) {
  return <b class={`method ${method.toLowerCase()}`}>{method}</b>;
}
