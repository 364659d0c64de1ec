/** The list of people: rows of one height, of which only those near the view exist, and only those where the scroll rests are read. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { call } from "../data/calls.ts";
import { attempt } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { besideList } from "../person/beside-list.ts";
import { open } from "../router.ts";
import { ChosenBar } from "./chosen-bar.tsx";
import { type ChosenPeople, choose, isChosen, nobody } from "./chosen-people.ts";
import { ListHead } from "./list-head.tsx";
import { pace, type ShownList, usePage } from "./people-page.ts";
import type { PeopleQuery } from "./people-query.ts";
import { PersonRow, type RowOfList } from "./person-row.tsx";
import { pagesOf, rowHeight, rowsOnPage, windowOf } from "./row-window.ts";
import { searchWords } from "./row-words.ts";

interface PeopleListProps {
  /** What the address asks for. */
  asked: PeopleQuery;
  /** Undefined before the first answer. */
  shown: ShownList | undefined;
  isOld: boolean;
  fault: { error: ApiError | undefined; refresh: () => void };
  openId: string | undefined;
}

export function PeopleList({ asked, shown, isOld, fault, openId }: PeopleListProps) {
  const query = shown?.query ?? asked;
  const key = JSON.stringify(query);
  const { scroller, look, ...rows } = useRowWindow(key, shown?.total ?? (fault.error && 0));
  const [chosen, setChosen] = useState<ChosenPeople>(nobody);
  // The number of those whom a filter finds is that of the list.
  useEffect(() => setChosen((latest) => (latest.filter ? nobody : latest)), [key]);
  const lastToggled = useRef(0);
  const toggle = async (index: number, id: string, isRange: boolean) => {
    const isAdded = !isChosen(chosen, id);
    const ids = isRange ? await attempt(() => readIds(query, lastToggled.current, index)) : [id];
    lastToggled.current = index;
    if (ids) setChosen((latest) => choose(latest, ids, isAdded));
  };
  /** The search whose first person is opened as soon as it is answered. */
  const [opening, setOpening] = useState<string>();
  const first = usePage(query, 0, true).body?.contacts[0];
  useEffect(() => {
    if (opening === undefined || opening !== (query.search ?? "") || isOld) return;
    setOpening(undefined);
    // The keys of the person follow.
    if (first && document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    if (first) open(besideList(`/people/${first.id}`));
  }, [opening, query.search, isOld, first]);
  const list = { total: shown?.total ?? 0, words: searchWords(query.search), openId, chosen, toggle };
  return (
    <section class="people-list" aria-label="List" aria-busy={isOld}>
      {chosen === nobody ? (
        <ListHead asked={asked} shown={shown} openFirst={setOpening} />
      ) : (
        <ChosenBar chosen={chosen} total={shown?.total ?? 0} query={query} change={setChosen} />
      )}
      <ErrorMessage error={fault.error} retry={fault.refresh} />
      {shown?.total === 0 && <p class="quiet nobody">Nobody was found.</p>}
      <div ref={scroller} class="people-rows" onScroll={look}>
        <ul style={{ height: `${rows.total * rowHeight}px` }}>
          {pagesOf(rows.range).map((page) => (
            <RowPage
              key={`${key} ${page}`}
              query={query}
              page={page}
              rows={rowsOnPage(rows.range, page)}
              start={rows.start}
              isPaused={!rows.rested.includes(page)}
              list={list}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface RowPageProps {
  query: PeopleQuery;
  page: number;
  /** The numbers of its rows that exist. */
  rows: readonly number[];
  /** The first row in view. */
  start: number;
  isPaused: boolean;
  list: RowOfList;
}

function RowPage({ query, page, rows, start, isPaused, list }: RowPageProps) {
  const { body, error, refresh } = usePage(query, page, isPaused);
  const offset = body?.pagination.offset ?? 0;
  return (
    <>
      {rows.map((index) => (
        <PersonRow
          key={index}
          index={index}
          person={body?.contacts[index - offset]}
          isStart={index === start}
          {...list}
        />
      ))}
      {/* Above the list is what is wrong with its first page. */}
      {page > 0 && !body && error && rows[0] !== undefined && (
        <li style={{ top: `${Math.max(rows[0], start) * rowHeight}px` }}>
          <ErrorMessage error={error} retry={refresh} />
        </li>
      )}
    </>
  );
}

/** The rows of a view whose list is not known yet. */
const rowsBefore = 20;
/** Where each list was scrolled to. It outlives the view, so that Back returns there. */
const scrollTops = new Map<string, number>();

/** The rows near the view of a scrolled element, and the pages of those where it rests. */
function useRowWindow(key: string, knownTotal: number | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(Math.floor((scrollTops.get(key) ?? 0) / rowHeight));
  const [height, setHeight] = useState(innerHeight);
  const [rested, setRested] = useState<number[]>([0]);
  const total = knownTotal ?? rowsBefore;
  const range = windowOf(start * rowHeight, height, total);
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    // It is hidden while a narrow screen shows a person.
    if (clientHeight === 0) return;
    scrollTops.set(key, scrollTop);
    setStart(Math.ceil(scrollTop / rowHeight));
    setHeight(clientHeight);
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || knownTotal === undefined) return;
    const restore = () => {
      const top = scrollTops.get(key) ?? 0;
      if (element.clientHeight > 0 && element.scrollTop !== top) element.scrollTop = top;
      look();
    };
    restore();
    const observer = new ResizeObserver(restore);
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, knownTotal === undefined]);
  // A scroll rests when it stays within half of the view, and needs no other page there.
  const part = Math.floor((start * rowHeight) / Math.max(1, height / 2));
  const pages = pagesOf(range);
  useEffect(() => {
    const rest = () => setRested(pages);
    const timer = setTimeout(rest, pace.pause(performance.now(), "scroll"));
    return () => clearTimeout(timer);
  }, [key, part, pages.join()]);
  return { scroller, look, total, range, start, rested };
}

const [idsOfPage, mostIds] = [200, 1_000];

/** The ids of a range of rows, which may not have been read. */
async function readIds(query: PeopleQuery, one: number, other: number): Promise<string[]> {
  const [from, to] = [Math.min(one, other), Math.min(Math.max(one, other), Math.min(one, other) + mostIds - 1)];
  const ids: string[] = [];
  for (let offset = from; offset <= to; offset += idsOfPage) {
    const limit = Math.min(idsOfPage, to - offset + 1);
    const { body } = await call("listContacts", { ...query, offset, limit, fields: ["id"] });
    ids.push(...body.contacts.map(({ id }) => id));
  }
  return ids;
}
