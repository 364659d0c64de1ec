/** What is shown in place of a contact that is not there, with a way on. */
import { useEffect } from "preact/hooks";
import type { ErrorDetail } from "../../../../shared/client/api-error.ts";
import { notify } from "../frame/notices.ts";
import { linkTo, open } from "../router.ts";
import { besideList } from "./beside-list.ts";
import { survivorOf } from "./person-words.ts";

export function MissingPerson({ details }: { details: readonly ErrorDetail[] }) {
  const survivor = survivorOf(details);
  useEffect(() => {
    if (survivor === undefined) return;
    notify({ text: "It was merged into this contact." });
    open(besideList(`/people/${survivor}`), { replace: true });
  }, [survivor]);
  return (
    <article class="page person">
      <h1>There is no such contact</h1>
      <p>
        It may have been deleted. For 30 days, the <a href={linkTo("/settings/trash")}>Trash</a> has what was deleted.
      </p>
      <p>
        <a href={linkTo(besideList("/people"))}>All people</a>
      </p>
    </article>
  );
}
