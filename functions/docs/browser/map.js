/** The page of the map: one call of the API for each view that comes to rest, and its pins. */
import { followKeyForm, storedKey } from "./key.js";
import { callApi, newestOnly, whenQuiet, wordsOf } from "./map-api.js";
import { createCard } from "./map-card.js";
import { answerWords, countWords, createPinList, keyOf } from "./map-details.js";
import { createDrawing } from "./map-drawing.js";
import { followGestures } from "./map-gestures.js";
import { createSearch } from "./map-search.js";
import { areOnOneSpot, boundsOf, closestScale, fitView, groupPins, markOf, moveView, zoomView } from "./map-view.js";

/** The most pins that the API gives at once. */
const limit = 1000;
/** Milliseconds without a movement after which a view has come to rest. */
const rest = 250;
const keyMissing = "Enter an API key to see your pins.";

const find = (id) => document.getElementById(id);
const [frame, svg, told] = ["frame", "map", "told"].map(find);
const { api } = document.querySelector("main").dataset;
const drawing = createDrawing(svg);
const card = createCard(find("card"));

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
  const address = `${api}${path}?${new URLSearchParams({ ...boundsOf(view, size), limit })}`;
  find("call").textContent = `GET ${address}\nauthorization: Bearer <key>`;
  try {
    const answer = await callApi(address, key, signal);
    if (signal.aborted) return;
    showPins(answer.pins);
    tell(answerWords(answer, { closest: view.scale >= closestScale(size), oneSpot: areOnOneSpot(pins, size) }));
    find("answer").textContent = `200, ${countWords(pins).toLowerCase()}${answer.truncated ? ", truncated" : ""}`;
  } catch (error) {
    if (signal.aborted) return;
    find("answer").textContent = [error.status ?? "none", error.code].filter(Boolean).join(" ");
    fail(error);
  }
  frame.ariaBusy = "false";
});

const loading = whenQuiet(rest, load);

function show(next) {
  const rescaled = next.scale !== view.scale;
  view = next;
  if (rescaled) regroup();
  drawing.place(view, size);
  placeCard();
  loading.soon();
}

function showPins(given) {
  // In the list, too, who shares a spot comes together.
  pins = groupPins(given, closestScale(size)).flatMap((spot) => spot.pins);
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
  tellOfPin();
}

function hint(target) {
  if (target?.pin === hinted?.pin && target?.alone === hinted?.alone) return;
  hinted = target;
  tellOfPin();
}

function choose(target) {
  chosen = target;
  hinted = undefined;
  tellOfPin(true);
}

/** Fills the card and marks the pins of which it tells; once they were chosen, the list goes to them. */
function tellOfPin(isChoice = false) {
  const target = hinted ?? chosen;
  const at = target ? groups.findIndex((group) => group.pins.includes(target.pin)) : -1;
  drawing.emphasise(at < 0 ? [] : [at]);
  if (at < 0) {
    card.hide();
    list.mark([]);
    return;
  }
  const shown = target.alone ? [target.pin] : groups[at].pins;
  const oneSpot = areOnOneSpot(shown, size);
  const named = card.tell(shown, { point: markOf(view, size, groups[at]), size, oneSpot });
  placeCard();
  list.mark(shown);
  if (!isChoice) return;
  list.scrollToMarked();
  // The card sends its reader to the list, which may lie below what is seen of the page.
  if (oneSpot && named < shown.length) find("pins").scrollIntoView({ block: "nearest" });
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
    loading.now();
  });
}

followKeyForm({
  use() {
    showPins([]);
    loading.now();
  },
  refuse: (words) => tell(words, true),
});

createSearch({
  input: find("search"),
  list: find("places"),
  nothing: find("no-place"),
  async suggest(search, signal) {
    if (storedKey() === "") {
      tell(keyMissing);
      return undefined;
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
