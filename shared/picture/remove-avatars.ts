/** Removes pictures that no contact shows any more: after a write, or in a later sweep. */
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { faultName, type Log } from "../platform/log/request-log.ts";
import { avatarKeys } from "./avatar-variants.ts";
import type { PictureFiles } from "./store/picture-files.ts";
import { listUnshownPictures, noteRemoved, type UnshownPicture } from "./store/unshown-pictures.ts";

export interface RemovalParts {
  store: Store;
  files: Pick<PictureFiles, "removePictures">;
  log: Log;
}

/** Never rejects. The next sweep removes the pictures that are left. */
export type RemoveAvatars = (accountId: string, photoVersions: readonly string[]) => Promise<void>;

/** The milliseconds after which no request is still storing a picture. */
const storingTime = 20 * 60_000;
/** The number of pictures that a sweep removes before it looks at the time again. */
const picturesAtOnce = 100;
const parallelNotes = 10;

export function createAvatarRemoval(parts: RemovalParts): RemoveAvatars {
  return async (accountId, photoVersions) => {
    const pictures = photoVersions.map((photoVersion) => ({ accountId, photoVersion }));
    if (pictures.length === 0) return;
    await remove(parts, pictures).catch((fault: unknown) => {
      parts.log({
        level: "warn",
        event: "pictures.left",
        accountId,
        pictures: pictures.length,
        fault: faultName(fault),
      });
    });
  };
}

/** Removes unshown pictures of all accounts while there is time. Throws the first fault. */
export async function sweepAvatars(
  parts: RemovalParts & { now: () => Date },
  hasTime: () => boolean = () => true,
): Promise<void> {
  const now = parts.now();
  const latest = new Date(now.getTime() - storingTime).toISOString();
  let removed = 0;
  let some: UnshownPicture[] = [];
  const removeSome = async () => {
    await remove(parts, some);
    removed += some.length;
    some = [];
  };
  for await (const picture of listUnshownPictures(parts.store)) {
    if (!hasTime()) break;
    if (picture.storedAt !== null && picture.storedAt > latest) continue;
    if (picture.keptUntil !== null && picture.keptUntil > now.toISOString()) continue;
    some.push(picture);
    if (some.length === picturesAtOnce) await removeSome();
  }
  await removeSome();
  if (removed > 0) parts.log({ level: "warn", event: "pictures.swept", pictures: removed });
}

/** The item is deleted last, so that a picture whose removal fails is found again. */
async function remove(
  { store, files }: RemovalParts,
  pictures: readonly Pick<UnshownPicture, "accountId" | "photoVersion">[],
): Promise<void> {
  await files.removePictures(pictures.flatMap(({ accountId, photoVersion }) => avatarKeys(accountId, photoVersion)));
  await mapInParallel(pictures, parallelNotes, ({ accountId, photoVersion }) =>
    noteRemoved(store, accountId, photoVersion),
  );
}
