/** The operations of the photo routes. */

import type { Written } from "../../shared/account/store/account-write.ts";
import { contactTag, requireContact } from "../../shared/contact/answer/current.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { photoUploadKey } from "../../shared/import/store/import-keys.ts";
import { usualVariant } from "../../shared/picture/avatar-variants.ts";
import { maxPictureBytes, PictureError } from "../../shared/picture/measure-picture.ts";
import { isMadeOf } from "../../shared/picture/store-avatar.ts";
import { offerUpload } from "../../shared/platform/http/direct-upload.ts";
import { errorCatalogue } from "../../shared/platform/http/error-catalogue.ts";
import { AppError, invalid } from "../../shared/platform/http/errors.ts";
import type { UploadedFile } from "../../shared/platform/http/route/route.ts";
import { type ChangedContact, type ContactTarget, changeContact } from "./change-contact.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";
import { photoUploadField } from "./schemas.ts";

type PhotoRoutes = "uploadPhoto" | "preparePhotoUpload" | "deletePhoto";

export function photoOperations(parts: ContactParts): ContactOperations<PhotoRoutes> {
  const { store, importFiles, signUpload, avatarUrls, storeAvatar, removeAvatars, now, newId } = parts;

  /** `choose` returns the `photoVersion` that the contact is to show. */
  const show = async (target: ContactTarget, choose: (contact: ContactRecord) => string | null) => {
    const { result, txid } = await changeContact(parts, target, (before, context) => {
      const photoVersion = choose(before);
      const isSame = photoVersion === before.photoVersion;
      return [
        isSame ? before : { ...before, photoVersion, photoKeptUntil: null, updatedAt: context.now.toISOString() },
      ];
    });
    await removeAvatars(target.accountId, result.unshown);
    return { result, txid };
  };

  const answer = async ({ result, txid }: Written<ChangedContact>) => {
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
        throw invalid("body", "There are a file and an `uploadId`: send only one of them.");
      }
      const content = file ?? (await readUploaded(importFiles, accountId, body.fields.uploadId));
      const target = { accountId, id, ifMatch: headers["if-match"] };
      // The contact is read first, so that no picture is made for a contact that does not exist, or made twice.
      const contact = await requireContact(store, accountId, id);
      if (isMadeOf(contact.photoVersion, content)) return answer(await show(target, (before) => before.photoVersion));
      const stored = await storeAvatar(accountId, content).catch((error: unknown) => {
        throw error instanceof PictureError ? invalid(file ? "body.files.0" : "body.uploadId", error.message) : error;
      });
      const choose = ({ photoVersion }: ContactRecord) => (isMadeOf(photoVersion, content) ? photoVersion : stored);
      const written = await show(target, choose).catch(async (error: unknown) => {
        // A refusal wrote nothing. After a platform fault the write may have happened, and the hourly sweep finds out.
        if (error instanceof AppError && errorCatalogue[error.code].status < 500) {
          await removeAvatars(accountId, [stored]);
        }
        throw error;
      });
      // A parallel attempt of the same request stored its picture first.
      if (written.result.contact.photoVersion !== stored) await removeAvatars(accountId, [stored]);
      return answer(written);
    },

    async preparePhotoUpload({ caller: { accountId }, params: { id }, body: { size } }) {
      if (size > maxPictureBytes)
        throw new AppError("payload_too_large", { message: "A picture may have at most 5 MB." });
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

/** Undefined when there is no file: a form in which none was chosen sends a part without name and content. Throws 400. */
function onlyFile(parts: readonly UploadedFile[]): Uint8Array | undefined {
  const [file] = parts.filter(({ fileName, content }) => fileName !== "" || content.byteLength > 0);
  if (file?.content.byteLength === 0) throw invalid("body.files.0", "The file is empty.");
  return file?.content;
}

/** The picture that was uploaded to the storage within the last day. Throws 400. */
async function readUploaded(
  files: ContactParts["importFiles"],
  accountId: string,
  uploadId: string | undefined,
): Promise<Uint8Array> {
  if (uploadId === undefined) throw invalid("body", "There is no picture: send it as a part that has a file name.");
  const id = photoUploadField().safeParse(uploadId);
  const content = id.success
    ? await files.readIfThere(photoUploadKey(accountId, id.data.toLowerCase()), maxPictureBytes)
    : undefined;
  if (!content) throw invalid("body.uploadId", "No picture was uploaded under this id within the last day.");
  return content;
}
