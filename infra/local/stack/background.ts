/** Starts the functions that work in the background, as the notifications and the schedule of the cloud do. */
import { randomUUID } from "node:crypto";
import type { S3Event } from "aws-lambda";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import {
  type BackgroundFunction,
  type BucketFunction,
  type BucketTrigger,
  bucketFunctions,
  bucketTriggers,
} from "../../cloud/triggers.ts";
import { faultText, invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import type { EventListener } from "../s3/events.ts";
import { bucketNames } from "./function-environment.ts";

/** Lambda's longest time limit. */
const timeoutMilliseconds = 15 * 60_000;

export interface BackgroundParts {
  /** Resolves when the functions are loaded, which happens after the services have started. */
  functionOf: (name: BackgroundFunction) => Promise<LocalFunction>;
  log: Log;
}

/** For the S3 emulator: an object that is created below a prefix starts the same function as in the cloud. */
export function bucketListener({ functionOf, log }: BackgroundParts): EventListener {
  return {
    onObjectCreated: async (event, requestId) => {
      const name = functionFor(event);
      if (name) await invokeFunction(await functionOf(name), event, { requestId, timeoutMilliseconds });
    },
    onDeadLetter: (event, error) => {
      const keys = event.Records.map(({ s3 }) => s3.object.key);
      log({
        level: "error",
        event: "function.deadLetter",
        function: functionFor(event),
        keys,
        fault: faultText(error),
      });
    },
  };
}

/** The emulator's events have one record each. */
function functionFor({ Records: [record] }: S3Event): BucketFunction | undefined {
  return bucketFunctions.find((name) => {
    const { bucket, prefix, suffix = "" }: BucketTrigger = bucketTriggers[name];
    if (record?.s3.bucket.name !== bucketNames[bucket]) return false;
    return record.s3.object.key.startsWith(prefix) && record.s3.object.key.endsWith(suffix);
  });
}

export interface Schedule {
  /** Starts no further run, and ignores the result of a run that has not ended. */
  stop: () => void;
}

/**
 * Starts the function now and after every interval, in milliseconds. It reads nothing of the event of EventBridge. The log
 * says when a run fails.
 */
export function startSchedule(target: LocalFunction, interval: number, log: Log): Schedule {
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      const call = { requestId: randomUUID(), timeoutMilliseconds };
      await invokeFunction(target, { source: "aws.events" }, call);
    } catch (error) {
      if (stopped) return;
      log({ level: "error", event: "function.scheduleFailed", function: target.name, fault: faultText(error) });
    }
  };
  const timer = setInterval(run, interval);
  void run();
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}
