/** What an empty account offers. */
import { refreshAll } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { countText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { AddPerson } from "./add-person.tsx";

export function NoPeople() {
  const { isBusy, error, run } = useTask();
  return (
    <section class="page no-people">
      <h1>Nobody is here yet</h1>
      <p class="quiet">Bring your address book, and you can undo that for 30 days. Or begin with one person.</p>
      <div class="actions">
        <a class="button first" href={linkTo("/import")}>
          Import your address book
        </a>
        <AddPerson />
        <button type="button" disabled={isBusy} onClick={() => run(lookAround)}>
          Look around with 200 made-up people
        </button>
      </div>
      {isBusy && (
        <p class="quiet" role="status">
          They are on their way.
        </p>
      )}
      <ErrorMessage error={error} />
    </section>
  );
}

/** An import like any other, so that it can be undone. */
async function lookAround(): Promise<void> {
  const { finishImport, importMadeUpPeople } = await import("../import/made-up-people.ts");
  const id = await importMadeUpPeople();
  const { imported } = await finishImport(id);
  refreshAll();
  const undo = async () => {
    await call("undoImport", { id });
    await finishImport(id);
    refreshAll();
  };
  notify({ text: `Imported ${countText(imported, "made-up contact")}.`, undo });
}
