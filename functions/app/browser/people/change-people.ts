/** What is done with several people at once. */
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { type AskExport, makeExport, pauseExport } from "../settings/export-file.ts";
import { type ChosenPeople, choiceOf } from "./chosen-people.ts";
import { peopleText } from "./row-words.ts";

/** Moves people to the trash. More than 1,000 are deleted in the background. */
export async function deletePeople(chosen: ChosenPeople): Promise<void> {
  const choice = choiceOf(chosen);
  const { body, status, headers } = await call("deleteContacts", choice);
  const people = peopleText(body.deletedCount);
  const undo = async () => {
    const restored = choice.ids ? { ids: choice.ids } : { deletedSince: await timeOf(headers) };
    await call("restoreContacts", restored);
  };
  notify({ text: status === 202 ? `${people} are being deleted, in the background.` : `Deleted ${people}.`, undo });
}

/** The moment of a deletion, by the clock of the service. */
async function timeOf(headers: Headers): Promise<string> {
  const { changes } = (await call("listActivity", { limit: 200 })).body;
  const change = changes.find(({ txid }) => txid === headers.get("x-txid"));
  return change?.at ?? new Date(headers.get("date") ?? "").toISOString();
}

/** Downloads people as a file. */
export async function exportPeople({ filter, ids }: ChosenPeople, format: "vcard" | "csv"): Promise<void> {
  const list = filter ?? { ids: [...ids] };
  const ask: AskExport = (id) => (id ? call("getContactExport", { id }) : call("exportContacts", { format, ...list }));
  for (const url of await makeExport(ask, pauseExport)) location.assign(url);
}
