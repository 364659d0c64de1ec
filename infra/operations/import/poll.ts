/** Waits for what the server does in the background. */
import { setTimeout as pause } from "node:timers/promises";
import { ImportCommandError } from "./options.ts";

const firstPause = 100;
const longestPause = 1_000;

interface Clock {
  now: () => number;
  pause: (milliseconds: number) => Promise<void>;
}

/**
 * Reads less and less often until the answer is the last one. `show` gets every answer and returns how much is done. Throws
 * `ImportCommandError` if that stays the same for longer than `patience`, in milliseconds.
 */
export async function poll<Answer>(
  read: () => Promise<Answer>,
  show: (answer: Answer) => number,
  isLast: (answer: Answer) => boolean,
  patience = Number.POSITIVE_INFINITY,
  clock: Clock = { now: () => performance.now(), pause },
): Promise<Answer> {
  let [reached, since] = [-1, clock.now()];
  for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.3)) {
    const answer = await read();
    const done = show(answer);
    if (isLast(answer)) return answer;
    if (done !== reached) [reached, since] = [done, clock.now()];
    if (clock.now() - since > patience) throw new ImportCommandError("The server does not go on. Try again later.");
    await clock.pause(wait);
  }
}
