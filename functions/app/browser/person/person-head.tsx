/** The head of a person's page: picture, name, headline, and what can be done with the whole contact. */
import { useState } from "preact/hooks";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { Dialog } from "../parts/dialog.tsx";
import { nameText } from "../parts/shared-words.ts";
import { base, open } from "../router.ts";
import { besideList } from "./beside-list.ts";
import type { PersonContact } from "./contact-patch.ts";
import { EditForm } from "./edit-form.tsx";
import { InlineField } from "./inline-field.tsx";
import { LogMenu } from "./log-menu.tsx";
import { Menu } from "./menu.tsx";
import { PersonSearch } from "./person-search.tsx";
import { Photo, PhotoRemoval } from "./photo.tsx";
import type { PersonRead } from "./read-person.ts";
import { ShareForm } from "./share-form.tsx";

export function PersonHead({ person }: { person: PersonRead }) {
  const { contact } = person;
  const { id, myself, avatar, middleName, nickname, position, organisation, location } = contact;
  const [shown, setShown] = useState<"edit" | "share" | "merge" | "photo">();
  const close = () => setShown(undefined);
  const name = nameText(contact);
  const wholeName = [contact.firstName, middleName, contact.lastName].filter(Boolean).join(" ");
  const about = [middleName && wholeName, nickname && `“${nickname}”`, position, organisation, location];
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
        <button type="button" data-key="e" onClick={() => setShown("edit")}>
          Edit
        </button>
        <LogMenu contact={contact} />
        {!myself && (
          <button type="button" onClick={() => attempt(() => remove(contact))}>
            Delete
          </button>
        )}
        <Menu opener="More">
          <a href={`${base}/contacts/${id}/vcard`} download={`${name}.vcf`}>
            Download vCard
          </a>
          <button type="button" onClick={() => setShown("share")}>
            Share…
          </button>
          <button type="button" onClick={() => setShown("merge")}>
            Merge with…
          </button>
          {avatar !== null && (
            <button type="button" onClick={() => setShown("photo")}>
              Remove the photo
            </button>
          )}
        </Menu>
      </div>
      <Dialog title={`Edit ${name}`} isOpen={shown === "edit"} onClose={close}>
        <EditForm person={person} close={close} />
      </Dialog>
      <Dialog title={`Share ${name}`} isOpen={shown === "share"} onClose={close}>
        <ShareForm contact={contact} close={close} />
      </Dialog>
      <Dialog title={`Merge ${name} with …`} isOpen={shown === "merge"} onClose={close}>
        <p>Both become one contact, after you have seen every difference.</p>
        <PersonSearch label="Who" without={[id]} choose={(other) => open(`/duplicates?left=${id}&right=${other.id}`)} />
      </Dialog>
      <Dialog title={`Remove the photo of ${name}?`} isOpen={shown === "photo"} onClose={close}>
        <PhotoRemoval contact={contact} close={close} />
      </Dialog>
    </header>
  );
}

/** The list of people is shown in place of the contact, until that is restored. */
async function remove(contact: PersonContact): Promise<void> {
  const { id } = contact;
  await call("deleteContact", { id });
  open(besideList("/people"));
  const undo = async () => {
    await call("restoreContacts", { ids: [id] });
    open(besideList(`/people/${id}`));
  };
  const link = { text: "Trash", path: "/settings/trash" };
  notify({ text: `Deleted ${nameText(contact)}.`, link, undo });
}
