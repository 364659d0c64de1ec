/** The rail of the wide layouts, and the bar at the bottom of the narrow one. */

import { session, signOut } from "../data/session.ts";
import { Icon } from "../parts/icon.tsx";
import { address, base, linkTo } from "../router.ts";
import { findView, type View, views } from "../views.ts";
import { isApiOpen } from "./api-drawer.tsx";
import { areKeysOpen } from "./keys.tsx";

/** The bar has as many places as fit under a thumb. The others are behind "More". */
const placesInBar = 4;

export function Navigation() {
  const person = session.value?.signedIn ? (session.value.email ?? session.value.name ?? "") : "";
  return (
    <nav class="places" aria-label="Places">
      {views.map((view, index) => (
        <PlaceLink key={view.path} view={view} isBehindMore={index >= placesInBar} />
      ))}
      <button type="button" class="place more" popovertarget="more">
        <Icon name="more" />
        <span>More</span>
      </button>
      <div id="more" popover="auto" class="furniture">
        {views.slice(placesInBar).map((view) => (
          <PlaceLink key={view.path} view={view} />
        ))}
        <Furniture person={person} />
      </div>
      <div class="furniture of-rail">
        <Furniture person={person} />
      </div>
    </nav>
  );
}

function PlaceLink({ view, isBehindMore = false }: { view: View; isBehindMore?: boolean }) {
  const isCurrent = findView(address.value.path) === view;
  return (
    <a
      class={isBehindMore ? "place behind-more" : "place"}
      href={linkTo(view.path)}
      aria-current={isCurrent ? "page" : undefined}
    >
      <Icon name={view.icon} />
      <span>{view.title}</span>
    </a>
  );
}

function Furniture({ person }: { person: string }) {
  return (
    <>
      <a class="place" href={`${base}/docs`}>
        <Icon name="docs" />
        <span>Docs</span>
      </a>
      <button type="button" class="place" onClick={() => (isApiOpen.value = !isApiOpen.value)}>
        <Icon name="api" />
        <span>API</span>
      </button>
      <button type="button" class="place" onClick={() => (areKeysOpen.value = true)}>
        <Icon name="keys" />
        <span>Keys</span>
      </button>
      <button type="button" class="place" title={person} onClick={signOut}>
        <Icon name="leave" />
        <span>Sign out</span>
      </button>
    </>
  );
}
