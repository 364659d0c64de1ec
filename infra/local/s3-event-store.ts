/**
 * Events that nobody has taken yet, in files beside the objects: they are there again after a restart, as the queue
 * between S3 and a function outlives both.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { S3Event } from "aws-lambda";

export interface EventStore {
  add(event: S3Event): void;
  /** An event that is not there is none to remove. */
  remove(event: S3Event): void;
  /** Those of an earlier run and of this one, oldest first. */
  all(): S3Event[];
}

/** Makes the folders if need be. */
export function openEventStore(dataDir: string, buckets: readonly string[]): EventStore {
  const folderOf = (bucket: string): string => join(dataDir, bucket, "events");
  const fileOf = ({ Records: [record] }: S3Event): string => {
    if (!record) throw new Error("an event without a record is about no bucket");
    // Sequencers grow, so the order of the names is that of the events.
    return join(folderOf(record.s3.bucket.name), `${record.s3.object.sequencer}.json`);
  };
  for (const bucket of buckets) mkdirSync(folderOf(bucket), { recursive: true });
  return {
    add: (event) => {
      const file = fileOf(event);
      // A process that is killed leaves the whole event or none.
      writeFileSync(`${file}.new`, JSON.stringify(event));
      renameSync(`${file}.new`, file);
    },
    remove: (event) => rmSync(fileOf(event), { force: true }),
    all: () =>
      buckets.flatMap((bucket) =>
        readdirSync(folderOf(bucket))
          .filter((name) => name.endsWith(".json"))
          .sort()
          .map((name): S3Event => JSON.parse(readFileSync(join(folderOf(bucket), name), "utf8"))),
      ),
  };
}
