/** The pins in words: the list beside the map, and the card on it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AddressPin, ContactPin } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import type { Point, Size } from "./map-view.ts";

/** `town` is that of an address, for a contact without a location of its own. */
export type Pin = (ContactPin & { town?: string | undefined }) | AddressPin;

/** Identifies a pin across answers. */
export const keyOf = (pin: Pin) => ("id" in pin ? pin.id : `${pin.personId} ${pin.addressId}`);

const nameOf = ({ firstName, lastName }: Pin) => `${firstName} ${lastName}`.trim() || "Without a name";

function detailsOf(pin: Pin): string {
  if ("id" in pin) return [pin.headline, pin.location ?? pin.town].filter(Boolean).join(" · ");
  const town = [pin.addressCity, pin.addressCountry].filter(Boolean).join(", ");
  return [pin.addressType, pin.addressFormatted || town].filter(Boolean).join(" · ");
}

interface PinListProps {
  pins: readonly Pin[];
  marked: readonly Pin[];
  /** Called with the pin that is under the pointer or has the focus, and without one after that. */
  hint: (pin?: Pin) => void;
  choose: (pin: Pin) => void;
}

/** The Tab key stops at one pin; arrow keys, Home and End move to others (the roving tab index of the ARIA Authoring Practices). */
export function PinList({ pins, marked, hint, choose }: PinListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [stopKey, setStopKey] = useState("");
  const stop = Math.max(
    0,
    pins.findIndex((pin) => keyOf(pin) === stopKey),
  );
  const isMarked = new Set(marked);
  useEffect(() => {
    // The list scrolls to the marked pins, but not the page, and not while the pointer or the focus is in the list.
    const first = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (first && !list.current?.matches(":is(:hover, :focus-within)"))
      list.current?.scrollTo({ top: first.offsetTop - 80 });
  }, [marked]);
  const useKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      Home: 0,
      End: pins.length,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(next, pins.length - 1));
    list.current?.querySelectorAll("button")[at]?.focus();
  };
  return (
    <ul ref={list} class="pins" aria-label="Pins in this view" aria-describedby="map-keys" onKeyDown={useKey}>
      {pins.map((pin, at) => (
        <li key={keyOf(pin)}>
          <button
            type="button"
            tabIndex={at === stop ? 0 : -1}
            aria-current={isMarked.has(pin) || undefined}
            data-row
            onClick={() => choose(pin)}
            // The event of entering would also come when rows scroll under a pointer that does not move.
            onPointerMove={() => hint(pin)}
            onPointerLeave={() => hint()}
            onBlur={() => hint()}
            onFocus={() => {
              setStopKey(keyOf(pin));
              hint(pin);
            }}
          >
            <strong>{nameOf(pin)}</strong>
            <span class="quiet">{detailsOf(pin)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The pins that the card shows at most, and the pixels that a pin and its links take. It says how many others there are. */
const [mostInCard, pinHeight, linksHeight] = [3, 72, 24];

interface PinCardProps {
  pins: readonly Pin[];
  /** The middle of the mark. The card is above or below it, where more room is. */
  point: Point;
  size: Size;
  /** Whether zooming does not separate the pins. */
  isOneSpot: boolean;
  /** A card that was chosen stays, so that it has links. */
  isChosen: boolean;
}

export function PinCard({ pins, point, size, isOneSpot, isChosen }: PinCardProps) {
  const { x, y } = point;
  if (x < 0 || y < 0 || x > size.width || y > size.height) return null;
  const isAbove = y > size.height / 2;
  const room = (isAbove ? y : size.height - y) - 24;
  const shown = Math.max(1, Math.min(mostInCard, Math.floor(room / (pinHeight + (isChosen ? linksHeight : 0)))));
  const place = isAbove ? { bottom: `${size.height - y + 16}px` } : { top: `${y + 16}px` };
  const more = pins.length - shown;
  return (
    <div
      class="pin-card"
      style={{
        ...place,
        maxHeight: `${room}px`,
        left: `clamp(8px, ${x - 140}px, calc(100% - min(280px, 100% - 16px) - 8px))`,
      }}
    >
      {pins.slice(0, shown).map((pin) => (
        <p key={keyOf(pin)}>
          <strong>{nameOf(pin)}</strong>
          <span class="quiet">{detailsOf(pin)}</span>
          {isChosen && <Channels id={"id" in pin ? pin.id : pin.personId} />}
        </p>
      ))}
      {more > 0 && (
        <p class="quiet">{isOneSpot ? `${pins.length} on one spot: see the list` : `and ${more} more: zoom in`}</p>
      )}
    </div>
  );
}

/** The first e-mail address and the first number of a contact, as links. */
function Channels({ id }: { id: string }) {
  const { body } = useAnswer("getContact", { id, fields: ["emails", "phones"] });
  const { emails: [email] = [], phones: [phone] = [] } = body?.contact ?? {};
  return (
    <>
      {email && <a href={`mailto:${email.value}`}>{email.value}</a>}
      {phone && (
        <a href={`tel:${phone.prefix}${phone.value.replace(/[^\d+*#]/g, "")}`}>
          {`${phone.prefix} ${phone.value}`.trim()}
        </a>
      )}
    </>
  );
}
