/** Delivers events about created objects, as S3 does to a function ("Event message structure", Amazon S3 user guide). */
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { S3Event } from "aws-lambda";
import { readJsonFiles, writeWholeFile } from "../server/files.ts";
import type { CreatedObject } from "./request.ts";

export interface EventListener {
  /**
   * Called after the answer was sent, and after a restart for events that were not handled before. A listener that
   * throws is called again, twice. Every call about an event has the same request id, as Lambda does it for an
   * asynchronous invocation.
   */
  onObjectCreated?: (event: S3Event, requestId: string) => Promise<void>;
  /** Receives an event that could not be delivered, with the error of the last attempt. */
  onDeadLetter?: (event: S3Event, error: unknown) => void;
  /** Milliseconds before the second and the third attempt. */
  retryDelays?: readonly number[];
}

export interface EventDelivery {
  /** Stores the event until it is handled or given up. The function that it returns starts the delivery. */
  accept(created: CreatedObject): () => void;
  /** Delivers the events that an earlier run has left. */
  resume(): void;
  /** Resolves when no delivery is running. */
  idle(): Promise<void>;
  /** Starts no further attempt. Events that wait for one are delivered by the next run. */
  stop(): void;
}

const defaultRetryDelays = [500, 2000] as const;

/** Events are kept in `dataDir`, beside the objects. `now` in milliseconds. */
export function createEventDelivery(
  { onObjectCreated, onDeadLetter, retryDelays = defaultRetryDelays }: EventListener,
  dataDir: string,
  buckets: readonly string[],
  now: () => number,
): EventDelivery {
  const store = openEventStore(dataDir, buckets);
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  let sequence = 0;

  const attempt = async (event: S3Event): Promise<void> => {
    // The id is a part of the event: after a restart, the function may continue what it has reserved under this id.
    const id = event.Records[0]?.responseElements["x-amz-id-2"] ?? randomUUID();
    for (const delay of [...retryDelays, undefined]) {
      if (stopped.signal.aborted) return;
      try {
        await onObjectCreated?.(structuredClone(event), id);
        return store.remove(event);
      } catch (error) {
        if (delay === undefined) {
          onDeadLetter?.(event, error);
          store.remove(event);
        } else await pause(delay, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  };

  const deliver = (event: S3Event): void => {
    const task = attempt(event).finally(() => running.delete(task));
    running.add(task);
  };

  return {
    accept: (created) => {
      if (onObjectCreated === undefined) return () => undefined;
      sequence += 1;
      const event = objectCreatedEvent(created, now(), sequence);
      store.add(event);
      return () => deliver(event);
    },
    resume: () => {
      if (onObjectCreated !== undefined) for (const event of store.all()) deliver(event);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    stop: () => stopped.abort(),
  };
}

/** One file an event, so that events survive a restart, as the queue between S3 and a function does. */
function openEventStore(dataDir: string, buckets: readonly string[]) {
  const folderOf = (bucket = ""): string => join(dataDir, bucket, "events");
  // Sequencers grow, so the names of the files are in the order of the events.
  const fileOf = ({ Records: [record] }: S3Event): string =>
    join(folderOf(record?.s3.bucket.name), `${record?.s3.object.sequencer}.json`);
  for (const bucket of buckets) mkdirSync(folderOf(bucket), { recursive: true });
  return {
    add: (event: S3Event) => writeWholeFile(fileOf(event), JSON.stringify(event)),
    remove: (event: S3Event) => rmSync(fileOf(event), { force: true }),
    /** Oldest first. */
    all: () => buckets.flatMap((bucket) => readJsonFiles<S3Event>(folderOf(bucket))),
  };
}

/** A record of version 2.1. */
function objectCreatedEvent(
  { eventName, bucket, key, size, etag }: CreatedObject,
  now: number,
  sequence: number,
): S3Event {
  const hexadecimal = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");
  const sequencer = hexadecimal(now, 12) + hexadecimal(sequence, 6);
  return {
    Records: [
      {
        eventVersion: "2.1",
        eventSource: "aws:s3",
        awsRegion: "us-east-1",
        eventTime: new Date(now).toISOString(),
        eventName,
        userIdentity: { principalId: "AWS:LOCAL" },
        requestParameters: { sourceIPAddress: "127.0.0.1" },
        responseElements: { "x-amz-request-id": "LOCAL", "x-amz-id-2": randomUUID() },
        s3: {
          s3SchemaVersion: "1.0",
          configurationId: "local",
          bucket: { name: bucket, ownerIdentity: { principalId: "LOCAL" }, arn: `arn:aws:s3:::${bucket}` },
          object: { key: formEncode(key), size, eTag: etag, sequencer },
        },
      },
    ],
  };
}

/** Keys in events are form-encoded: a space is a plus. Slashes stay. */
function formEncode(key: string): string {
  return new URLSearchParams({ key }).toString().slice("key=".length).replaceAll("%2F", "/");
}
