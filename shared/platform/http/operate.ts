/** Runs the operation of the row and renders its answer. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { render } from "./answer/respond.ts";
import { type Run, runReserved } from "./idempotency/idempotency.ts";
import { detailsOf } from "./input/validate.ts";
import { type Answer, type Input, isSchema, type Operations, type RouteRows, type Row } from "./route/route.ts";
import { builtRow, callerOf, type RequestScope, type ScopedContext } from "./scope.ts";

/** Runs the operation, with the idempotency key of the request if there is one. */
export function runOperation<Rows extends RouteRows>(operations: Operations<Rows>) {
  return async (_event: APIGatewayProxyEvent, { scope }: ScopedContext): Promise<APIGatewayProxyResult> => {
    const run = () => operate(scope, operations);
    return scope.reservation ? runReserved(scope.reservation, run) : (await run()).rendered;
  };
}

async function operate<Rows extends RouteRows>(scope: RequestScope, operations: Operations<Rows>): Promise<Run> {
  const { row, name } = builtRow(scope);
  // The types connect a row with its operation, but not for a name that is known only at run time.
  const operation = operations[name] as unknown as (input: unknown) => Promise<Answer>;
  const answer = checkAnswer(row, name, await operation(inputOf(scope)));
  const shape = row.answers[answer.status];
  const rendered = render(shape, answer);
  if (answer.keep === false) return { rendered };
  return { rendered, toKeep: row.shownOnce ? render(shape, without(answer, row.shownOnce)) : rendered };
}

function without(answer: Answer, fields: readonly string[]): Answer {
  const left = Object.entries(answer.body ?? {}).filter(([field]) => !fields.includes(field));
  return { ...answer, body: Object.fromEntries(left) } as Answer;
}

function inputOf(scope: RequestScope): Input {
  const { headers, requestId, clientAddress, baseUrl, remainingTime } = scope;
  const input = { ...scope.input, caller: callerOf(scope), headers, requestId, clientAddress, baseUrl, remainingTime };
  return input as Input;
}

/** Throws for an answer that the row does not describe. */
function checkAnswer(row: Row, name: string, answer: Answer): Answer {
  const shape = row.answers[answer.status];
  if (shape === undefined) throw new Error(`${name} answered ${answer.status}, which its row does not list`);
  if (!isSchema(shape)) return answer;
  const parsed = shape.safeParse(answer.body);
  if (!parsed.success) {
    const faults = detailsOf("body", parsed.error).map(({ path, message }) => `${path}: ${message}`);
    throw new Error(`${name} answered what its schema refuses: ${faults.join("; ")}`);
  }
  return answer;
}
