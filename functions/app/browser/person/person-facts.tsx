/** How a person can be reached, where they live, and their dates. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { linkTo } from "../router.ts";
import type { PersonContact } from "./contact-patch.ts";
import { factsOf, pinOf } from "./person-words.ts";

export function PersonFacts({ contact, today }: { contact: PersonContact; today: string }) {
  return (
    <dl class="facts">
      {factsOf(contact, today).map(({ name, text, href, detail }) => (
        <div key={name + text}>
          <dt>{name}</dt>
          <dd>
            {href === undefined ? text : <a href={href}>{text}</a>} <span class="quiet">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The code of the map, because only that has the shapes of the earth. */
const map = signal<typeof import("../map/map.tsx") | undefined>(undefined);

/** A small map of where a person is pinned, which leads to that place on the map. */
export function PinLink({ contact }: { contact: PersonContact }) {
  const pin = pinOf(contact);
  const isPinned = pin !== undefined;
  useEffect(() => {
    const show = (loaded: typeof map.value) => {
      map.value = loaded;
    };
    // If it fails, the view of the map says so.
    if (isPinned) import("../map/map.tsx").then(show, () => {});
  }, [isPinned]);
  const { SmallMap } = map.value ?? {};
  if (!pin) return null;
  const { latitude, longitude, name } = pin;
  return (
    <a class="small-map" href={linkTo(`/map?lat=${latitude}&lon=${longitude}`)} aria-label={`Map: ${name}`}>
      {SmallMap && <SmallMap latitude={latitude} longitude={longitude} />}
    </a>
  );
}
