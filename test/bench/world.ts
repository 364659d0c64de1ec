/** One account, the processes of the service that work on it, and the measuring of an access. */
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { costOf, Meter, noCost, sumCosts, type Units } from "../support/capacity/meter.ts";
import { contactCalls } from "../support/contact/contact-calls.ts";
import { recommendationCalls } from "../support/recommendation/recommendation-calls.ts";
import { type BenchAccount, benchTime, createIds, findPlace } from "./account.ts";
import type { Figures } from "./figures.ts";
import { type Ground, meteredGround } from "./ground.ts";

export interface World {
  account: BenchAccount;
  /** The ground without a meter. */
  bare: Ground;
  /** The same ground, whose calls the meter counts. */
  counted: Ground;
  meter: Meter;
  /** Starts a copy of the contacts function, whose memory is empty. */
  startProcess: (ground: Ground) => BenchProcess;
  /** Starts a copy of the function of merge recommendations, whose memory is empty. */
  startRecommendations: () => Recommendations;
  /** Milliseconds of accesses that compute much, by access. */
  times: Record<string, number>;
}

export function createWorld(bare: Ground, account: BenchAccount): World {
  const meter = new Meter();
  const counted = meteredGround(meter, bare);
  const newId = createIds(`processes of ${account.accountId}`, benchTime);
  const { accountId } = account;
  const indexes = () => createContactIndexes({ ...counted, ...benchClock });
  return {
    ...{ account, bare, counted, meter, times: {} },
    startProcess: (ground) => startProcess(ground, accountId, newId),
    startRecommendations: () => recommendationCalls(counted.store, accountId, { indexes: indexes(), ...benchClock }),
  };
}

export interface Access<Answer> {
  runs: number;
  /** Prepares a run and returns its work. Only the work is counted. */
  prepare: (run: number) => Promise<() => Promise<Answer>>;
  floorOf: (answer: Answer, run: number) => Promise<Units> | Units;
}

/** The means of the runs. */
export async function measure<Answer>({ meter }: World, access: Access<Answer>): Promise<Figures> {
  let total = { cost: noCost, answerBytes: 0, floor: noCost };
  for (let run = 0; run < access.runs; run++) {
    const work = await access.prepare(run);
    meter.cost = noCost;
    const answer = await work();
    total = {
      cost: sumCosts(total.cost, meter.cost),
      answerBytes: total.answerBytes + bytesOf(answer),
      floor: sumCosts(total.floor, await access.floorOf(answer, run)),
    };
  }
  const mean = (value: number) => Math.round((value / access.runs) * 100) / 100;
  return {
    ...costOf((name) => mean(total.cost[name])),
    answerBytes: Math.round(total.answerBytes / access.runs),
    floor: { readUnits: mean(total.floor.readUnits), writeUnits: mean(total.floor.writeUnits) },
  };
}

function bytesOf(answer: unknown): number {
  const body = typeof answer === "object" && answer !== null && "body" in answer ? answer.body : answer;
  return Buffer.byteLength(JSON.stringify(body) ?? "");
}

const benchClock = { now: () => new Date(benchTime), log: () => {} };

export type Recommendations = ReturnType<typeof recommendationCalls>;

export type BenchProcess = ReturnType<typeof startProcess>;

/** The operations of the contacts function for the account, with a search index of their own. */
export function startProcess({ store, files }: Ground, accountId: string, newId: () => string) {
  const indexes = createContactIndexes({ store, files, ...benchClock });
  const parts = { indexes, accountFiles: files, findPlace, newId, now: benchClock.now };
  return contactCalls(store, accountId, parts, () => 60_000);
}
