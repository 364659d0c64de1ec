/** What the map's routes do. */
import type { Operations } from "../../shared/http/route.ts";
import { getRecentAccountHead } from "../../shared/table/account.ts";
import { type Pins, readAddressPins, readContactPins } from "../../shared/table/pins.ts";
import type { Store } from "../../shared/table/store.ts";
import { fitAnswer } from "./answer-size.ts";
import type { contactRoutes } from "./routes.ts";

type MapRoutes = Pick<typeof contactRoutes, "getMapPins" | "getMapAddressPins">;

export function mapOperations(store: Store): Operations<MapRoutes> {
  return {
    async getMapPins({ caller: { accountId }, query: { limit, ...bounds } }) {
      const head = await getRecentAccountHead(store, accountId);
      const found = await readContactPins(store, accountId, bounds, limit);
      return { status: 200, txid: String(head.txid), body: answerOf(found) };
    },

    async getMapAddressPins({ caller: { accountId }, query: { limit, ...bounds } }) {
      const head = await getRecentAccountHead(store, accountId);
      const found = await readAddressPins(store, accountId, bounds, limit);
      return { status: 200, txid: String(head.txid), body: answerOf(found) };
    },
  };
}

type Shown<Pin> = Pin & { avatar: null };

/** Also cut where it would pass the size of an answer: formatted addresses may be long. */
function answerOf<Pin>({ pins, truncated }: Pins<Pin>): { pins: Shown<Pin>[]; truncated?: true } {
  const shown = fitAnswer(pins.map((pin) => ({ ...pin, avatar: null })));
  return truncated || shown.length < pins.length ? { pins: shown, truncated: true } : { pins: shown };
}
