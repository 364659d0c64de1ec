/** What is done with several people at once. */
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { type AskExport, makeExport, pauseExport } from "../settings/export-file.ts";
import { type ChosenPeople, choiceOf } from "./chosen-people.ts";
import { peopleText } from "./row-words.ts";

/** Moves people to the trash. More than 1,000 are deleted in the background. */
export async function deletePeople(chosen: ChosenPeople): Promise<void> {
  const choice = choiceOf(chosen);
  const begin = performance.now();
  const { body, status, headers } = await call("deleteContacts", choice);
  const people = peopleText(body.deletedCount);
  // The clock of the service answers whole seconds.
  const end = Date.parse(headers.get("date") ?? "");
  const deletedSince = new Date(end - (performance.now() - begin) - 1_000).toISOString();
  const undo = async () => void (await call("restoreContacts", choice.ids ? { ids: choice.ids } : { deletedSince }));
  notify({ text: status === 202 ? `${people} are being deleted in the background.` : `Deleted ${people}.`, undo });
}

/** Downloads people as a file. */
export async function exportPeople({ filter, ids }: ChosenPeople, format: "vcard" | "csv"): Promise<void> {
  const list = filter ?? { ids: [...ids] };
  const ask: AskExport = (id) => (id ? call("getContactExport", { id }) : call("exportContacts", { format, ...list }));
  for (const url of await makeExport(ask, pauseExport)) location.assign(url);
}
