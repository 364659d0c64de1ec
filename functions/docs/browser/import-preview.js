/** The preview of an import: all its rows with search and filters, and the choice of those that are committed. */
import { RowDetails, Severity } from "./import-details.js";
import { html, useEffect, useMemo, useRef, useState } from "./import-elements.js";
import { RowList } from "./import-list.js";
import { useRows, useShown, useTallies } from "./import-load.js";
import { Fault } from "./import-progress.js";
import { createSelection } from "./import-rows.js";
import { numberText } from "./import-words.js";

const filterLabels = {
  all: "All",
  error: "Errors",
  warning: "Warnings",
  info: "Notes",
  duplicate: "Duplicates",
  leftOut: "Left out",
};
/** The milliseconds after the last letter until the search begins. */
const searchDelay = 150;

/** Calls `onSelection` with the choice for a commit whenever that changes (`choice` in import-rows.js). */
export function Preview({ importId, source, counts, api, onSelection }) {
  const { rows, isComplete, fault, again } = useRows({ api, source, importId });
  const selection = useMemo(createSelection, [importId]);
  const [version, setVersion] = useState(0);
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState({ search: "", filter: "all" });
  const counted = useRef();
  if (counted.current?.selection !== selection) counted.current = { selection, length: 0 };
  if (rows.length > counted.current.length) {
    selection.count(rows.slice(counted.current.length));
    counted.current.length = rows.length;
  }

  // A row that is chosen or left out stays in the list until the next search, so that nothing moves under the pointer.
  const { shown, isSearched } = useShown(rows, query, selection);
  useEffect(() => onSelection(selection.choice(rows, isComplete)), [version, rows.length, isComplete]);
  useEffect(() => {
    const timer = setTimeout(
      () => setQuery((known) => (known.search === typed ? known : { ...known, search: typed })),
      searchDelay,
    );
    return () => clearTimeout(timer);
  }, [typed]);

  const chosenCount = selection.chosenCount();
  const tallies = useTallies(rows);
  const numbers = { all: rows.length, ...tallies.counts, leftOut: rows.length - chosenCount };

  function choose(list, isChosen) {
    for (const row of list) selection.choose(row, isChosen);
    setVersion((known) => known + 1);
  }

  return html`<section class="import-preview" aria-label="Preview">
    <div class="import-tools">
      <label><span>Search the rows</span>
        <input type="search" autocomplete="off" maxlength="200" value=${typed} onInput=${({ target }) => setTyped(target.value)} />
      </label>
      <fieldset class="import-filters"><legend>Show</legend>
        ${Object.entries(filterLabels).map(
          ([filter, label]) => html`<label key=${filter} class="kind">
            <input type="radio" name="import-filter" value=${filter} checked=${query.filter === filter}
              onChange=${() => setQuery({ search: typed, filter })} />${label} <span class="count">${numberText(numbers[filter])}</span>
          </label>`,
        )}
      </fieldset>
    </div>
    <div class="import-summary">
      <p role="status">${isComplete && isSearched && summaryOf({ shown, rows, chosenCount, isFiltered: query.search !== "" || query.filter !== "all" })}</p>
      ${
        !isComplete &&
        !fault &&
        html`<p class="quiet import-loading">
        <progress aria-label="Rows loaded" max=${counts.totalCount} value=${rows.length}></progress>
        ${numberText(rows.length)} of ${numberText(counts.totalCount)} rows loaded</p>`
      }
      <div class="import-choice">
        <button type="button" disabled=${!isComplete || !isSearched} onClick=${() => choose(shown, true)}>Choose all shown</button>
        <button type="button" disabled=${!isComplete || !isSearched} onClick=${() => choose(shown, false)}>Leave out all shown</button>
      </div>
    </div>
    ${
      fault &&
      html`<${Fault} error=${fault}><button type="button" onClick=${again}>Load the other rows</button></${Fault}>`
    }
    ${
      shown.length === 0
        ? html`<p class="import-none quiet">${isSearched && (rows.length > 0 || isComplete) ? "No row is like that." : "The rows are loading."}</p>`
        : html`<${RowList} key=${`${query.filter} ${query.search}`} rows=${shown} label="Rows of the import" isBusy=${!isComplete || !isSearched}
      toggle=${(row) => choose([row], !selection.isChosen(row))}
      row=${(row, state) =>
        html`<${Row} row=${row} ...${state} isChosen=${selection.isChosen(row)} standIn=${tallies.names.get(row.duplicateInFile)}
          onChoose=${(isChosen) => choose([row], isChosen)} />`}
      details=${(row) =>
        html`<${RowDetails} row=${row} standIn=${row.duplicateInFile && (tallies.names.get(row.duplicateInFile) ?? "another row")}
          load=${(signal) => api.get(`/contacts/import/${source}/${importId}/rows/${row.tempId}`, signal)} />`} />`
    }
    <p id="import-keys" class="quiet import-keys">In the list, arrow keys go from row to row, the space bar chooses a row or leaves it out, and Enter opens it.</p>
  </section>`;
}

function Row({ row, isOpen, open, isChosen, standIn, onChoose }) {
  const { name, values, groups, photo, likelyPerson, contactId, duplicateInFile, isValid, issues, counts } = row;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return html`<div class="import-check" role="gridcell">
      <input type="checkbox" tabindex="-1" aria-label=${`Import ${name}`} checked=${isChosen} disabled=${!isValid}
        onChange=${({ target }) => onChoose(target.checked)} />
    </div>
    <div class="import-main" role="gridcell">
      <p class="import-name">
        <button type="button" tabindex="-1" aria-expanded=${isOpen} onClick=${open}>${name}</button>
        ${contactId && html`<span class="mark">In your contacts</span>`}
        ${duplicateInFile && html`<span class="mark">Same as ${standIn ?? "another row"}</span>`}
        ${!likelyPerson && html`<span class="mark">Perhaps no person</span>`}
        ${photo && html`<span class="mark">Picture</span>`}
        ${groups.length > 0 && html`<span class="mark group">${groups.join(", ")}</span>`}
      </p>
      <p class="quiet">${values || "No other values"}</p>
    </div>
    <div class="import-issue" role="gridcell">
      ${
        !isOpen &&
        html`${issues.slice(0, 1).map(({ severity, message }) => html`<${Severity} severity=${severity} /><span class="import-message">${message}</span>`)}
        ${total > 1 && html`<span class="quiet import-more">and ${total - 1} more</span>`}`
      }
    </div>`;
}

function summaryOf({ shown, rows, chosenCount, isFiltered }) {
  const found = isFiltered ? `${numberText(shown.length)} of ${numberText(rows.length)} rows shown. ` : "";
  return `${found}${numberText(chosenCount)} chosen, ${numberText(rows.length - chosenCount)} left out.`;
}
