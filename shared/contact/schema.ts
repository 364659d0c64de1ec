/** The request bodies that write a contact. */
import * as z from "zod";
import { ignoreReadOnly } from "../platform/http/route/read-only.ts";
import { fieldSchemas } from "./fields.ts";

/** Fields of every answer that requests can't write. They are accepted and ignored, so that a client can send back a contact. */
export const readOnlyContactFields = [
  "id",
  "userId",
  "avatar",
  "gisPoint",
  "granularity",
  "notesUpdatedAt",
  "lastInteractionActivityId",
  "myself",
  "createdAt",
  "updatedAt",
] as const;

/** The schemas of the writable fields. Null clears a field. */
export const contactWritable = fieldSchemas("write");

const optional = Object.fromEntries(
  Object.entries(contactWritable).map(([name, schema]) => [name, schema.optional()]),
) as { [Name in keyof typeof contactWritable]: z.ZodOptional<(typeof contactWritable)[Name]> };

/** The body of PATCH. A missing field is not changed. */
export const contactPatchSchema = ignoreReadOnly(readOnlyContactFields, z.strictObject(optional));

/** The body of POST. Only the first name is required. */
export const contactCreateSchema = ignoreReadOnly(
  readOnlyContactFields,
  z.strictObject({ ...optional, firstName: contactWritable.firstName }),
);

export type ContactPatch = z.output<typeof contactPatchSchema>;
export type ContactCreate = z.output<typeof contactCreateSchema>;
