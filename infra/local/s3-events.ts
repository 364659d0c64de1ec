/** Tells a listener about created objects, as S3 tells a function ("Event message structure", Amazon S3 user guide). */
import { randomUUID } from "node:crypto";
import type { S3Event } from "aws-lambda";
import type { CreatedObject } from "./s3-answer.ts";

export interface EventListener {
  /** Called after the answer was sent. One that throws is called again, twice, as an asynchronously invoked function is. */
  onObjectCreated?: (event: S3Event) => Promise<void>;
  /** What could not be delivered, with the error of the last attempt. */
  onDeadLetter?: (event: S3Event, error: unknown) => void;
  /** Milliseconds before the second and the third attempt. */
  retryDelays?: readonly number[];
}

export interface EventDelivery {
  deliver(created: CreatedObject): void;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
  /** Calls nobody any more; what waits for another attempt is dropped. */
  stop(): void;
}

const defaultRetryDelays = [500, 2000] as const;

export function createEventDelivery(listener: EventListener, now: () => number): EventDelivery {
  const { onObjectCreated, onDeadLetter, retryDelays = defaultRetryDelays } = listener;
  const stopped = new AbortController();
  const underWay = new Set<Promise<void>>();
  let sequence = 0;

  const attempt = async (event: S3Event): Promise<void> => {
    for (const delay of [...retryDelays, undefined]) {
      if (stopped.signal.aborted) return;
      try {
        return await onObjectCreated?.(structuredClone(event));
      } catch (error) {
        if (delay === undefined) onDeadLetter?.(event, error);
        else await pause(delay, stopped.signal);
      }
    }
  };

  return {
    deliver: (created) => {
      if (onObjectCreated === undefined) return;
      sequence += 1;
      const task = attempt(objectCreatedEvent(created, now(), sequence)).finally(() => underWay.delete(task));
      underWay.add(task);
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () => stopped.abort(),
  };
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
