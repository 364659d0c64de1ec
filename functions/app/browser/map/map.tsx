/** The map: it reads the pins of a view when that has stopped moving. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Output } from "../../../../shared/client/client.ts";
import { useAnswer } from "../data/answers.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { address, linkTo } from "../router.ts";
import { Earth, Marks } from "./earth.tsx";
import { listenToGestures } from "./gestures.ts";
import {
  areOnOneSpot,
  boundsOf,
  closestScale,
  fitView,
  groupPins,
  markOf,
  moveView,
  placeOf,
  viewAround,
  zoomView,
} from "./map-view.ts";
import { keyOf, type Pin, PinCard, PinList } from "./pins.tsx";
import { TownSearch } from "./town-search.tsx";
import "../shared-parts.ts";

export { SmallMap } from "./earth.tsx";

/** The pins that an answer of the API contains at most. */
const limit = 1000;
/** The milliseconds without a movement after which the pins are read. */
const readDelay = 250;
const world = { lon: 0, lat: 0, scale: 0 };
const kinds = { contacts: "Contacts", addresses: "Addresses" } as const;

/** The pins that the card shows: one, or all of its mark. */
interface Target {
  key: string;
  isAlone: boolean;
}

export default function MapView() {
  const svg = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState({ width: 2, height: 1 });
  const [view, setView] = useState(world);
  const [bounds, setBounds] = useState<ReturnType<typeof boundsOf>>();
  const [kind, setKind] = useState<keyof typeof kinds>("contacts");
  const [chosen, choose] = useState<Target>();
  const [hinted, hint] = useState<Target>();
  const { answer, towns, error, refresh } = usePins(kind, bounds);
  const { body: contacts } = useAnswer("listContacts", { limit: 1 });

  // Pins on one spot come one after another in the list.
  const pins = useMemo(
    () =>
      groupPins<Pin>(
        (answer?.pins ?? []).map((each) => ("id" in each ? { ...each, town: towns.get(each.id) } : each)),
        closestScale(size),
      ).flatMap((spot) => spot.pins),
    [answer, size, towns.size],
  );
  const groups = useMemo(() => groupPins(pins, view.scale), [pins, view.scale]);
  const target = hinted ?? chosen;
  const pin = target && pins.find((each) => keyOf(each) === target.key);
  const group = pin && groups.find((each) => each.pins.includes(pin));
  const shown = useMemo(
    () => (pin && group ? (target?.isAlone ? [pin] : group.pins) : []),
    [pin, group, target?.isAlone],
  );
  const targetOf = (element: EventTarget | null): Target | undefined => {
    const mark = element instanceof Element && element.closest<SVGElement>("[data-group]");
    const first = mark && groups[Number(mark.dataset.group)]?.pins[0];
    return first ? { key: keyOf(first), isAlone: false } : undefined;
  };

  const gestures = {
    move: (by: { x: number; y: number }) => setView((known) => moveView(known, size, by)),
    zoom: (factor: number, point?: { x: number; y: number }) =>
      setView((known) => zoomView(known, size, factor, point)),
    tap: (element: EventTarget | null) => choose(targetOf(element)),
  };
  const latest = useRef(gestures);
  latest.current = gestures;
  useLayoutEffect(() => {
    const element = svg.current;
    if (!element) return;
    listenToGestures(element, () => latest.current);
    const observer = new ResizeObserver(() => {
      const next = { width: element.clientWidth, height: element.clientHeight };
      setSize(next);
      const place = placeOf(address.value.query);
      setView((known) => (known === world && place ? viewAround(place, next) : fitView(known, next)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (view === world) return;
    const timer = setTimeout(() => setBounds(boundsOf(view, size)), bounds ? readDelay : 0);
    return () => clearTimeout(timer);
  }, [view, size]);

  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === "Escape" && choose(undefined);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, []);

  const isOneSpot = areOnOneSpot(shown, size);
  return (
    <section class="page map-view">
      <h1>Map</h1>
      <div class="tools">
        <TownSearch choose={(town) => setView(viewAround(town, size, view.scale))} />
        <fieldset class="segments">
          <legend class="unseen">Pins of</legend>
          {(Object.keys(kinds) as (keyof typeof kinds)[]).map((name) => (
            <label key={name}>
              <input type="radio" name="kind" checked={kind === name} onChange={() => setKind(name)} />
              {kinds[name]}
            </label>
          ))}
        </fieldset>
      </div>
      <ErrorMessage error={error} retry={refresh} />
      <div class="atlas">
        <div class="sheet">
          <svg
            ref={svg}
            id="map"
            class={kind}
            tabindex={0}
            role="application"
            aria-label="Map of the pins"
            aria-describedby="map-keys"
            onPointerOver={({ target, pointerType }) => pointerType === "mouse" && hint(targetOf(target))}
            onPointerLeave={() => hint(undefined)}
          >
            <Earth view={view} size={size} />
            <Marks view={view} size={size} groups={groups} chosen={group} />
          </svg>
          {group && (
            <PinCard
              pins={shown}
              point={markOf(view, size, group)}
              size={size}
              isOneSpot={isOneSpot}
              isChosen={hinted === undefined || hinted.key === chosen?.key}
            />
          )}
        </div>
        <PinList
          pins={pins}
          marked={shown}
          hint={(under) => hint(under && { key: keyOf(under), isAlone: true })}
          choose={(each) => choose({ key: keyOf(each), isAlone: true })}
        />
        <div class="below">
          <p role="status">
            {contacts?.pagination.totalCount === 0 ? (
              <>
                You have no contacts yet. <a href={linkTo("/import")}>Import your address book</a>
              </>
            ) : (
              answer && answerText(answer, view.scale >= closestScale(size), areOnOneSpot(pins, size))
            )}
          </p>
          <button type="button" aria-label="Zoom in" onClick={() => gestures.zoom(2)}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => gestures.zoom(0.5)}>
            −
          </button>
          <button type="button" onClick={() => setView(fitView(world, size))}>
            Whole world
          </button>
        </div>
      </div>
      <p id="map-keys" class="quiet small">
        Drag the map or use the arrow keys; zoom by the wheel, two fingers or + and −. In the list of pins, arrow keys
        go from one to the next.
      </p>
      <p class="quiet small">
        Outlines: <a href="https://www.naturalearthdata.com">Natural Earth</a>, public domain. Place names ©{" "}
        <a href="https://www.geonames.org">GeoNames</a>,{" "}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
      </p>
    </section>
  );
}

type PinAnswer = Output<"listMapPins"> | Output<"listMapAddressPins">;

/** The pins of the bounds. Until those of new bounds are there, the earlier ones stay. */
function usePins(kind: keyof typeof kinds, bounds: ReturnType<typeof boundsOf> | undefined) {
  const input = bounds && { ...bounds, limit };
  const contacts = useAnswer("listMapPins", kind === "contacts" ? input : undefined);
  // The towns of contacts are those of their addresses.
  const addresses = useAnswer("listMapAddressPins", input);
  const { body, error, refresh } = kind === "contacts" ? contacts : addresses;
  const kept = useRef<{ kind: string; answer: PinAnswer | undefined }>({ kind, answer: undefined });
  if (body || kept.current.kind !== kind) kept.current = { kind, answer: body };
  const towns = new Map(addresses.body?.pins.map(({ personId, addressCity }) => [personId, addressCity]));
  return { answer: kept.current.answer, towns, error, refresh };
}

/** `isClosest` means that the map can't zoom in; `isOneSpot`, that zooming does not separate the pins. */
function answerText({ pins, truncated }: PinAnswer, isClosest: boolean, isOneSpot: boolean): string {
  const count = `${pins.length || "No"} ${pins.length === 1 ? "pin" : "pins"}`;
  if (!truncated) return `${count} in this view.`;
  if (isClosest) return `${count}, and there are more ${isOneSpot ? "on this spot" : "here"} than are shown.`;
  // Zooming in on these pins would show them again, and the position of the others is not known.
  return isOneSpot ? `${count} on one spot, and there are more.` : `${count}, and there are more: zoom in.`;
}
