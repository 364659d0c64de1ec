/** The stored documents of the search index: what a new process starts from. Their loss costs time and units only. */
import type { AccountFiles } from "../files/account-files.ts";
import { searchKey } from "../files/account-keys.ts";
import { faultName, type Log } from "../log/request-log.ts";
import { type AccountHead, getAccountHead } from "../table/account.ts";
import type { Store } from "../table/store.ts";
import { ContactIndex } from "./contact-index.ts";
import { type DecodedDocument, decodeDocument, encodeDocument, maxDocumentBytes } from "./document.ts";
import type { HeldIndex } from "./index-memory.ts";

export interface DocumentParts {
  store: Store;
  files: Pick<AccountFiles, "read" | "put">;
  log: Log;
}

export interface IndexDocuments {
  /** Undefined when there is none of use; why is logged when it is a fault. Never throws for the bucket's faults. */
  read: (head: AccountHead) => Promise<HeldIndex | undefined>;
  /**
   * Stores the index if what is stored is too old, or nothing is. Whether it did; never throws for the bucket's faults.
   */
  keep: (head: AccountHead, held: HeldIndex) => Promise<boolean>;
}

/**
 * Contacts up to which an account has no document: to read them costs some 8 units, which is what the log after a
 * document may cost.
 */
const fewContacts = 25;
/**
 * Bytes of the log after a document and of the entries that it does not tell: 6 read units and a few more, paid by every
 * new process. Above it the document is made anew.
 */
const maxUnstoredBytes = 24 * 1024;

export function createIndexDocuments({ store, files, log }: DocumentParts): IndexDocuments {
  return {
    async read(head) {
      if (head.contactCount <= fewContacts) return undefined;
      const { accountId } = head;
      const tell = (fault: string) => log({ level: "warn", event: "search.notRead", accountId, fault });
      let bytes: Uint8Array | undefined;
      try {
        bytes = await files.read(searchKey(store.tableName, accountId), maxDocumentBytes);
      } catch (fault) {
        return void tell(faultName(fault));
      }
      if (!bytes) return undefined;
      const document = decodeDocument(bytes, accountId);
      if (!document) return void tell("unreadable");
      if (!(await isOfThisTable(store, head, document))) return void tell("of another table");
      const { txid, entries, characters } = document;
      return { index: new ContactIndex(entries), txid, characters, unstoredBytes: 0, uncounted: 0 };
    },

    async keep({ accountId }, held) {
      const { index, txid, unstoredBytes } = held;
      if (index.size <= fewContacts || unstoredBytes <= maxUnstoredBytes) return false;
      // Also when it fails: the next attempt is due after as many changes, not with every request.
      held.unstoredBytes = 0;
      try {
        // Who stores later may have less: the log goes on from its stamp as well.
        await files.put(
          searchKey(store.tableName, accountId),
          encodeDocument({ accountId, txid, entries: index.entries() }),
        );
        return true;
      } catch (fault) {
        log({ level: "warn", event: "search.notStored", accountId, fault: faultName(fault) });
        return false;
      }
    },
  };
}

/**
 * A document that is later than the account is one of a table that is gone: this one was restored or begun anew. Unless
 * the head was only read too early.
 */
async function isOfThisTable(store: Store, head: AccountHead, { txid }: DecodedDocument): Promise<boolean> {
  return txid <= head.searchTxid || txid <= (await getAccountHead(store, head.accountId)).searchTxid;
}
