/** Processes that are killed while they work. */
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { watchedStore } from "./watched-store.ts";

export class Killed extends Error {
  override readonly name = "Killed";
}

const reads = new Set(["GetCommand", "QueryCommand", "BatchGetCommand", "read"]);

/** A process that is killed after its write with this number, from 1. It gets no answer and makes no more calls. */
export class KilledProcess {
  /** The names of all calls in their order. */
  readonly calls: string[] = [];
  isKilled = false;
  private readonly last: number;
  private readonly isWrite: (name: string) => boolean;

  /** Only writes count, because a kill at a read leaves the same state. */
  constructor(last: number, isWrite = (name: string) => !reads.has(name)) {
    this.last = last;
    this.isWrite = isWrite;
  }

  get writes(): string[] {
    return this.calls.filter(this.isWrite);
  }

  async call<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.isKilled) throw new Killed();
    this.calls.push(name);
    const isLast = this.isWrite(name) && this.writes.length === this.last;
    const result = await work();
    this.isKilled ||= isLast;
    if (this.isKilled) throw new Killed();
    return result;
  }

  /** The store of the process. */
  storeOf(store: Store): Store {
    return watchedStore(store, ({ name }, send) => this.call(name, send));
  }
}

/** A process that is killed after its transaction with this number. */
export function killedAfter(store: Store, last: number): { store: Store; process: KilledProcess } {
  const process = new KilledProcess(last, (name) => name === "TransactWriteCommand");
  return { store: process.storeOf(store), process };
}
