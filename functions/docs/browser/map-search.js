/** A field that suggests places while one types (the combobox pattern of the ARIA Authoring Practices, list only). */
import { newestOnly, whenQuiet } from "./map-api.js";

/** `suggest(text, signal)` gives addresses of the API or throws; `choose(address)` is told which one was taken. */
export function createSearch({ input, list, suggest, choose, fail }) {
  let found = [];
  let active = -1;
  let taken = "";

  const ask = newestOnly(async (signal) => {
    const text = input.value.trim();
    if (text === "" || text === taken) return show([]);
    try {
      const addresses = await suggest(text, signal);
      if (!signal.aborted) show(document.activeElement === input ? addresses : []);
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  });

  input.addEventListener("input", whenQuiet(200, ask));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) activate(step < 0 && active <= 0 ? found.length - 1 : (active + step) % found.length);
    else if (event.key === "Enter" && found.length > 0) take(Math.max(active, 0));
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => show([]));
  // The field keeps the focus, so that leaving it may close the list.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const at = [...list.children].indexOf(event.target.closest("li"));
    if (at >= 0) take(at);
  });

  function show(addresses) {
    found = addresses;
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

  function take(at) {
    const address = found[at];
    taken = address.addressFormatted;
    input.value = taken;
    show([]);
    choose(address);
  }
}

function newOption({ addressFormatted }, at) {
  const option = document.createElement("li");
  option.id = `place-${at}`;
  option.role = "option";
  option.textContent = addressFormatted;
  return option;
}
