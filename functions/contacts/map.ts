/** What the map's routes do. */
import type { AvatarUrl } from "../../shared/files/avatar-urls.ts";
import type { Operations } from "../../shared/http/route.ts";
import { fitAnswer } from "../../shared/lists/answer-size.ts";
import { getRecentAccountHead } from "../../shared/table/account.ts";
import { type Pins, readAddressPins, readContactPins } from "../../shared/table/pins.ts";
import { settledHead } from "../../shared/table/settle.ts";
import type { ContactParts } from "./parts.ts";
import type { contactRoutes } from "./routes.ts";

type MapParts = Pick<ContactParts, "store" | "avatarUrls" | "now" | "retry">;
type MapRoutes = Pick<typeof contactRoutes, "getMapPins" | "getMapAddressPins">;

export function mapOperations(parts: MapParts): Operations<MapRoutes> {
  const { store, avatarUrls, now } = parts;
  return {
    async getMapPins({ caller: { accountId }, query }) {
      const head = await settledHead(parts, accountId, getRecentAccountHead);
      const found = await readContactPins(store, accountId, query, query.limit);
      const avatarUrl = await avatarUrls(accountId, query, now());
      return { status: 200, txid: String(head.txid), body: answerOf(found, avatarUrl) };
    },

    async getMapAddressPins({ caller: { accountId }, query }) {
      const head = await getRecentAccountHead(store, accountId);
      const found = await readAddressPins(store, accountId, query, query.limit);
      const avatarUrl = await avatarUrls(accountId, query, now());
      return { status: 200, txid: String(head.txid), body: answerOf(found, avatarUrl) };
    },
  };
}

type Shown<Pin> = Omit<Pin, "photoVersion"> & { avatar: string | null };

/** Also cut where it would pass the size of an answer: formatted addresses may be long. */
function answerOf<Pin extends { photoVersion: string | null }>(
  { pins, truncated }: Pins<Pin>,
  avatarUrl: AvatarUrl,
): { pins: Shown<Pin>[]; truncated?: true } {
  const shown = fitAnswer(pins.map(({ photoVersion, ...pin }) => ({ ...pin, avatar: avatarUrl(photoVersion) })));
  return truncated || shown.length < pins.length ? { pins: shown, truncated: true } : { pins: shown };
}
