/** The indexes that a process keeps: those that were used last, as many as there is room for. */
import type { ContactIndex } from "./contact-index.ts";

export interface HeldIndex {
  index: ContactIndex;
  /** Of the last write that it knows of. */
  txid: number;
  /** Of its entries as they are stored; those that were replaced may count still. */
  characters: number;
  /**
   * Bytes that were read for what came after the stored document, as far as is known here; infinite when there is none.
   */
  unstoredBytes: number;
  /** Contacts that the head counts too few: 0 unless something is wrong. */
  uncounted: number;
}

/** What an entry takes beside its characters, in characters. */
const entryOverhead = 200;
/** Four accounts of 50,000 contacts, which take some 30 MB each, or fewer whose contacts are very long. */
export const defaultRoom = 90_000_000;

/** What the smallest index takes once it was searched, in characters: without it small accounts would be free. */
const indexOverhead = 60_000;

export class IndexMemory {
  /** The one that was used longest ago comes first. */
  private readonly held = new Map<string, { index: HeldIndex; size: number }>();
  private readonly room: number;
  private readonly indexOverhead: number;
  private taken = 0;

  constructor(room: number, overhead = indexOverhead) {
    this.room = room;
    this.indexOverhead = overhead;
  }

  get(accountId: string): HeldIndex | undefined {
    const found = this.held.get(accountId);
    if (!found) return undefined;
    this.held.delete(accountId);
    this.held.set(accountId, found);
    return found.index;
  }

  /** Also tells that an index has grown. The last one is kept, however large it is. */
  put(accountId: string, index: HeldIndex): void {
    this.forget(accountId);
    const size = index.characters + index.index.size * entryOverhead + this.indexOverhead;
    this.held.set(accountId, { index, size });
    this.taken += size;
    for (const oldest of this.held.keys()) {
      if (this.taken <= this.room || this.held.size === 1) return;
      this.forget(oldest);
    }
  }

  forget(accountId: string): void {
    this.taken -= this.held.get(accountId)?.size ?? 0;
    this.held.delete(accountId);
  }
}
