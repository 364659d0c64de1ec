/** What the photo routes do. */

import { type Current, contactTag, requireContact, requireVersion } from "../../shared/contact/current.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { photoUploadKey } from "../../shared/files/import-keys.ts";
import { AppError, errorCatalogue, invalid } from "../../shared/http/errors.ts";
import { offerUpload } from "../../shared/http/offer-upload.ts";
import type { Operations, UploadedFile } from "../../shared/http/route.ts";
import { usualVariant } from "../../shared/pictures/avatar-variants.ts";
import { maxPictureBytes } from "../../shared/pictures/measure-picture.ts";
import { PictureError } from "../../shared/pictures/picture-error.ts";
import { isMadeOf } from "../../shared/pictures/store-avatar.ts";
import { type WritePlan, writeAccount } from "../../shared/table/account-write.ts";
import { planContacts } from "../../shared/table/contact-write.ts";
import { picturesLeft } from "../../shared/table/picture.ts";
import type { ContactParts } from "./parts.ts";
import type { contactRoutes } from "./routes.ts";
import { photoUploadField } from "./schemas.ts";

type PhotoRoutes = Pick<typeof contactRoutes, "uploadPhoto" | "preparePhotoUpload" | "deletePhoto">;

/** A contact after the write, and the pictures that it showed before. */
interface Shown extends Current {
  left: string[];
}

interface Target {
  accountId: string;
  id: string;
  ifMatch: string | undefined;
}

export function photoOperations(parts: ContactParts): Operations<PhotoRoutes> {
  const { store, importFiles, signUpload, avatarUrls, storeAvatar, removeAvatars, now, newId, retry } = parts;

  /** `choose` gives the version that a contact shall show. */
  const show = async (target: Target, choose: (contact: ContactRecord) => string | null) => {
    const { accountId, id, ifMatch } = target;
    const { result, txid } = await writeAccount(
      store,
      accountId,
      async (head, version): Promise<WritePlan<Shown>> => {
        const before = await requireContact(store, accountId, id);
        const time = now();
        const { timezone, language, leapDay } = head;
        const about = { head: { timezone, language, leapDay }, time };
        requireVersion(ifMatch, { contact: before, ...about });
        const photoVersion = choose(before);
        if (photoVersion === before.photoVersion) {
          return { actions: [], head, result: { contact: before, ...about, left: [] } };
        }
        const contact = { ...before, photoVersion, updatedAt: time.toISOString(), version };
        const changes = [{ before, after: contact }];
        const planned = planContacts(store, head, changes, { txid: version, now: time });
        return { ...planned, result: { contact, ...about, left: picturesLeft(changes) } };
      },
      retry,
    );
    await removeAvatars(accountId, result.left);
    return { result, txid };
  };

  const answer = async ({ result, txid }: { result: Shown; txid: string }) => {
    const { accountId, photoVersion } = result.contact;
    const avatarUrl = await avatarUrls(accountId, usualVariant, now());
    const headers = { etag: contactTag(result) };
    return {
      status: 200 as const,
      txid,
      headers,
      body: { success: true as const, avatarUrl: avatarUrl(photoVersion) },
    };
  };

  return {
    async uploadPhoto({ caller: { accountId }, params: { id }, body, headers }) {
      const file = onlyFile(body.files);
      if (file && body.fields.uploadId) {
        throw invalid("body", "There are a file and an `uploadId`: send one of them, for one picture.");
      }
      const content = file ?? (await uploadedBefore(importFiles, accountId, body.fields.uploadId));
      const target = { accountId, id, ifMatch: headers["if-match"] };
      // Before any work: nobody's picture is made for a contact that is not there, or made twice.
      const contact = await requireContact(store, accountId, id);
      if (isMadeOf(contact.photoVersion, content)) return answer(await show(target, (before) => before.photoVersion));
      const stored = await storeAvatar(accountId, content).catch((error: unknown) => {
        throw error instanceof PictureError ? invalid(file ? "body.files.0" : "body.uploadId", error.message) : error;
      });
      const choose = ({ photoVersion }: ContactRecord) => (isMadeOf(photoVersion, content) ? photoVersion : stored);
      const written = await show(target, choose).catch(async (error: unknown) => {
        // Refused, so nothing was written; after a fault of the platform nobody knows, and a later look finds out.
        if (error instanceof AppError && errorCatalogue[error.code].status < 500) {
          await removeAvatars(accountId, [stored]);
        }
        throw error;
      });
      // Another attempt at the same request was quicker.
      if (written.result.contact.photoVersion !== stored) await removeAvatars(accountId, [stored]);
      return answer(written);
    },

    async preparePhotoUpload({ caller: { accountId }, params: { id }, body: { size } }) {
      if (size > maxPictureBytes) throw new AppError("payload_too_large", { message: "A picture may have 5 MB." });
      await requireContact(store, accountId, id);
      const uploadId = newId();
      const upload = await offerUpload(signUpload, photoUploadKey(accountId, uploadId), size, now());
      return { status: 201, body: { uploadId, upload } };
    },

    async deletePhoto({ caller: { accountId }, params: { id }, headers }) {
      return answer(await show({ accountId, id, ifMatch: headers["if-match"] }, () => null));
    },
  };
}

/** Undefined without a file: a form without a chosen one sends a part without name and content. Throws 400. */
function onlyFile(parts: readonly UploadedFile[]): Uint8Array | undefined {
  const [file] = parts.filter(({ fileName, content }) => fileName !== "" || content.byteLength > 0);
  if (file?.content.byteLength === 0) throw invalid("body.files.0", "The file is empty.");
  return file?.content;
}

/** What was brought to the storage lately. Throws 400. */
async function uploadedBefore(
  files: ContactParts["importFiles"],
  accountId: string,
  uploadId: string | undefined,
): Promise<Uint8Array> {
  if (uploadId === undefined) throw invalid("body", "There is no picture: send it as a part that has a file name.");
  const id = photoUploadField.safeParse(uploadId);
  const content = id.success
    ? await files.readIfThere(photoUploadKey(accountId, id.data.toLowerCase()), maxPictureBytes)
    : undefined;
  if (!content) throw invalid("body.uploadId", "No picture has come to the storage under this id within the last day.");
  return content;
}
