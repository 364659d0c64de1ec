/** People: the list, and beside it or in place of it one of them. */
import { useRef } from "preact/hooks";
import { Person } from "../person/person.tsx";
import { address, linkTo } from "../router.ts";
import { rememberedOrder } from "./list-head.tsx";
import { NoPeople } from "./no-people.tsx";
import { Overview } from "./overview.tsx";
import { PeopleList } from "./people-list.tsx";
import { type ShownList, usePage } from "./people-page.ts";
import { changedAddress, readQuery } from "./people-query.ts";
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
            <a class="back" href={linkTo(changedAddress({ path: "/people", query }, {}))} data-key="Escape">
              ‹ People
            </a>
            <Person key={openId} id={openId} />
          </>
        )}
      </div>
    </div>
  );
}
