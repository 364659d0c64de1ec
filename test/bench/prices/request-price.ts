/** What a request costs: the gateway, the executions of the authorizer and of a function, units, logs and transfer. */
import { type FunctionName, functionDeclarations } from "../../../infra/cloud/functions.ts";
import type { Figures } from "../figures.ts";
import { listPrices } from "./list-prices.ts";

export interface PricedRequest {
  name: string;
  function: FunctionName;
  /** Means of the operation, without authorizer and rate counter. */
  figures: Pick<Figures, "readUnits" | "writeUnits" | "roundTrips" | "storageReads" | "storageWrites" | "answerBytes">;
  /** Milliseconds on a whole processor. */
  processorTime?: number;
  mails?: number;
}

/** Dollars. */
interface RequestPrice {
  gateway: number;
  authorizer: number;
  function: number;
  /** Units of the table, the rate counter, storage and mails. */
  data: number;
  logs: number;
  transfer: number;
}

/** What can't be measured without AWS, or differs between machines. */
export const assumptions = {
  /** Milliseconds of a warm request on a whole processor. On a laptop it takes 6 to 11, with the time of the emulator. */
  processorTime: 10,
  authorizerProcessorTime: 3,
  /** Milliseconds of a call of DynamoDB or S3. */
  call: 5,
  /** The share of an answer's bytes that are left after compression: 16 % of a page of 50 contacts. */
  compressed: 0.2,
  /** Bytes of the request's line with its metrics (470), and of the line in the gateway's access log. */
  logLines: 470 + 400,
  /** Bytes that Lambda writes about an execution, by its lines START, END and REPORT. */
  executionLines: 400,
} as const;

/** The share of a processor that a megabyte of memory includes ("Configure Lambda function memory", AWS Lambda). */
export const processorPerMegabyte = 1 / 1769;

function priceOfExecution(name: FunctionName, processorTime: number, calls: number): number {
  const { memory } = functionDeclarations[name];
  const milliseconds = processorTime / Math.min(1, memory * processorPerMegabyte) + calls * assumptions.call;
  return listPrices.execution + (memory / 1024) * (milliseconds / 1000) * listPrices.gigabyteSecond;
}

/** What the counter of an account's requests costs: one write, and the wait for it. */
export function priceOfCounter(name: FunctionName): number {
  return listPrices.writeUnit + priceOfExecution(name, 0, 1) - listPrices.execution;
}

/** What authorizing a request costs: an execution, one read of a key or an account, and the lines that Lambda writes. */
export function priceOfAuthorizer(): number {
  const execution = priceOfExecution("authorizer", assumptions.authorizerProcessorTime, 1);
  return execution + listPrices.readUnit + gigabytes(assumptions.executionLines) * listPrices.logGigabyte;
}

export function priceOfRequest(request: PricedRequest): RequestPrice {
  const { figures, processorTime = assumptions.processorTime, mails = 0 } = request;
  const { readUnits, writeUnits, storageReads, storageWrites } = figures;
  return {
    gateway: listPrices.gatewayCall,
    authorizer: priceOfAuthorizer(),
    // The rate counter is one more call, and one more write.
    function: priceOfExecution(request.function, processorTime, figures.roundTrips + storageReads + storageWrites + 1),
    data:
      readUnits * listPrices.readUnit +
      (writeUnits + 1) * listPrices.writeUnit +
      storageReads * listPrices.storageRead +
      storageWrites * listPrices.storageWrite +
      mails * listPrices.mail,
    logs: gigabytes(assumptions.logLines + assumptions.executionLines) * listPrices.logGigabyte,
    transfer: gigabytes(figures.answerBytes * assumptions.compressed) * listPrices.transferGigabyte,
  };
}

export function sumOf(price: RequestPrice): number {
  return Object.values(price).reduce((sum: number, part: number) => sum + part, 0);
}

function gigabytes(bytes: number): number {
  return bytes / 1e9;
}
