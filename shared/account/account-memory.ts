/** A cache of values by account, which keeps the values that were used last. */
import { KeyedQueue } from "../platform/dynamodb/keyed-queue.ts";

export class AccountMemory<Value> {
  /** The value that was used longest ago comes first. */
  private readonly kept = new Map<string, Value>();
  private readonly queue = new KeyedQueue();
  private readonly room: number;
  private readonly sizeOf: (value: Value) => number;

  /** `room` is in the unit of `sizeOf`. The size of a value may change. */
  constructor(room: number, sizeOf: (value: Value) => number) {
    this.room = room;
    this.sizeOf = sizeOf;
  }

  get(accountId: string): Value | undefined {
    const value = this.kept.get(accountId);
    if (value !== undefined) this.use(accountId, value);
    return value;
  }

  /** Removes other values if there is no room. The last value is always kept. */
  keep(accountId: string, value: Value): void {
    this.use(accountId, value);
    let total = 0;
    for (const each of this.kept.values()) total += this.sizeOf(each);
    for (const [oldest, each] of this.kept) {
      if (total <= this.room || this.kept.size === 1) return;
      this.kept.delete(oldest);
      total -= this.sizeOf(each);
    }
  }

  forget(accountId: string): void {
    this.kept.delete(accountId);
  }

  /** The cached value if it is current, else the result of `read`. An account is not read twice at the same time. */
  async load<Read>(
    accountId: string,
    isCurrent: (value: Value) => boolean,
    read: () => Promise<Read>,
  ): Promise<Value | Read> {
    const current = (): Value | undefined => {
      const value = this.get(accountId);
      return value !== undefined && isCurrent(value) ? value : undefined;
    };
    return current() ?? this.queue.run(accountId, async () => current() ?? read());
  }

  private use(accountId: string, value: Value): void {
    this.kept.delete(accountId);
    this.kept.set(accountId, value);
  }
}
