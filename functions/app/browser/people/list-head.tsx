/** What stands above the list: search, filters, order, and the way out of them. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../data/answers.ts";
import { useLabels } from "../history/labels.ts";
import { address, linkTo, open } from "../router.ts";
import { AddPerson } from "./add-person.tsx";
import { DropDown } from "./drop-down.tsx";
import { pace, type ShownList } from "./people-page.ts";
import { changedAddress, filterOf, orders, type PeopleQuery } from "./people-query.ts";
import { peopleText } from "./row-words.ts";

const orderKey = "people-order";
/** The order in which this browser showed people last. */
export const rememberedOrder = signal(localStorage.getItem(orderKey));

interface ListHeadProps {
  asked: PeopleQuery;
  shown: ShownList | undefined;
  /** Opens the first person whom a search finds. */
  openFirst: (search: string) => void;
}

export function ListHead({ asked, shown, openFirst }: ListHeadProps) {
  return (
    <header>
      <div class="head-row">
        <h1>People</h1>
        <AddPerson look="first" />
      </div>
      <div class="head-row">
        <Search search={asked.search ?? ""} openFirst={openFirst} />
        <DropDown opener="Filter">
          <Filters asked={asked} />
        </DropDown>
      </div>
      <div class="head-row quiet">
        <Summary asked={asked} total={shown?.total} />
        <Order asked={asked} />
      </div>
    </header>
  );
}

/** Changes what the list shows, without a step for Back. */
function change(changes: Readonly<Record<string, string | null>>): void {
  open(changedAddress(address.value, changes), { replace: true });
}

function Search({ search, openFirst }: { search: string; openFirst: (search: string) => void }) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = () => {
    const next = typed.trim();
    if (next === sent.current) return;
    // A search begins with its best match.
    change({ search: next, ...(sent.current === "" && { sort: null }) });
    sent.current = next;
  };
  useEffect(() => {
    const timer = setTimeout(send, pace.pause(performance.now(), "search"));
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // Back, or the way out of a filter, changed the address.
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  const submit = (event: Event) => {
    event.preventDefault();
    send();
    openFirst(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <input
        type="search"
        aria-label="Search people"
        placeholder="Search people"
        maxLength={500}
        autoComplete="off"
        enterkeyhint="go"
        data-key="/"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.blur()}
      />
    </form>
  );
}

function Order({ asked: { sort, search } }: { asked: PeopleQuery }) {
  const choose = ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) => {
    if (search === undefined) {
      localStorage.setItem(orderKey, value);
      rememberedOrder.value = value;
    }
    change({ sort: value });
  };
  return (
    <select aria-label="Order" value={sort ?? (search === undefined ? "nameAsc" : "")} onChange={choose}>
      {search !== undefined && <option value="">Best match</option>}
      {Object.entries(orders).map(([order, words]) => (
        <option key={order} value={order}>
          {words}
        </option>
      ))}
    </select>
  );
}

const noFilter = { search: null, groupId: null, tagId: null, keepInTouch: null } as const;

/** How many people there are, and of a filtered list the way out. */
function Summary({ asked, total }: { asked: PeopleQuery; total: number | undefined }) {
  const isFiltered = Object.keys(filterOf(asked)).length > 0;
  // Beside a person, Esc closes the person first.
  const letter = address.value.path === "/people" ? "Escape" : undefined;
  return (
    <p>
      <span role="status">{total !== undefined && peopleText(total)}</span>
      {isFiltered && (
        <>
          {(asked.groupId ?? asked.tagId ?? asked.keepInTouch) && <FilterName {...asked} />}{" "}
          <a href={linkTo(changedAddress(address.value, noFilter))} data-key={letter}>
            Show all
          </a>
        </>
      )}
    </p>
  );
}

/** The names of the labels that filter. */
function FilterName({ groupId = "", tagId = "", keepInTouch }: PeopleQuery) {
  const labels = useLabels();
  const names = [labels.get(groupId), labels.get(tagId), keepInTouch && "to keep in touch with"].filter(Boolean);
  return names.length > 0 ? <> · {names.join(", ")}</> : null;
}

/** Read when they are opened. */
function Filters({ asked }: { asked: PeopleQuery }) {
  const { body: groups } = useAnswer("listGroups", {});
  const { body: tags } = useAnswer("listTags", {});
  const lists = [
    ["Groups", "groupId", groups?.groups ?? []],
    ["Tags", "tagId", tags?.tags ?? []],
  ] as const;
  return (
    <>
      {lists.map(([title, name, labels]) =>
        labels.length === 0 ? null : (
          <section key={name} aria-label={title}>
            <h2>{title}</h2>
            {labels.map(({ id, label, contactCount }) => (
              <FilterLink key={id} name={name} value={id} isOn={asked[name] === id}>
                {label} <span class="quiet">{contactCount.toLocaleString()}</span>
              </FilterLink>
            ))}
          </section>
        ),
      )}
      <section aria-label="Others">
        <h2>Others</h2>
        <FilterLink name="keepInTouch" value="true" isOn={asked.keepInTouch === true}>
          To keep in touch with
        </FilterLink>
        <a class="choice" href={linkTo("/today")}>
          Due today
        </a>
        <a class="choice" href={linkTo("/settings/trash")}>
          In trash
        </a>
      </section>
    </>
  );
}

interface FilterLinkProps {
  name: string;
  value: string;
  isOn: boolean;
  children: ComponentChildren;
}

/** A filter that is on is taken away by its link. */
function FilterLink({ name, value, isOn, children }: FilterLinkProps) {
  const to = changedAddress(address.value, { [name]: isOn ? null : value });
  return (
    <a class="choice" href={linkTo(to)} aria-current={isOn}>
      {children}
    </a>
  );
}
