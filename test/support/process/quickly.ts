/**
 * Does `work`, and again up to twice while it takes at least so many milliseconds of the processor; throws if the third
 * attempt does, too. Other processes don't count, and neither does a collection of garbage or a slow moment of the
 * machine, because it meets one attempt. Work that is really slow is so each time.
 */
export async function quickly<T>(milliseconds: number, work: () => T | Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const start = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(start);
    const taken = Math.round((user + system) / 1_000);
    if (taken < milliseconds) return result;
    if (attempt === 3) throw new Error(`took ${taken} ms of the processor, and ${milliseconds} are too many`);
  }
}
