/** The head of a person's page: picture, name, headline, and what can be done with the whole contact. */
import { useState } from "preact/hooks";
import type { InteractionType } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { makeChange } from "../history/run-undo.ts";
import { Dialog } from "../parts/dialog.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { interactionTypes, nameText } from "../parts/shared-words.ts";
import { base, open } from "../router.ts";
import { besideList } from "./beside-list.ts";
import type { PersonContact } from "./contact-patch.ts";
import { Disclosure } from "./disclosure.tsx";
import { EditForm } from "./edit-form.tsx";
import { InlineField } from "./inline-field.tsx";
import { type NamedPerson, PeoplePicker } from "./people-picker.tsx";
import { Photo, PhotoRemoval } from "./photo.tsx";
import type { PersonRead } from "./read-person.ts";
import { ShareForm } from "./share-form.tsx";

export function PersonHead({ person }: { person: PersonRead }) {
  const { contact } = person;
  const { firstName, middleName, lastName, nickname, position, organisation, location } = contact;
  const [isEdited, setEdited] = useState(false);
  const close = () => setEdited(false);
  const name = nameText(contact);
  const wholeName = middleName && [firstName, middleName, lastName].filter(Boolean).join(" ");
  // The navigation of a phone has a "More", too.
  const more = (
    <>
      More<span class="unseen"> about {name}</span>
    </>
  );
  const about = [wholeName, nickname && `“${nickname}”`, position, organisation, location];
  return (
    <header>
      <div class="person-head">
        <Photo contact={contact} />
        <div>
          <h1>{name}</h1>
          <InlineField label="Headline" field="headline" person={person} placeholder="Add a headline" />
          <p class="quiet">{about.filter(Boolean).join(" · ")}</p>
        </div>
      </div>
      <div class="actions">
        <button type="button" data-key="e" onClick={() => setEdited(true)}>
          Edit
        </button>
        <LogButton contact={contact} />
        {!contact.myself && (
          <button type="button" onClick={() => attempt(() => remove(contact))}>
            Delete
          </button>
        )}
        <Disclosure opener={more}>{() => <FurtherActions contact={contact} name={name} />}</Disclosure>
      </div>
      <Dialog title={`Edit ${name}`} isOpen={isEdited} onClose={close}>
        <EditForm person={person} close={close} />
      </Dialog>
    </header>
  );
}

function FurtherActions({ contact, name }: { contact: PersonContact; name: string }) {
  const { id, avatar } = contact;
  const [others, setOthers] = useState<readonly NamedPerson[]>([]);
  const compare = async () => {
    const [other] = others;
    if (other) open(`/duplicates?left=${id}&right=${other.id}`);
  };
  return (
    <>
      <a class="button" href={`${base}/contacts/${id}/vcard`} download={`${name}.vcf`}>
        Download vCard
      </a>
      <ShareForm contact={contact} />
      <FormDialog opener="Merge with…" title={`Merge ${name} with …`} action="Compare" send={compare}>
        <p>Both become one contact, after you have seen every difference.</p>
        <PeoplePicker label="Who" people={others} without={id} change={(all) => setOthers(all.slice(-1))} />
      </FormDialog>
      {avatar !== null && <PhotoRemoval id={id} name={name} />}
    </>
  );
}

/** The list of people is shown first, because the page of somebody who is gone would read in vain. */
async function remove(contact: PersonContact): Promise<void> {
  const { id } = contact;
  const back = () => open(besideList(`/people/${id}`));
  open(besideList("/people"));
  await call("deleteContact", { id }).catch((error: unknown) => {
    back();
    throw error;
  });
  const undo = async () => {
    await call("restoreContacts", { ids: [id] });
    back();
  };
  const link = { text: "Trash", path: "/settings/trash" };
  notify({ text: `Deleted ${nameText(contact)}.`, link, undo });
}

/** Notes that something happened with a person, in two clicks. */
function LogButton({ contact }: { contact: PersonContact }) {
  const log = (type: InteractionType) =>
    makeChange(
      `Logged: ${type} with ${nameText(contact)}.`,
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
