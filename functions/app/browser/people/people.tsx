/** People: the list, and beside it or in place of it one of them. */
import { useRef } from "preact/hooks";
import type { Stats } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";
import { besideList } from "../person/beside-list.ts";
import { Person } from "../person/person.tsx";
import { address, linkTo } from "../router.ts";
import { rememberedOrder } from "./list-head.tsx";
import { NoPeople } from "./no-people.tsx";
import { PeopleList } from "./people-list.tsx";
import { type ShownList, usePage } from "./people-page.ts";
import { readQuery } from "./people-query.ts";
import { peopleText } from "./row-words.ts";
import "../shared-parts.ts";

export default function People() {
  const { path, query } = address.value;
  const [, , openId] = path.split("/");
  const asked = readQuery(query, rememberedOrder.value);
  const { body, error, refresh } = usePage(asked, 0);
  // The rows of the query before stay until there are others, so that nothing moves while somebody types.
  const shown = useRef<ShownList | undefined>(undefined);
  if (body) shown.current = { query: asked, total: body.pagination.totalCount, stats: body.stats };
  if (shown.current?.stats.totalContacts === 0 && openId === undefined) return <NoPeople />;
  return (
    <div class={openId === undefined ? "people" : "people with-person"}>
      <PeopleList asked={asked} shown={shown.current} fault={{ error, refresh }} isOld={!body} openId={openId} />
      <div class="pane">
        {openId === undefined ? (
          <Overview stats={shown.current?.stats} />
        ) : (
          <>
            <a class="back" href={linkTo(besideList("/people"))} data-key="Escape">
              ‹ People
            </a>
            <Person key={openId} id={openId} />
          </>
        )}
      </div>
    </div>
  );
}

/** What stands beside the list before a person is chosen: how many there are, and the keys. */
function Overview({ stats }: { stats: Stats | undefined }) {
  return (
    <section class="page overview" aria-label="Overview">
      <p class="large">{stats && peopleText(stats.totalContacts)}</p>
      <p class="quiet">
        {stats &&
          `${stats.newContactsThisYear.toLocaleString()} new this year · ${countText(stats.thisMonthInteractions, "interaction")} this month`}
      </p>
      <p class="quiet">
        <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>x</kbd> selects,{" "}
        <kbd>n</kbd> adds, and <kbd>?</kbd> shows all keys.
      </p>
    </section>
  );
}
