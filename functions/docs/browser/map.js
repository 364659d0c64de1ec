/** The map page. It calls the API when the view has stopped moving, and shows the pins of the answer. */

import { callApi, debounce, latestOnly, messageOf } from "./call-api.js";
import { handleKeyForm, storedKey } from "./key.js";
import { createCard } from "./map-card.js";
import { answerText, countText, createPinList, keyOf } from "./map-details.js";
import { createDrawing } from "./map-drawing.js";
import { handleGestures } from "./map-gestures.js";
import { createSearch } from "./map-search.js";
import { areOnOneSpot, boundsOf, closestScale, fitView, groupPins, markOf, moveView, zoomView } from "./map-view.js";

/** The pins that an answer of the API contains at most. */
const limit = 1000;
/** The milliseconds without a movement after which the pins are loaded. */
const loadDelay = 250;
const keyMissing = "Enter an API key to see your pins.";

const find = (id) => document.getElementById(id);
const [frame, svg, message] = ["frame", "map", "message"].map(find);
const { api } = document.querySelector("main").dataset;
const drawing = createDrawing(svg);
const card = createCard(find("card"));

// The observer below replaces this size before anything is visible.
let size = { width: 2, height: 1 };
let view = fitView({ lon: 0, lat: 0, scale: 0 }, size);
let pins = [];
let groups = [];
/** The pin that was chosen. The card shows it `alone`, or with all pins of its mark. */
let chosen;
/** The pin under the pointer or with the focus, which the card shows instead. */
let hinted;

const list = createPinList(find("pins"), {
  hint: (pin) => hint(pin && { pin, alone: true }),
  choose: (pin) => choose({ pin, alone: true }),
});

const load = latestOnly(async (signal) => {
  const key = storedKey();
  frame.ariaBusy = String(key !== "");
  if (key === "") return showMessage(keyMissing);
  const path = document.querySelector("[name=kind]:checked").value;
  const address = `${api}${path}?${new URLSearchParams({ ...boundsOf(view, size), limit })}`;
  find("call").textContent = `GET ${address}\nauthorization: Bearer <key>`;
  try {
    const answer = await callApi(address, key, signal);
    if (signal.aborted) return;
    showPins(answer.pins);
    showMessage(answerText(answer, { closest: view.scale >= closestScale(size), oneSpot: areOnOneSpot(pins, size) }));
    find("answer").textContent = `200, ${countText(pins).toLowerCase()}${answer.truncated ? ", truncated" : ""}`;
  } catch (error) {
    if (signal.aborted) return;
    find("answer").textContent = [error.status ?? "none", error.code].filter(Boolean).join(" ");
    fail(error);
  }
  frame.ariaBusy = "false";
});

const loading = debounce(loadDelay, load);

function show(next) {
  const rescaled = next.scale !== view.scale;
  view = next;
  if (rescaled) regroup();
  drawing.place(view, size);
  placeCard();
  loading.soon();
}

function showPins(answered) {
  // Pins on one spot come one after another in the list.
  pins = groupPins(answered, closestScale(size)).flatMap((spot) => spot.pins);
  const still = chosen && pins.find((pin) => keyOf(pin) === keyOf(chosen.pin));
  chosen = still && { ...chosen, pin: still };
  hinted = undefined;
  list.show(pins);
  regroup();
  drawing.place(view, size);
}

function regroup() {
  groups = groupPins(pins, view.scale);
  drawing.showGroups(groups);
  showCard();
}

function hint(target) {
  if (target?.pin === hinted?.pin && target?.alone === hinted?.alone) return;
  hinted = target;
  showCard();
}

function choose(target) {
  chosen = target;
  hinted = undefined;
  showCard(true);
}

/** Fills the card and marks its pins. After a choice, the list scrolls to them. */
function showCard(isChoice = false) {
  const target = hinted ?? chosen;
  const index = target ? groups.findIndex((group) => group.pins.includes(target.pin)) : -1;
  drawing.highlight(index < 0 ? [] : [index]);
  if (index < 0) {
    card.hide();
    list.mark([]);
    return;
  }
  const shown = target.alone ? [target.pin] : groups[index].pins;
  const oneSpot = areOnOneSpot(shown, size);
  const listed = card.show(shown, { point: markOf(view, size, groups[index]), size, oneSpot });
  placeCard();
  list.mark(shown);
  if (!isChoice) return;
  list.scrollToMarked();
  // The card refers to the list, which may be outside the visible part of the page.
  if (oneSpot && listed < shown.length) find("pins").scrollIntoView({ block: "nearest" });
}

function placeCard() {
  const target = hinted ?? chosen;
  const group = target && groups.find((each) => each.pins.includes(target.pin));
  if (group) card.place(markOf(view, size, group), size);
}

function targetOf(element) {
  const group = groups[element.closest("[data-group]")?.dataset.group];
  return group && { pin: group.pins[0], alone: false };
}

function showMessage(text, isFault = false) {
  message.textContent = text;
  message.classList.toggle("fault", isFault);
}

function fail(error) {
  showMessage(messageOf(error), true);
  find("key").ariaInvalid = error.status === 401 ? "true" : null;
}

handleGestures(svg, {
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
    loading.now();
  });
}

handleKeyForm({
  use() {
    showPins([]);
    loading.now();
  },
  refuse: (text) => showMessage(text, true),
});

createSearch({
  input: find("search"),
  list: find("places"),
  emptyMessage: find("no-place"),
  async suggest(search, signal) {
    if (storedKey() === "") {
      showMessage(keyMissing);
      return undefined;
    }
    const query = new URLSearchParams({ search, mode: "place", limit: "6" });
    return (await callApi(`${api}/geocode/suggest?${query}`, storedKey(), signal)).addresses;
  },
  // The view shows the town and its surroundings.
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
