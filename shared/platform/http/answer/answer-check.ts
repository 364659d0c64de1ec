/** Checks answers against the rows of their routes, so that no caller gets a field that is not described. */
import { detailsOf } from "../input/validate.ts";
import { type Answer, isSchema, type Row } from "../route/route.ts";

/** Throws for an answer that the row does not describe. */
export function checkAnswer(row: Row, name: string, answer: Answer): Answer {
  const shape = row.answers[answer.status];
  if (shape === undefined) throw new Error(`${name} answered ${answer.status}, which its row does not list`);
  if (!isSchema(shape)) return answer;
  const parsed = shape().safeParse(answer.body && withShortLists(answer.body));
  if (!parsed.success) {
    const faults = detailsOf("body", parsed.error).map(({ path, message }) => `${path}: ${message}`);
    throw new Error(`${name} answered what its schema refuses: ${faults.join("; ")}`);
  }
  return answer;
}

/**
 * Lists have entries of one kind, which one piece of code makes, and checking all entries takes a tenth of what a page
 * costs. So at most this number of them, evenly spread, is checked.
 */
const checkedEntries = 10;

function withShortLists(body: object): object {
  const shortened = Object.entries(body).map(([name, value]: [string, unknown]) => {
    if (!Array.isArray(value)) return [name, value];
    const step = Math.ceil(value.length / checkedEntries);
    return [name, value.filter((_, at) => at % step === 0)];
  });
  return Object.fromEntries(shortened);
}
