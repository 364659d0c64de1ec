/** The operations of the map routes. */

import { getRecentAccountHead } from "../../shared/account/store/account.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { type Pins, readAddressPins, readContactPins } from "../../shared/map/store/pins.ts";
import type { AvatarUrl } from "../../shared/picture/store/avatar-urls.ts";
import { fitAnswer } from "../../shared/platform/http/answer/answer-size.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import type { ContactParts } from "./parts.ts";
import type { contactRoutes } from "./routes.ts";

type MapParts = Pick<ContactParts, "store" | "avatarUrls" | "now" | "retry">;
type MapRoutes = Pick<typeof contactRoutes, "getMapPins" | "getMapAddressPins">;

export function mapOperations(parts: MapParts): Operations<MapRoutes> {
  const { store, avatarUrls, now } = parts;
  return {
    async getMapPins({ caller: { accountId }, query }) {
      const head = await applyPendingWork(parts, accountId, getRecentAccountHead);
      const found = await readContactPins(store, accountId, query, query.limit);
      const avatarUrl = await avatarUrls(accountId, query, now());
      return { status: 200, txid: String(head.txid), body: pinsAnswer(found, avatarUrl) };
    },

    async getMapAddressPins({ caller: { accountId }, query }) {
      const head = await getRecentAccountHead(store, accountId);
      const found = await readAddressPins(store, accountId, query, query.limit);
      const avatarUrl = await avatarUrls(accountId, query, now());
      return { status: 200, txid: String(head.txid), body: pinsAnswer(found, avatarUrl) };
    },
  };
}

type PinAnswer<Pin> = Omit<Pin, "photoVersion"> & { avatar: string | null };

/** Formatted addresses may be long, so pins that exceed the size limit of an answer are cut off as well. */
function pinsAnswer<Pin extends { photoVersion: string | null }>(
  { pins, truncated }: Pins<Pin>,
  avatarUrl: AvatarUrl,
): { pins: PinAnswer<Pin>[]; truncated?: true } {
  const shown = fitAnswer(pins.map(({ photoVersion, ...pin }) => ({ ...pin, avatar: avatarUrl(photoVersion) })));
  return truncated || shown.length < pins.length ? { pins: shown, truncated: true } : { pins: shown };
}
