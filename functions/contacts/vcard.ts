/** What the vCard route does. */
import type { ContactRecord } from "../../shared/contact/record.ts";
import { entityTag, noneMatches } from "../../shared/http/etag.ts";
import type { Operations } from "../../shared/http/route.ts";
import { getRecentAccountHead } from "../../shared/table/account.ts";
import { cutToUnits } from "../../shared/text/cut.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";
import { requireContact } from "./current.ts";
import type { ContactParts } from "./parts.ts";
import type { contactRoutes } from "./routes.ts";

type VcardRoutes = Pick<typeof contactRoutes, "getContactVcard">;

export function vcardOperations({
  store,
  readAvatar,
}: Pick<ContactParts, "store" | "readAvatar">): Operations<VcardRoutes> {
  return {
    async getContactVcard({ caller: { accountId }, params: { id }, query: { version }, headers }) {
      const head = await getRecentAccountHead(store, accountId);
      const contact = await requireContact(store, accountId, id);
      const etag = entityTag(contact.version, ["vcard", version]);
      // A recent head may lag behind the contact, which was read consistently after it.
      const txid = String(Math.max(head.txid, contact.version));
      const common = { etag, "cache-control": "private, no-cache" };
      if (!noneMatches(headers["if-none-match"], etag)) return { status: 304, txid, headers: common };
      const bytes = contact.photoVersion === null ? undefined : await readAvatar(accountId, contact.photoVersion);
      const photo = bytes && ({ mediaType: "image/jpeg", bytes } as const);
      const disposition = { "content-disposition": `attachment; filename*=UTF-8''${encodedName(contact)}` };
      return { status: 200, txid, headers: { ...common, ...disposition }, body: writeCard(contact, version, photo) };
    },
  };
}

/** A file name that every system takes, as an extended value of a header (RFC 6266, section 4.3; RFC 8187, section 3.2). */
function encodedName({ firstName, lastName }: ContactRecord): string {
  const safe = `${firstName} ${lastName}`
    .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "");
  const name = cutToUnits(safe, longestName).replace(/[. ]+$/, "") || "contact";
  return encodeURIComponent(`${name}.vcf`).replace(/['()*]/g, percentEncoded);
}

/** UTF-16 code units; file systems take some 255 bytes. */
const longestName = 60;

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
