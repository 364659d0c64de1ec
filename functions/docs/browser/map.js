/** The page of the map: one call of the API for each view that comes to rest, and its pins. */
import { callApi, keepKey, newestOnly, storedKey, whenQuiet, wordsOf } from "./map-api.js";
import { createPinList, fillCard, keyOf } from "./map-details.js";
import { createDrawing } from "./map-drawing.js";
import { followGestures } from "./map-gestures.js";
import { createSearch } from "./map-search.js";
import { boundsOf, fitView, groupPins, moveView, pixelOf, zoomView } from "./map-view.js";

/** Pixels within which pins are drawn as one. */
const reach = 28;
/** Milliseconds without a movement after which a view has come to rest. */
const rest = 250;
const keyMissing = "Enter an API key to see your pins.";

const find = (id) => document.getElementById(id);
const [frame, svg, card, told] = ["frame", "map", "card", "told"].map(find);
const { api } = document.querySelector("main").dataset;
const drawing = createDrawing(svg);

// Any size will do until the page has found the map's own.
let size = { width: 2, height: 1 };
let view = fitView({ lon: 0, lat: 0, scale: 0 }, size);
let pins = [];
let groups = [];
/** A pin of which the card tells, with all that lie on it or `alone`: one that was chosen, and one in passing. */
let chosen;
let hinted;

const list = createPinList(find("pins"), {
  hint: (pin) => hint(pin && { pin, alone: true }),
  choose: (pin) => choose({ pin, alone: true }),
});

const load = newestOnly(async (signal) => {
  const key = storedKey();
  frame.ariaBusy = String(key !== "");
  if (key === "") return tell(keyMissing);
  const path = document.querySelector("[name=kind]:checked").value;
  const address = `${api}${path}?${new URLSearchParams(boundsOf(view, size))}`;
  find("call").textContent = `GET ${address}\nauthorization: Bearer <key>`;
  try {
    const answer = await callApi(address, key, signal);
    if (signal.aborted) return;
    showPins(answer.pins);
    const count = `${pins.length || "No"} ${pins.length === 1 ? "pin" : "pins"}`;
    tell(answer.truncated ? `${count}, and there are more: zoom in.` : `${count} in this view.`);
    find("answer").textContent = `200, ${count.toLowerCase()}${answer.truncated ? ", truncated" : ""}`;
  } catch (error) {
    if (signal.aborted) return;
    find("answer").textContent = [error.status ?? "none", error.code].filter(Boolean).join(" ");
    fail(error);
  }
  frame.ariaBusy = "false";
});

const loadAtRest = whenQuiet(rest, load);

function show(next) {
  const rescaled = next.scale !== view.scale;
  view = next;
  if (rescaled) regroup();
  drawing.place(view, size);
  placeCard();
  loadAtRest();
}

function showPins(given) {
  pins = given;
  const still = chosen && pins.find((pin) => keyOf(pin) === keyOf(chosen.pin));
  chosen = still && { ...chosen, pin: still };
  hinted = undefined;
  list.show(pins);
  regroup();
  drawing.place(view, size);
}

function regroup() {
  groups = groupPins(pins, view.scale, reach);
  drawing.showGroups(groups);
  tellOfPin();
}

function hint(target) {
  if (!target && !hinted) return;
  hinted = target;
  tellOfPin();
}

function choose(target) {
  chosen = target;
  hinted = undefined;
  tellOfPin(true);
}

/** Fills the card and marks the pins of which it tells. */
function tellOfPin(scroll = false) {
  const target = hinted ?? chosen;
  const at = target ? groups.findIndex((group) => group.pins.includes(target.pin)) : -1;
  card.hidden = at < 0;
  const shown = at < 0 ? [] : target.alone ? [target.pin] : groups[at].pins;
  drawing.emphasise(at < 0 ? [] : [at]);
  list.mark(shown, scroll);
  fillCard(card, shown);
  placeCard();
}

/** Above its pin, or below where there is no room; always within the map. */
function placeCard() {
  const target = hinted ?? chosen;
  if (card.hidden || !target) return;
  const group = groups.find((each) => each.pins.includes(target.pin));
  const { x, y } = pixelOf(view, size, group);
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = Math.max(8, Math.min(x - width / 2, size.width - width - 8));
  const top = y - height - 18 >= 8 ? y - height - 18 : Math.min(y + 18, size.height - height - 8);
  card.style.translate = `${left}px ${top}px`;
  // Its pin was moved out of sight.
  card.style.visibility = x < 0 || y < 0 || x > size.width || y > size.height ? "hidden" : "visible";
}

function targetOf(element) {
  const group = groups[element.closest("[data-group]")?.dataset.group];
  return group && { pin: group.pins[0], alone: false };
}

function tell(words, fault = false) {
  told.textContent = words;
  told.classList.toggle("fault", fault);
}

function fail(error) {
  tell(wordsOf(error), true);
  find("key").ariaInvalid = error.status === 401 ? "true" : null;
}

followGestures(svg, {
  move: (by) => show(moveView(view, size, by)),
  zoom: (factor, point) => show(zoomView(view, size, factor, point)),
  tap: (element) => choose(targetOf(element)),
});
svg.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && hint(targetOf(target)));
svg.addEventListener("pointerleave", () => hint());
document.addEventListener("keydown", ({ key }) => key === "Escape" && choose());

find("nearer").addEventListener("click", () => show(zoomView(view, size, 2)));
find("farther").addEventListener("click", () => show(zoomView(view, size, 0.5)));
find("world-view").addEventListener("click", () => show(fitView({ lon: 0, lat: 0, scale: 0 }, size)));

for (const kind of document.querySelectorAll("[name=kind]")) {
  kind.addEventListener("change", () => {
    svg.dataset.kind = kind.dataset.kind;
    showPins([]);
    load();
  });
}

find("key").value = storedKey();
find("credential").addEventListener("submit", (event) => {
  event.preventDefault();
  const key = find("key").value.trim();
  // What no header can carry is no key, and must not look like a fault of the network.
  if (/[^!-~]/.test(key)) return tell("A key has no such characters.", true);
  useKey(key);
});
find("forget").addEventListener("click", () => {
  find("key").value = "";
  useKey("");
});

function useKey(key) {
  keepKey(key);
  find("key").ariaInvalid = null;
  showPins([]);
  load();
}

createSearch({
  input: find("search"),
  list: find("places"),
  async suggest(search, signal) {
    if (storedKey() === "") {
      tell(keyMissing);
      return [];
    }
    const query = new URLSearchParams({ search, mode: "place", limit: "6" });
    return (await callApi(`${api}/geocode/suggest?${query}`, storedKey(), signal)).addresses;
  },
  // A town and what is around it.
  choose: ({ latitude, longitude }) => {
    const scale = Math.max(view.scale, size.width / 2);
    show(fitView({ lon: longitude, lat: latitude, scale }, size));
  },
  fail,
});

new ResizeObserver(([{ contentRect }]) => {
  const { width, height } = contentRect;
  if (width === 0 || height === 0) return;
  size = { width, height };
  show(fitView(view, size));
}).observe(svg);
