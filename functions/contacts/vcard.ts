/** The operation of the vCard route. */

import { requireContact } from "../../shared/contact/answer/current.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { entityTag, noneMatches } from "../../shared/platform/http/answer/etag.ts";
import { cardFileName } from "../../shared/vcard/card-file-name.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";
import { groupLabelsOf } from "./labels.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";

export function vcardOperations(parts: ContactParts): ContactOperations<"getContactVcard"> {
  const { store, readAvatar } = parts;
  return {
    async getContactVcard({ caller: { accountId }, params: { id }, query: { version }, headers }) {
      const head = await applyPendingWork(parts, accountId);
      const contact = await requireContact(store, accountId, id);
      const groupLabels = await groupLabelsOf(store, head, id);
      const etag = entityTag(contact.version, ["vcard", version, ...groupLabels]);
      const txid = String(head.txid);
      const common = { etag, "cache-control": "private, no-cache" };
      if (!noneMatches(headers["if-none-match"], etag)) return { status: 304, txid, headers: common };
      const bytes = contact.photoVersion === null ? undefined : await readAvatar(accountId, contact.photoVersion);
      const photo = bytes && ({ mediaType: "image/jpeg", bytes } as const);
      const disposition = { "content-disposition": `attachment; filename*=UTF-8''${encodedName(contact)}` };
      return {
        status: 200,
        txid,
        headers: { ...common, ...disposition },
        body: writeCard(contact, version, { photo, groupLabels }),
      };
    },
  };
}

/** The file name as the extended value of a header (RFC 6266, section 4.3; RFC 8187, section 3.2). */
function encodedName(contact: ContactRecord): string {
  return encodeURIComponent(cardFileName(contact)).replace(/['()*]/g, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
