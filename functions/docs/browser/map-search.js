/** A field that suggests places while one types (the combobox pattern of the ARIA Authoring Practices, list only). */
import { newestOnly, whenQuiet } from "./map-api.js";

/**
 * `suggest(text, signal)` gives addresses of the API, or undefined where it could not ask, or throws; `choose(address)`
 * is told which one was taken; `nothing` is the element that says that there is none.
 */
export function createSearch({ input, list, nothing, suggest, choose, fail }) {
  let found = [];
  /** The text that `found` answers. */
  let answered = "";
  let active = -1;
  let taken = "";
  /** Enter was pressed before the answer came: its first place is taken when it does. */
  let hurried = false;

  const ask = newestOnly(async (signal) => {
    const text = textOf(input);
    if (text === "" || text === taken) return show([]);
    try {
      const addresses = await suggest(text, signal);
      if (!signal.aborted) hear(text, addresses);
    } catch (error) {
      if (signal.aborted) return;
      hurried = false;
      fail(error);
    }
  });

  const asking = whenQuiet(200, ask);
  input.addEventListener("input", () => {
    hurried = false;
    nothing.textContent = "";
    activate(-1);
    asking.soon();
  });
  input.addEventListener("keydown", (event) => {
    // Enter and arrows are then for the input method, which composes a word.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) activate(step < 0 && active <= 0 ? found.length - 1 : (active + step) % found.length);
    else if (event.key === "Enter") enter();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => show([]));
  // The field keeps the focus, so that leaving it may close the list.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const at = [...list.children].indexOf(event.target.closest("li"));
    if (at >= 0) take(found[at]);
  });

  function enter() {
    if (active >= 0) return take(found[active]);
    // A list may still be the one of the text before.
    if (found.length > 0 && answered === textOf(input)) return take(found[0]);
    hurried = true;
    asking.now();
  }

  function hear(text, addresses) {
    const isWanted = hurried || document.activeElement === input;
    answered = text;
    if (hurried && addresses?.length > 0) return take(addresses[0]);
    hurried = false;
    show(isWanted ? (addresses ?? []) : []);
    if (isWanted && addresses?.length === 0) nothing.textContent = `No place found for “${text}”.`;
  }

  function close() {
    hurried = false;
    show([]);
  }

  function show(addresses) {
    found = addresses;
    nothing.textContent = "";
    list.replaceChildren(...addresses.map(newOption));
    list.hidden = addresses.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    activate(-1);
  }

  function activate(at) {
    active = at;
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === at);
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", list.children[at].id);
  }

  function take(address) {
    taken = address.addressFormatted;
    input.value = taken;
    close();
    choose(address);
  }
}

function textOf(input) {
  return input.value.trim();
}

function newOption({ addressFormatted }, at) {
  const option = document.createElement("li");
  option.id = `place-${at}`;
  option.role = "option";
  option.textContent = addressFormatted;
  return option;
}
