/** The pairs of accounts in memory, brought up to date with the search index. */
import { AccountMemory } from "../../../shared/account/account-memory.ts";
import type { AccountHead } from "../../../shared/account/store/account.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { ContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { PairIndex } from "./pair-index.ts";

export interface RecommendedPairs {
  /** The pairs after every write up to the head, and maybe after later ones. Callers must use it before they await. */
  load: (head: AccountHead) => Promise<PairIndex>;
}

interface Held {
  pairs: PairIndex;
  /** The `txid` of the search index that the pairs include. */
  searchTxid: number;
  /** The account's own contact, which is not in the search index. */
  own: { version: number; entry: SearchEntry } | undefined;
}

/** Contacts in memory: four accounts of 50,000, about 30 MB each besides the search index. */
const room = 200_000;

export function createRecommendedPairs({
  store,
  indexes,
}: {
  store: Store;
  indexes: ContactIndexes;
}): RecommendedPairs {
  const memory = new AccountMemory<Held>(room, ({ pairs }) => pairs.size);
  return {
    async load(head) {
      const { accountId, searchTxid } = head;
      const own = await getContact(store, accountId, accountId);
      const isCurrent = (held: Held) => held.searchTxid >= searchTxid && held.own?.version === own?.version;
      const held = await memory.load(accountId, isCurrent, async () => {
        const index = await indexes.load(head);
        const before = memory.get(accountId) ?? { pairs: new PairIndex(accountId), searchTxid, own: undefined };
        const isSame = before.own?.version === own?.version;
        const ownEntry = isSame ? before.own : own && { version: own.version, entry: searchEntryOf(own) };
        // If it fails in the middle, the pairs must not be used again.
        memory.forget(accountId);
        before.pairs.update([...index.entries(), ...(ownEntry ? [ownEntry.entry] : [])]);
        const after = { pairs: before.pairs, searchTxid, own: ownEntry };
        memory.keep(accountId, after);
        return after;
      });
      return held.pairs;
    },
  };
}
