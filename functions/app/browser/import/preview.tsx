/** The preview of an import: all its rows with search and filters, and the choice of those that are committed. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Source } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useWork } from "../data/work.ts";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { choiceOf, type Filter, filters, findRows, type PreviewRow, summarise } from "./preview-rows.ts";
import { RowDetails, Severity } from "./row-details.tsx";
import { RowList } from "./row-list.tsx";
import { Progress } from "./step-parts.tsx";

/** The rows for a commit, as its request names them. */
export type Choice = ReturnType<typeof choiceOf> & { chosenCount: number };

interface PreviewProps {
  source: Source;
  importId: string;
  total: number;
  onChoice: (choice: Choice) => void;
}

const pageRows = 500;
/** The milliseconds after the last letter until the search begins. */
const searchDelay = 150;

export function Preview({ source, importId, total, onChoice }: PreviewProps) {
  /** The rows that are loaded. The array grows in place, and `count` says that it did. */
  const rows = useMemo<PreviewRow[]>(() => [], [importId]);
  const {
    value: count = 0,
    isDone: isComplete = false,
    error,
    again,
  } = useWork<number>(
    async (signal, show) => {
      for (;;) {
        const input = { source, importId, offset: rows.length, limit: pageRows };
        const { body } = await call("getImport", input, { signal });
        for (const contact of body.contacts) rows.push(summarise(contact));
        if (!body.pagination.hasMore) return rows.length;
        show(rows.length);
      }
    },
    [source, importId],
  );
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<PreviewRow>();
  const [search, setSearch] = useState("");
  const [query, setQuery] = useState({ search: "", filter: "all" as Filter });
  useEffect(() => {
    const timer = setTimeout(() => setQuery((known) => ({ ...known, search })), searchDelay);
    return () => clearTimeout(timer);
  }, [search]);

  // A row that is chosen or left out stays in the list until the next search, so that nothing moves under the pointer.
  const shown = useMemo(() => findRows(rows, query.filter, query.search, leftOut), [rows, count, query]);
  const names = useMemo(() => new Map(rows.map(({ tempId, name }) => [tempId, name])), [rows, count]);
  const standInOf = ({ duplicateInFile }: PreviewRow) =>
    duplicateInFile && (names.get(duplicateInFile) ?? "another row");
  const isChosen = ({ isValid, tempId }: PreviewRow) => isValid && !leftOut.has(tempId);
  const chosenCount = useMemo(() => rows.filter(isChosen).length, [rows, count, leftOut]);
  useEffect(
    () =>
      onChoice({
        ...choiceOf(rows, leftOut, isComplete),
        chosenCount: isComplete ? chosenCount : total - leftOut.size,
      }),
    [count, isComplete, leftOut],
  );
  const choose = (list: readonly PreviewRow[], chosen: boolean) => {
    const next = new Set(leftOut);
    for (const { tempId, isValid } of list) {
      if (chosen) next.delete(tempId);
      else if (isValid) next.add(tempId);
    }
    setLeftOut(next);
  };

  const isFiltered = query.search !== "" || query.filter !== "all";
  const found = isFiltered ? `${shown.length.toLocaleString()} of ${count.toLocaleString()} rows shown. ` : "";
  const chosen = `${chosenCount.toLocaleString()} chosen, ${(count - chosenCount).toLocaleString()} left out.`;
  return (
    <section aria-label="Preview">
      <div class="tools">
        <input
          type="search"
          aria-label="Search the rows"
          placeholder="Search the rows"
          maxLength={200}
          data-key="/"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Filters
          rows={rows}
          count={count}
          leftOut={leftOut}
          filter={query.filter}
          onFilter={(filter) => setQuery({ search, filter })}
        />
      </div>
      <div class="tools">
        <p role="status">{isComplete && found + chosen}</p>
        <button type="button" disabled={!isComplete} onClick={() => choose(shown, true)}>
          Choose all shown
        </button>
        <button type="button" disabled={!isComplete} onClick={() => choose(shown, false)}>
          Leave out all shown
        </button>
      </div>
      {!isComplete && !error && <Progress label="Rows loaded" done={count} total={total} />}
      <ErrorMessage error={error} retry={again} />
      {shown.length === 0 ? (
        <p class="no-rows quiet">{isComplete ? "No row is like that." : "The rows are loading."}</p>
      ) : (
        <RowList
          key={`${query.filter} ${query.search}`}
          rows={shown}
          label="Rows of the import"
          isBusy={!isComplete}
          toggle={(row) => choose([row], !isChosen(row))}
          open={setOpened}
        >
          {(row) => (
            <Row
              row={row}
              open={() => setOpened(row)}
              isChosen={isChosen(row)}
              standIn={standInOf(row)}
              onChoose={(chosen) => choose([row], chosen)}
            />
          )}
        </RowList>
      )}
      <p id="row-keys" class="quiet small">
        In the list, arrow keys go from row to row, the space bar chooses a row or leaves it out, and Enter opens it.
      </p>
      <Dialog title={opened?.name ?? ""} isOpen={opened !== undefined} onClose={() => setOpened(undefined)}>
        {opened && <RowDetails source={source} importId={importId} row={opened} standIn={standInOf(opened)} />}
      </Dialog>
    </section>
  );
}

interface FiltersProps {
  rows: readonly PreviewRow[];
  /** How many rows are loaded. */
  count: number;
  leftOut: ReadonlySet<string>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function Filters({ rows, count, leftOut, filter, onFilter }: FiltersProps) {
  const names = Object.keys(filters) as Filter[];
  const numbers = useMemo(() => names.map((name) => findRows(rows, name, "", leftOut).length), [rows, count, leftOut]);
  return (
    <fieldset class="segments">
      <legend class="unseen">Show</legend>
      {names.map((name, at) => (
        <label key={name}>
          <input type="radio" name="filter" checked={filter === name} onChange={() => onFilter(name)} />
          {filters[name][0]} <small>{numbers[at]?.toLocaleString()}</small>
        </label>
      ))}
    </fieldset>
  );
}

interface RowProps {
  row: PreviewRow;
  open: () => void;
  isChosen: boolean;
  /** The name of the row whose duplicate this one is. */
  standIn: string | null;
  onChoose: (isChosen: boolean) => void;
}

function Row({ row, open, isChosen, standIn, onChoose }: RowProps) {
  const { name, values, groups, photo, likelyPerson, contactId, isValid, issue, issueCount } = row;
  const marks = [
    contactId && "In your contacts",
    standIn && `Same as ${standIn}`,
    !likelyPerson && "Perhaps no person",
    photo && "Picture",
    groups.join(", "),
  ];
  return (
    <>
      <td>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Import ${name}`}
          checked={isChosen}
          disabled={!isValid}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </td>
      <td>
        <p class="name">
          <button type="button" class="plain" tabIndex={-1} onClick={open}>
            {name}
          </button>
          {marks.map((mark) => mark && <span class="mark">{mark}</span>)}
        </p>
        <p class="quiet">{values || "No other values"}</p>
      </td>
      <td class="small">
        {issue && (
          <p>
            <Severity severity={issue.severity} /> {issueCount > 1 && `and ${issueCount - 1} more: `}
            {issue.message}
          </p>
        )}
      </td>
    </>
  );
}
