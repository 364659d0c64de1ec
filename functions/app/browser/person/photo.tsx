/** The picture of a person, which is replaced by choosing or dropping a file. */
import { useState } from "preact/hooks";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { undoWrite } from "../history/run-undo.ts";
import { Avatar } from "../parts/avatar.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { nameText } from "../parts/shared-words.ts";
import type { PersonContact } from "./contact-patch.ts";

export function Photo({ contact }: { contact: PersonContact }) {
  const [isBusy, setBusy] = useState(false);
  const send = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    setBusy(true);
    await attempt(async () => {
      const picture = await smallEnough(file);
      const answer = await call("uploadPhoto", { id: contact.id, file: picture });
      // The service keeps no picture that is replaced.
      const undo = contact.avatar === null ? () => undoWrite(answer) : undefined;
      notify({ text: `${nameText(contact)} has a new photo.`, undo });
    });
    setBusy(false);
    // The same file can be chosen again.
    input.value = "";
  };
  return (
    <div class="photo" aria-busy={isBusy}>
      <Avatar person={contact} isLarge />
      {/* The browser takes a file that is dropped on it. */}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label={contact.avatar === null ? "Add a photo" : "Change the photo"}
        onChange={({ currentTarget }) => send(currentTarget)}
      />
    </div>
  );
}

/** Asks before the photo is removed, because the service keeps none that it could bring back. */
export function PhotoRemoval({ id, name }: { id: string; name: string }) {
  const send = async () => {
    await call("deletePhoto", { id });
    notify({ text: `The photo of ${name} is removed.` });
  };
  const field = { name: "confirm", label: "Type remove to confirm", pattern: "[Rr]emove" };
  return (
    <FormDialog opener="Remove the photo" action="Remove" look="danger" fields={[field]} send={send}>
      <p>It is deleted for good.</p>
    </FormDialog>
  );
}

/** The bytes that a request can have, and the pixels of the largest picture that is shown. */
const [mostBytes, largestSide] = [4_000_000, 1_024];

/** Cameras make larger files than a request can have, and the service makes smaller ones of them anyway. */
async function smallEnough(file: File): Promise<Blob> {
  if (file.size < mostBytes) return file;
  const image = await createImageBitmap(file).catch(() => undefined);
  // The service says what is wrong with it.
  if (!image) return file;
  const scale = Math.min(1, largestSide / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}
