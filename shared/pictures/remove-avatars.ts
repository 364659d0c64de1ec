/** Removes pictures that no contact shows any more: at once by whoever ended it, or later by a look for what was left behind. */
import type { PictureFiles } from "../files/picture-files.ts";
import { avatarKeys } from "../files/picture-keys.ts";
import { faultName, type Log } from "../log/request-log.ts";
import { mapInParallel } from "../table/parallel.ts";
import { listUnshownPictures, noteRemoved, type UnshownPicture } from "../table/picture.ts";
import type { Store } from "../table/store.ts";

export interface RemovalParts {
  store: Store;
  files: Pick<PictureFiles, "removePictures">;
  log: Log;
}

/** Never fails: what is not removed now is found by the next look. */
export type RemoveAvatars = (accountId: string, photoVersions: readonly string[]) => Promise<void>;

/** Milliseconds after which nobody is still storing a picture: a request has half a minute. */
const storingTime = 20 * 60_000;
/** Pictures of one round: 9 objects each, and S3 removes 1,000 at once. */
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

/** Removes what lies about, of all accounts, while there is time. Throws the first fault. */
export async function sweepAvatars(
  parts: RemovalParts & { now: () => Date },
  hasTime: () => boolean = () => true,
): Promise<void> {
  const latest = new Date(parts.now().getTime() - storingTime).toISOString();
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
    some.push(picture);
    if (some.length === picturesAtOnce) await removeSome();
  }
  await removeSome();
  if (removed > 0) parts.log({ level: "warn", event: "pictures.swept", pictures: removed });
}

/** The note goes last, so that a picture is forgotten only when it is gone. */
async function remove(
  { store, files }: RemovalParts,
  pictures: readonly Pick<UnshownPicture, "accountId" | "photoVersion">[],
): Promise<void> {
  for (let at = 0; at < pictures.length; at += picturesAtOnce) {
    const round = pictures.slice(at, at + picturesAtOnce);
    await files.removePictures(round.flatMap(({ accountId, photoVersion }) => avatarKeys(accountId, photoVersion)));
    await mapInParallel(round, parallelNotes, ({ accountId, photoVersion }) =>
      noteRemoved(store, accountId, photoVersion),
    );
  }
}
