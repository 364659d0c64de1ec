/** What the log may tell of a fault: where it happened, and nothing of the data that it happened with. */

/** Name and place of an unexpected fault. */
export interface LoggedFault {
  name: string;
  /** Empty where it may quote data. */
  message: string;
  stack?: string;
}

/** Messages of our own errors hold no data of a person; those of parsers and clients may quote what they were given. */
export function faultOf(cause: unknown): LoggedFault {
  if (!(cause instanceof Error)) return { name: typeof cause, message: "" };
  const own = cause.constructor === Error || cause.constructor === TypeError;
  return { name: cause.name, message: own ? cause.message : "", ...placeOf(cause) };
}

/** As `faultOf`, of what ran over a stranger's file: there even an Error of the runtime may quote it. */
export function faultWithoutMessage(cause: unknown): LoggedFault {
  return { ...faultOf(cause), message: "" };
}

function placeOf({ stack, message }: Error): Pick<LoggedFault, "stack"> {
  if (stack === undefined) return {};
  // It begins with the message, whose lines may look like frames.
  const lines = stack.replace(message, () => "").split("\n");
  return { stack: lines.filter((line) => line.startsWith("    at ")).join("\n") };
}
