/** The deletion worker without its trigger: it has enough time, does not pause, and logs nothing. */
import { type DeletionWorkerParts, deleteSet } from "../../../functions/deletion-worker/operations.ts";
import type { AccountFiles } from "../../../shared/account/store/account-files.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { noPictures } from "./pictures.ts";

/** Deletes the set with this key. `remainingTime` returns the milliseconds that the worker has left. */
export function workOnSet(
  store: Store,
  files: AccountFiles,
  key: string,
  remainingTime: () => number = () => 900_000,
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  const { pictureFiles } = noPictures;
  const parts: DeletionWorkerParts = {
    store,
    files,
    pictureFiles,
    now: () => new Date(),
    pause,
    log: () => {},
  };
  return deleteSet(parts, key, { requestId: "r", remainingTime });
}
