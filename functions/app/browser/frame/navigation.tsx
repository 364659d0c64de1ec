/** The rail of the wide layouts, and the bar at the bottom of the narrow one. */
import { session, signOut } from "../data/session.ts";
import { Icon } from "../parts/icon.tsx";
import { address, base, linkTo } from "../router.ts";
import { findView, type View, views } from "../views.ts";
import { isApiOpen } from "./api-drawer.tsx";
import { areKeysOpen } from "./keys.tsx";
import { prepareView } from "./loaded-view.tsx";

/** The bar has as many places as fit under a thumb. The others are behind "More". */
const placesInBar = 4;

export function Navigation() {
  return (
    <nav class="places" aria-label="Places">
      {views.map((view, index) => (
        <PlaceLink key={view.path} view={view} isBehindMore={index >= placesInBar} />
      ))}
      <button type="button" class="place more" popovertarget="more">
        <Icon name="more" />
        <span>More</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Keys click its links and buttons, and Esc closes it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: What is used is a link or a button in it. */}
      <div id="more" popover="auto" class="furniture" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {views.slice(placesInBar).map((view) => (
          <PlaceLink key={view.path} view={view} />
        ))}
        <Furniture />
      </div>
      <div class="furniture of-rail">
        <Furniture />
      </div>
    </nav>
  );
}

function PlaceLink({ view, isBehindMore = false }: { view: View; isBehindMore?: boolean }) {
  const isCurrent = findView(address.value.path) === view;
  // If it fails, the click says so.
  const prepare = () => void prepareView(view).catch(() => {});
  return (
    <a
      class={isBehindMore ? "place behind-more" : "place"}
      href={linkTo(view.path)}
      title={view.title}
      aria-current={isCurrent ? "page" : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon name={view.icon} />
      <span>{view.title}</span>
    </a>
  );
}

function Furniture() {
  const person = session.value?.signedIn ? (session.value.email ?? session.value.name) : undefined;
  return (
    <>
      <a class="place" href={`${base}/docs`} title="Docs">
        <Icon name="docs" />
        <span>Docs</span>
      </a>
      <button
        type="button"
        class="place"
        title="API"
        data-key="a"
        aria-expanded={isApiOpen.value}
        onClick={() => (isApiOpen.value = !isApiOpen.value)}
      >
        <Icon name="api" />
        <span>API</span>
      </button>
      <button type="button" class="place" title="Keys" data-key="?" onClick={() => (areKeysOpen.value = true)}>
        <Icon name="keys" />
        <span>Keys</span>
      </button>
      {/* The service ends a session for a page of its own only, so this is no link that could be fetched in advance. */}
      <button type="button" class="place" title={person ?? "Sign out"} onClick={signOut}>
        <Icon name="leave" />
        <span>Sign out</span>
      </button>
    </>
  );
}
