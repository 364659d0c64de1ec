/** Adds a person: a name, and a number or an address if they are at hand. */
import { useRef } from "preact/hooks";
import { ApiError } from "../../../../shared/client/api-error.ts";
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { undoWrite } from "../history/run-undo.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { nameText } from "../parts/shared-words.ts";
import { besideList } from "../person/beside-list.ts";
import { address, open } from "../router.ts";

const fields = [
  { name: "firstName", label: "First name" },
  { name: "lastName", label: "Last name", isOptional: true },
  { name: "phones", label: "Phone", inputMode: "tel", isOptional: true },
  { name: "emails", label: "E-mail address", inputMode: "email", isOptional: true },
] as const;

export function AddPerson({ look }: { look?: "first" }) {
  /** The channels of which somebody is known. The second "Save" adds the person all the same. */
  const known = useRef("");
  const send = async (values: FormData) => {
    const [firstName = "", lastName = "", phone = "", email = ""] = fields.map(({ name }) =>
      String(values.get(name) ?? "").trim(),
    );
    const channels = JSON.stringify([phone, email]);
    if (known.current !== channels) {
      const person = await findKnown({ phone, email });
      known.current = channels;
      if (person) throw new ApiError({ code: "conflict", status: 409, message: knownText(nameText(person)) });
    }
    const answer = await call("createContact", {
      ...{ firstName, lastName },
      ...(phone && { phones: [{ type: "mobile", value: phone }] }),
      ...(email && { emails: [{ type: "home", value: email }] }),
    });
    const path = `/people/${answer.body.contact.id}`;
    open(besideList(path));
    notify({
      text: `Added ${nameText(answer.body.contact)}.`,
      undo: async () => {
        // The page of somebody who is gone would read in vain.
        if (address.value.path === path) open(besideList("/people"), { replace: true });
        return undoWrite(answer);
      },
    });
  };
  return <FormDialog opener="Add a person" action="Save" look={look} fields={fields} send={send} />;
}

function knownText(name: string): string {
  return `There is already ${name} with this number or address. Save again to add another person.`;
}

/** Somebody who has the number or the address. What is none is refused when it is saved. */
async function findKnown(channels: { phone: string; email: string }) {
  for (const [channel, value] of Object.entries(channels)) {
    if (value === "") continue;
    const { contacts } = (await call("findContactsByChannel", { [channel]: value })).body;
    if (contacts[0]) return contacts[0];
  }
  return undefined;
}
