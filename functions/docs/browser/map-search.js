/** A field that suggests places while the user types (the list combobox of the ARIA Authoring Practices). */
import { debounce, latestOnly } from "./call-api.js";

/**
 * `suggest(text, signal)` returns addresses of the API, or undefined when it could not call the API. `choose(address)` is
 * called with the chosen one. `emptyMessage` is the element that says that there is none.
 */
export function createSearch({ input, list, emptyMessage, suggest, choose, fail }) {
  let suggestions = [];
  /** The text to which the suggestions belong. */
  let suggestedFor = "";
  let active = -1;
  let chosenText = "";
  /** Enter was pressed before the answer arrived, so its first suggestion will be chosen. */
  let choosesFirst = false;

  const load = latestOnly(async (signal) => {
    const text = textOf(input);
    if (text === "" || text === chosenText) return show([]);
    try {
      const addresses = await suggest(text, signal);
      if (!signal.aborted) handleAnswer(text, addresses);
    } catch (error) {
      if (signal.aborted) return;
      choosesFirst = false;
      fail(error);
    }
  });

  const loading = debounce(200, load);
  input.addEventListener("input", () => {
    choosesFirst = false;
    emptyMessage.textContent = "";
    activate(-1);
    loading.soon();
  });
  input.addEventListener("keydown", (event) => {
    // While an input method composes a word, Enter and arrow keys belong to it.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.length > 0)
      activate(step < 0 && active <= 0 ? suggestions.length - 1 : (active + step) % suggestions.length);
    else if (event.key === "Enter") enter();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => show([]));
  // The field keeps the focus, because losing it closes the list.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const index = [...list.children].indexOf(event.target.closest("li"));
    if (index >= 0) select(suggestions[index]);
  });

  function enter() {
    if (active >= 0) return select(suggestions[active]);
    // The list may still belong to an earlier text.
    if (suggestions.length > 0 && suggestedFor === textOf(input)) return select(suggestions[0]);
    choosesFirst = true;
    loading.now();
  }

  function handleAnswer(text, addresses) {
    const isActive = choosesFirst || document.activeElement === input;
    suggestedFor = text;
    if (choosesFirst && addresses?.length > 0) return select(addresses[0]);
    choosesFirst = false;
    show(isActive ? (addresses ?? []) : []);
    if (isActive && addresses?.length === 0) emptyMessage.textContent = `No place found for “${text}”.`;
  }

  function close() {
    choosesFirst = false;
    show([]);
  }

  function show(addresses) {
    suggestions = addresses;
    emptyMessage.textContent = "";
    list.replaceChildren(...addresses.map(newOption));
    list.hidden = addresses.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    activate(-1);
  }

  function activate(index) {
    active = index;
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index);
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", list.children[index].id);
  }

  function select(address) {
    chosenText = address.addressFormatted;
    input.value = chosenText;
    close();
    choose(address);
  }
}

function textOf(input) {
  return input.value.trim();
}

function newOption({ addressFormatted }, index) {
  const option = document.createElement("li");
  option.id = `place-${index}`;
  option.role = "option";
  option.textContent = addressFormatted;
  return option;
}
