/** A row of the list: who it is, and the box that selects. */
import { useRef } from "preact/hooks";
import { Avatar } from "../parts/avatar.tsx";
import { nameText } from "../parts/shared-words.ts";
import { besideList } from "../person/beside-list.ts";
import { linkTo } from "../router.ts";
import { type ChosenPeople, isChosen } from "./chosen-people.ts";
import { rowHeight } from "./row-window.ts";
import { type ListedPerson, lineOf, markWords } from "./row-words.ts";

export interface RowOfList {
  total: number;
  /** The words of the search. */
  words: readonly string[];
  openId: string | undefined;
  chosen: ChosenPeople;
  toggle: (index: number, id: string, isRange: boolean) => void;
}

interface PersonRowProps extends RowOfList {
  index: number;
  /** Undefined while it is not read. */
  person: ListedPerson | undefined;
  /** Whether it is the first one in view, where keys begin. */
  isStart: boolean;
}

export function PersonRow({ index, person, isStart, total, words, openId, chosen, toggle }: PersonRowProps) {
  const box = useRef<HTMLInputElement>(null);
  // At once, because the next key may follow before the next rendering.
  const takeKey = () => box.current?.setAttribute("data-key", "x");
  const leaveKey = () => box.current?.removeAttribute("data-key");
  const style = { top: `${index * rowHeight}px` };
  if (!person) return <li class="person-row unread" style={style} aria-hidden="true" />;
  const { id } = person;
  const name = nameText(person);
  const line = lineOf(person, words);
  const isOpen = id === openId;
  return (
    <li
      class="person-row"
      style={style}
      aria-posinset={index + 1}
      aria-setsize={total}
      onFocusIn={takeKey}
      onFocusOut={leaveKey}
    >
      <label class="pick">
        <input
          ref={box}
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isChosen(chosen, id)}
          onClick={(event) => toggle(index, id, event.shiftKey)}
        />
        <Avatar person={person} />
      </label>
      <div>
        <a
          href={linkTo(besideList(`/people/${id}`))}
          data-row={isStart ? "start" : ""}
          aria-current={isOpen ? "page" : undefined}
        >
          <Marked text={name} words={words} />
        </a>
        <p class="quiet">
          <Marked text={line} words={words} />
        </p>
      </div>
    </li>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return markWords(text, words).map((part, at) => (part.isMarked ? <mark key={at}>{part.text}</mark> : part.text));
}
