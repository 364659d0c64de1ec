/** Starts the functions that nobody waits for, as the stack's notifications and its schedule do. */
import { randomUUID } from "node:crypto";
import type { S3Event, ScheduledEvent } from "aws-lambda";
import type { Log } from "../../shared/log/request-log.ts";
import { type BackgroundFunction, type BucketFunction, bucketFunctions, bucketTriggers } from "../triggers.ts";
import { faultText } from "./fault-text.ts";
import { bucketNames } from "./function-environment.ts";
import { invokeFunction, type LocalFunction } from "./lambda-function.ts";
import type { EventListener } from "./s3-events.ts";

/** Milliseconds that they may take: Lambda's longest time limit. */
const timeoutMilliseconds = 15 * 60_000;

export interface BackgroundParts {
  /** Known once the functions are loaded, which need the addresses of the services before. */
  functionOf: (name: BackgroundFunction) => Promise<LocalFunction>;
  log: Log;
}

/** For the S3 emulator: every object that is created below a prefix starts the function that the stack would start. */
export function bucketListener({ functionOf, log }: BackgroundParts): EventListener {
  return {
    onObjectCreated: async (event, requestId) => {
      const name = startedBy(event);
      if (name) await invokeFunction(await functionOf(name), event, { requestId, timeoutMilliseconds });
    },
    onDeadLetter: (event, error) => {
      const keys = event.Records.map(({ s3 }) => s3.object.key);
      log({ level: "error", event: "function.deadLetter", function: startedBy(event), keys, fault: faultText(error) });
    },
  };
}

/** The emulator's events have one record each. */
function startedBy({ Records: [record] }: S3Event): BucketFunction | undefined {
  return bucketFunctions.find((name) => {
    const { bucket, prefix } = bucketTriggers[name];
    return record?.s3.bucket.name === bucketNames[bucket] && record.s3.object.key.startsWith(prefix);
  });
}

export interface Schedule {
  /** Calls the function no more; a run that is under way is nobody's from then on. */
  stop: () => void;
}

/**
 * Starts the function now and after every interval, in milliseconds, by an event of EventBridge. A run that fails is
 * told in the log.
 */
export function startSchedule(target: LocalFunction, interval: number, log: Log): Schedule {
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      const call = { requestId: randomUUID(), timeoutMilliseconds };
      await invokeFunction(target, scheduledEvent(target.name, new Date()), call);
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

/** "Scheduled Event" of the EventBridge user guide; its time has no milliseconds. */
function scheduledEvent(rule: string, now: Date): ScheduledEvent {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account: "000000000000",
    time: now.toISOString().replace(/\.\d+Z$/, "Z"),
    region: "us-east-1",
    resources: [`arn:aws:events:us-east-1:000000000000:rule/${rule}`],
    detail: {},
  };
}
