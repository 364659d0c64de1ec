/** A field that suggests towns while a person types (the list combobox of the ARIA Authoring Practices). */
import { useEffect, useState } from "preact/hooks";
import type { AddressSuggestion } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { ErrorMessage } from "../parts/error-message.tsx";

/** The milliseconds after the last letter until towns are suggested. */
const suggestDelay = 200;

export function TownSearch({ choose }: { choose: (town: AddressSuggestion) => void }) {
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  /** Enter was pressed before the answer came, so that its first suggestion will be chosen. */
  const [choosesFirst, setChoosesFirst] = useState(false);
  const { body, error } = useAnswer("suggestAddresses", search ? { search, mode: "place", limit: 6 } : undefined);
  const towns = isOpen && search === text.trim() ? (body?.addresses ?? []) : [];
  const select = (town: AddressSuggestion) => {
    setText(town.addressFormatted);
    setOpen(false);
    setChoosesFirst(false);
    choose(town);
  };
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), isOpen ? suggestDelay : 0);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (choosesFirst && towns[0]) select(towns[0]);
  }, [choosesFirst, towns[0]]);

  const useKey = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter and arrow keys belong to it.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const town = towns[Math.max(active, 0)];
    if (step && towns.length > 0)
      setActive(step < 0 && active <= 0 ? towns.length - 1 : (active + step) % towns.length);
    else if (event.key === "Enter" && town) select(town);
    else if (event.key === "Enter") {
      setSearch(text.trim());
      setChoosesFirst(true);
    } else if (event.key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
  };
  const isUnknown = isOpen && body?.addresses.length === 0 && search === text.trim();
  return (
    <div class="town-search">
      <input
        type="search"
        // biome-ignore lint/a11y/noRedundantRoles: the types ask for a list, and only a list of the platform would imply the role.
        role="combobox"
        list={undefined}
        aria-label="Find a town"
        placeholder="Find a town"
        aria-autocomplete="list"
        aria-controls="towns"
        aria-expanded={towns.length > 0}
        aria-activedescendant={active >= 0 ? `town-${active}` : undefined}
        autocomplete="off"
        maxLength={200}
        data-key="/"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setOpen(true);
          setActive(-1);
          setChoosesFirst(false);
        }}
        onKeyDown={useKey}
        onBlur={() => setOpen(choosesFirst)}
      />
      <div id="towns" role="listbox" aria-label="Towns" hidden={towns.length === 0}>
        {towns.map((town, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
          <div
            key={town.addressFormatted}
            id={`town-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // The field keeps the focus, because the list closes without it.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => select(town)}
          >
            {town.addressFormatted}
          </div>
        ))}
      </div>
      <p role="status" class="quiet">
        {isUnknown && `No town found for “${search}”.`}
      </p>
      <ErrorMessage error={error} />
    </div>
  );
}
