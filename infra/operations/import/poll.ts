/** Waits for what the server does in the background. */
import { setTimeout as pause } from "node:timers/promises";

const firstPause = 100;
const longestPause = 1_000;

/** Reads less and less often until the answer is the last one, and shows every answer. */
export async function poll<Answer>(
  read: () => Promise<Answer>,
  show: (answer: Answer) => void,
  isLast: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.3)) {
    const answer = await read();
    show(answer);
    if (isLast(answer)) return answer;
    await pause(wait);
  }
}
