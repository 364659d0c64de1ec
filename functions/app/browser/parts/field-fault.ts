/** Faults of fields, which stand at them. */
import type { ApiError } from "../../../../shared/client/api-error.ts";

/** What an answer says about a field of the body, or about what the field contains. */
export function fieldFault(error: Pick<ApiError, "details"> | undefined, field: string): string | undefined {
  const path = `body.${field}`;
  const faults = error?.details.filter((detail) => `${detail.path}.`.startsWith(`${path}.`)) ?? [];
  return faults.length > 0 ? faults.map(({ message }) => message).join(" ") : undefined;
}
