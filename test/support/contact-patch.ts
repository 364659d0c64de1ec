/** What the schema of PATCH makes of a field or a body. */
import { contactPatchSchema } from "../../shared/contact/schema.ts";
import { detailsOf } from "../../shared/http/validate.ts";

/** What a PATCH with this one field is understood as. */
export function accepted(field: string, value: unknown): unknown {
  const result = contactPatchSchema.safeParse({ [field]: value });
  if (!result.success) throw new Error(JSON.stringify(result.error.issues));
  return (result.data as Record<string, unknown>)[field];
}

/** The paths of the faults that a PATCH with this body has. */
export function faults(body: unknown): string[] {
  const result = contactPatchSchema.safeParse(body);
  return result.success ? [] : detailsOf("body", result.error).map(({ path }) => path);
}
