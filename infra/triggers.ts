/** What starts the functions that nobody waits for, as data: the stack and the local host make their events of it. */
import { deletionPrefix } from "../shared/files/account-keys.ts";
import { uploadPrefix } from "../shared/files/import-keys.ts";

/** Every object that is created below the prefix of the bucket starts the function. */
export const bucketTriggers = {
  "import-parser": { bucket: "imports", prefix: uploadPrefix },
  "deletion-worker": { bucket: "accounts", prefix: deletionPrefix },
} as const;

export type BackgroundFunction = keyof typeof bucketTriggers;

export const backgroundFunctions = Object.keys(bucketTriggers) as BackgroundFunction[];

/** The one that the clock starts, too: it then looks for work that an earlier run left. */
export const scheduledFunction = "deletion-worker" satisfies BackgroundFunction;
