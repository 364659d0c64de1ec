/** Measures one access: prepared uncounted, done counted, a few times over. */
import { type Cost, mapCost, noCost, sumCosts } from "./cost.ts";
import type { Floor } from "./floor.ts";
import type { World } from "./world.ts";

/** Means of a few runs; the same on every machine. */
export interface Figures extends Cost {
  /** Of the answer's body as JSON. */
  answerBytes: number;
  floor: Floor;
}

export interface Measured extends Figures {
  /** The median, without what counting takes. Another on every machine. */
  milliseconds: number;
}

export interface Access<Answer> {
  runs: number;
  /** Gives the work of this run, which alone is counted. */
  prepare: (run: number) => Promise<() => Promise<Answer>>;
  /** Of the answer that the run gave. */
  floorOf: (answer: Answer, run: number) => Promise<Floor> | Floor;
}

export async function measure<Answer>({ meter }: World, access: Access<Answer>): Promise<Measured> {
  let total = { ...noCost, answerBytes: 0, floor: { readUnits: 0, writeUnits: 0 } };
  const times: number[] = [];
  for (let run = 0; run < access.runs; run++) {
    const work = await access.prepare(run);
    meter.cost = noCost;
    meter.overhead = 0;
    const started = performance.now();
    const answer = await work();
    times.push(performance.now() - started - meter.overhead);
    const floor = await access.floorOf(answer, run);
    total = {
      ...sumCosts(total, meter.cost),
      answerBytes: total.answerBytes + bytesOf(answer),
      floor: {
        readUnits: total.floor.readUnits + floor.readUnits,
        writeUnits: total.floor.writeUnits + floor.writeUnits,
      },
    };
  }
  const mean = (value: number) => Math.round((value / access.runs) * 100) / 100;
  return {
    ...mapCost(noCost, (_, name) => mean(total[name])),
    answerBytes: Math.round(total.answerBytes / access.runs),
    floor: { readUnits: mean(total.floor.readUnits), writeUnits: mean(total.floor.writeUnits) },
    milliseconds: times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0,
  };
}

function bytesOf(answer: unknown): number {
  const body = typeof answer === "object" && answer !== null && "body" in answer ? answer.body : answer;
  return Buffer.byteLength(JSON.stringify(body) ?? "");
}
