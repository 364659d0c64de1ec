/** Notes that something happened with a person, in two clicks. */
import type { InteractionType } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { interactionTypes, nameText } from "../parts/shared-words.ts";
import type { PersonContact } from "./contact-patch.ts";
import { Disclosure } from "./disclosure.tsx";
import { makeChange } from "./save-contact.ts";

export function LogButton({ contact }: { contact: PersonContact }) {
  const log = (type: InteractionType) =>
    makeChange(`Logged: ${type} with ${nameText(contact)}.`, () =>
      call("createInteraction", { type, participantIds: [contact.id] }),
    );
  return (
    <Disclosure opener="Log" letter="l">
      {(choose) =>
        interactionTypes.map((type) => (
          <button key={type} type="button" onClick={() => choose(() => log(type))}>
            {type}
          </button>
        ))
      }
    </Disclosure>
  );
}
