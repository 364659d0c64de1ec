/** The rail of the wide layouts, and the bar at the bottom of the narrow one. */
import { session, signOut } from "../data/session.ts";
import { Icon } from "../parts/icon.tsx";
import { address, base, linkTo } from "../router.ts";
import { isWithin, type Place, places } from "../views.ts";
import { isApiOpen } from "./api-drawer.tsx";
import { areKeysOpen } from "./keys.tsx";
import { prepareView } from "./loaded-view.tsx";

/** The bar has as many places as fit under a thumb. The others are behind "More". */
const placesInBar = 4;

export function Navigation() {
  return (
    <nav class="places" aria-label="Places">
      {places.map((place, index) => (
        <PlaceLink key={place.path} place={place} isBehindMore={index >= placesInBar} />
      ))}
      <button type="button" class="place more" popovertarget="more">
        <Icon name="more" />
        <span>More</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Keys click its links and buttons, and Esc closes it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: What is used is a link or a button in it. */}
      <div id="more" popover="auto" class="furniture" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {places.slice(placesInBar).map((place) => (
          <PlaceLink key={place.path} place={place} />
        ))}
        <Furniture />
      </div>
      <div class="furniture of-rail">
        <Furniture />
      </div>
    </nav>
  );
}

function PlaceLink({ place, isBehindMore = false }: { place: Place; isBehindMore?: boolean }) {
  const isCurrent = isWithin(address.value.path, place);
  // If it fails, the click says so.
  const prepare = () => void prepareView(place).catch(() => {});
  return (
    <a
      class={isBehindMore ? "place behind-more" : "place"}
      href={linkTo(place.path)}
      title={place.title}
      aria-current={isCurrent ? "page" : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon name={place.icon} />
      <span>{place.title}</span>
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
