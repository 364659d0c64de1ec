/** What a schema refuses, as the pipeline says it. */
import { detailsOf } from "../../../shared/platform/http/input/validate.ts";
import type { LazySchema } from "../../../shared/platform/http/route/route.ts";

/** The paths of the faults of a value, which is this part of a request; none if it is accepted. */
export function faultPaths(schema: LazySchema, value: unknown, part: "body" | "query" = "body"): string[] {
  const { error } = schema().safeParse(value);
  return error ? detailsOf(part, error).map(({ path }) => path) : [];
}
