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
import { pauseUntil } from "../server/poller.ts";
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
 * Starts the functions now and after every interval, in milliseconds. They run one after the other, so that one thread is enough
 * for those that have nothing to do. One that has much to do delays the next one by `turnMilliseconds`. They read nothing of the event of
 * EventBridge. The log says when a run fails.
 */
export function startSchedule(
  targets: readonly LocalFunction[],
  interval: number,
  log: Log,
  turnMilliseconds = 2_000,
): Schedule {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (target: LocalFunction): Promise<void> => {
    try {
      const call = { requestId: randomUUID(), timeoutMilliseconds };
      await invokeFunction(target, { source: "aws.events" }, call);
    } catch (error) {
      if (signal.aborted) return;
      log({ level: "error", event: "function.scheduleFailed", function: target.name, fault: faultText(error) });
    }
  };
  const runAll = async (): Promise<void> => {
    for (const target of targets) {
      if (!signal.aborted) await Promise.race([run(target), pauseUntil(signal, turnMilliseconds)]);
    }
  };
  const timer = setInterval(runAll, interval);
  void runAll();
  return {
    stop: () => {
      stopped.abort();
      clearInterval(timer);
    },
  };
}
