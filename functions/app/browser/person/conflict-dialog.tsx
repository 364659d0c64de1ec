/** The dialog that shows both values of each field that somebody else has changed meanwhile, and asks which one to take. */
import { Dialog } from "../parts/dialog.tsx";
import { labelOf, linesOf } from "../parts/value-lines.ts";
import { type Conflict, conflict } from "./save-contact.ts";

export function ConflictDialog() {
  const question = conflict.value;
  return (
    <Dialog
      title="It was changed meanwhile"
      isOpen={question !== undefined}
      onClose={() => conflict.value?.answer(undefined)}
    >
      {question && <Question {...question} />}
    </Dialog>
  );
}

function Question({ fields, theirs, yours, answer }: Conflict) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const choices = new FormData(event.currentTarget as HTMLFormElement);
    answer(fields.filter((field) => choices.get(field) === "theirs"));
  };
  return (
    <form onSubmit={submit}>
      <p>Another page, program or agent has changed the same. Which value is to stay?</p>
      {fields.map((field) => (
        <fieldset key={field}>
          <legend>
            <strong>{labelOf(field)}</strong>
          </legend>
          {Object.entries({ yours, theirs }).map(([side, values]) => (
            <label key={side} class="choice">
              <input type="radio" name={field} value={side} defaultChecked={side === "yours"} />
              <span>
                <span class="quiet">{side === "yours" ? "Your value" : "The other value"}</span>{" "}
                <strong class="long-text">{linesOf(values[field]).join("\n") || "nothing"}</strong>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <button type="submit" class="first">
        Save
      </button>
    </form>
  );
}
