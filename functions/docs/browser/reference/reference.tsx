/** The docs page: the list of operations, and the one that the fragment of the address names. */
import { render } from "preact";
import type { OperationIndex } from "../../openapi/operation-index.ts";
import { type Part, readPart } from "./described.ts";
import { OperationList } from "./operation-list.tsx";
import { OperationView } from "./operation-view.tsx";

const [list, introduction, view] = ["operations", "introduction", "operation"].map((id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}) as [HTMLElement, HTMLElement, HTMLElement];
const api = list.dataset.api ?? "";
const pageTitle = document.title;

addEventListener("hashchange", () => show(true));
addEventListener("keydown", (event) => {
  const filter = document.getElementById("filter");
  const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  filter?.focus();
});
show(false);

/** `isMove`: the reader followed a link, so the focus moves to what it led to. */
async function show(isMove: boolean): Promise<void> {
  const { hash } = location;
  try {
    const index = await readPart<OperationIndex>(`${api}/docs/operations/index.json`);
    // An earlier page had addresses such as `#/Contacts/listContacts`.
    const current = hash.split(/[#/]/).at(-1);
    const group = index.groups.find(({ operations }) => operations.some(({ id }) => id === current));
    const entry = group?.operations.find(({ id }) => id === current);
    render(<OperationList index={index} current={entry?.id} />, list);
    const part = group && (await readPart<Part>(`${api}/docs/operations/${group.name}.json`));
    // Somebody has gone on meanwhile.
    if (hash !== location.hash) return;
    document.title = entry ? `${entry.summary} - ${pageTitle}` : pageTitle;
    introduction.hidden = entry !== undefined;
    render(group && entry && part ? <OperationView {...{ group, entry, part, api }} /> : null, view);
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (!isMove) return;
    scrollTo(0, 0);
    document.getElementById("operation-heading")?.focus();
  } catch (error) {
    render(
      <p role="alert" class="fault">
        The description could not be loaded. {String(error)} <a href={location.pathname}>Try again</a>
      </p>,
      view,
    );
  }
}
