/** Tells a listener about created objects, as S3 tells a function ("Event message structure", Amazon S3 user guide). */
import { randomUUID } from "node:crypto";
import type { S3Event } from "aws-lambda";
import type { CreatedObject } from "./s3-answer.ts";
import type { EventStore } from "./s3-event-store.ts";

export interface EventListener {
  /**
   * Called after the answer was sent, and after a restart for what was not taken before. One that throws is called
   * again, twice. Every call about an event has the same request id, as for an asynchronously invoked function.
   */
  onObjectCreated?: (event: S3Event, requestId: string) => Promise<void>;
  /** What could not be delivered, with the error of the last attempt. */
  onDeadLetter?: (event: S3Event, error: unknown) => void;
  /** Milliseconds before the second and the third attempt. */
  retryDelays?: readonly number[];
}

export interface EventDelivery {
  /** Keeps the event until it is taken or given up; what it gives back starts telling it. */
  accept(created: CreatedObject): () => void;
  /** Tells what an earlier run has left. */
  resume(): void;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
  /** Calls nobody any more; what waits for another attempt is told by the next run. */
  stop(): void;
}

const defaultRetryDelays = [500, 2000] as const;

/** `now` in milliseconds. */
export function createEventDelivery(listener: EventListener, store: EventStore, now: () => number): EventDelivery {
  const { onObjectCreated, onDeadLetter, retryDelays = defaultRetryDelays } = listener;
  const stopped = new AbortController();
  const underWay = new Set<Promise<void>>();
  let sequence = 0;

  const attempt = async (event: S3Event): Promise<void> => {
    const id = requestIdOf(event);
    for (const delay of [...retryDelays, undefined]) {
      // What waits in the store is told after the next start.
      if (stopped.signal.aborted) return;
      try {
        await onObjectCreated?.(structuredClone(event), id);
        return store.remove(event);
      } catch (error) {
        if (delay !== undefined) await pause(delay, stopped.signal);
        else giveUp(event, error);
      }
    }
  };

  const giveUp = (event: S3Event, error: unknown): void => {
    onDeadLetter?.(event, error);
    store.remove(event);
  };

  const tell = (event: S3Event): void => {
    const task = attempt(event).finally(() => underWay.delete(task));
    underWay.add(task);
  };

  return {
    accept: (created) => {
      if (onObjectCreated === undefined) return () => undefined;
      sequence += 1;
      const event = objectCreatedEvent(created, now(), sequence);
      store.add(event);
      return () => tell(event);
    },
    resume: () => {
      if (onObjectCreated !== undefined) for (const event of store.all()) tell(event);
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () => stopped.abort(),
  };
}

/**
 * A part of the event, so that it is kept with it: what an earlier run has claimed under this id, the next one may take
 * up again.
 */
function requestIdOf({ Records: [record] }: S3Event): string {
  return record?.responseElements["x-amz-id-2"] ?? randomUUID();
}

/** The record of version 2.1. Keys are form-encoded: a blank is a plus. */
function objectCreatedEvent(
  { eventName, bucket, key, size, etag }: CreatedObject,
  now: number,
  sequence: number,
): S3Event {
  const hexadecimal = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");
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
        responseElements: { "x-amz-request-id": requestId(), "x-amz-id-2": randomUUID() },
        s3: {
          s3SchemaVersion: "1.0",
          configurationId: "local",
          bucket: { name: bucket, ownerIdentity: { principalId: "LOCAL" }, arn: `arn:aws:s3:::${bucket}` },
          object: {
            key: formEncode(key),
            size,
            eTag: etag,
            sequencer: hexadecimal(now, 12) + hexadecimal(sequence, 6),
          },
        },
      },
    ],
  };
}

export function requestId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 16).toUpperCase();
}

/** As java.net.URLEncoder does it, slashes kept. */
function formEncode(key: string): string {
  const encoded = encodeURIComponent(key).replace(
    /[!'()~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll("%20", "+").replaceAll("%2F", "/");
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
