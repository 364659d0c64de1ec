/** The request bodies that write a contact. */
import type * as z from "zod";
import { once } from "../platform/config/once.ts";
import { ignoreReadOnly } from "../platform/http/route/read-only.ts";
import { fieldSchemas } from "./fields.ts";
import { pairedCoordinates } from "./list-entries.ts";

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
  "groups",
  "tags",
] as const;

/** The schemas of the writable fields. Null clears a field. */
const writable = once(() => fieldSchemas("write"));
type Writable = ReturnType<typeof writable>;

const optional = once(
  () =>
    Object.fromEntries(Object.entries(writable()).map(([name, schema]) => [name, schema.optional()])) as {
      [Name in keyof Writable]: z.ZodOptional<Writable[Name]>;
    },
);

/** The body of PATCH. A missing field is not changed. */
export const contactPatchSchema = ignoreReadOnly("ContactPatch", readOnlyContactFields, optional, pairedCoordinates);

/** The body of POST. Only the first name is required. */
export const contactCreateSchema = ignoreReadOnly(
  "ContactInput",
  readOnlyContactFields,
  () => ({ ...optional(), firstName: writable().firstName }),
  pairedCoordinates,
);

export type ContactPatch = z.output<ReturnType<typeof contactPatchSchema>>;
export type ContactCreate = z.output<ReturnType<typeof contactCreateSchema>>;
