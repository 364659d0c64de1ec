/** Reads the outbox of an account for one run, and adds the events to which a webhook subscribes to its open events. */

import type { EventType } from "../../shared/account/events.ts";
import { type OutboxItem, readOutbox } from "../../shared/account/store/outbox.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { DeliveryState, OpenEvent } from "../../shared/webhook/store/delivery-state.ts";

/** The outbox is only read while fewer events are open, so that the state stays small. An item adds up to 1,100, in 200 KB. */
export const maxOpen = 100;

/** Items in one read. */
const pageItems = 25;

export interface OutboxReader {
  /** The state with the next events and the cursor behind them. */
  fill: (state: DeliveryState, types: readonly EventType[]) => Promise<DeliveryState>;
  /** Whether the outbox may have events behind the cursor. */
  hasMore: () => boolean;
  /** Must be called when there may be new events since the outbox was read to its end. */
  readAgain: () => void;
}

export function createOutboxReader(store: Store, accountId: string): OutboxReader {
  let ahead: OutboxItem[] = [];
  let isRead = false;
  return {
    async fill(state, types) {
      let { cursor } = state;
      const open = [...state.open];
      while (open.length < maxOpen) {
        const item = ahead.shift();
        if (item) {
          if (item.txid <= cursor) continue;
          open.push(...openEvents(item, types));
          cursor = item.txid;
        } else if (isRead) {
          break;
        } else {
          ahead = await readOutbox(store, accountId, cursor, pageItems);
          isRead = ahead.length < pageItems;
        }
      }
      return { ...state, open, cursor };
    },
    hasMore: () => ahead.length > 0 || !isRead,
    readAgain: () => {
      isRead = false;
    },
  };
}

function openEvents({ txid, at, events }: OutboxItem, types: readonly EventType[]): OpenEvent[] {
  return events.flatMap((event, index) =>
    types.includes(event.type)
      ? [{ txid, index, at, event, attempts: 0, attemptedAt: 0, dueAt: 0, failsAlone: false }]
      : [],
  );
}
