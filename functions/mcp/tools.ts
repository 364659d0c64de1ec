/** Makes the tools from the rows of the route table that API keys may call. */
import * as z from "zod";
import type { OperationName } from "../../shared/client/client.ts";
import { operations } from "../../shared/client/operations.ts";
import { contactAnswer } from "../../shared/contact/answer/answer.ts";
import { wholeOf } from "../../shared/platform/http/route/chosen-fields.ts";
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";
import { isMultipart, isSchema, type Row } from "../../shared/platform/http/route/route.ts";
import type { GroupDeclaration } from "../declaration.ts";
import { inputSchemaOf, type ObjectSchema, outputSchemaOf } from "./tool-schemas.ts";

export type ToolGroup = Pick<GroupDeclaration, "rows">;

export interface ApiTool {
  name: OperationName;
  /** Whether the result has contacts, of which `fields` chooses the shown fields; `own`: the operation itself has the parameter. */
  shows: { contacts: "one" | "many"; own: boolean } | undefined;
  definition: ToolDefinition;
}

/** A tool of the Model Context Protocol. */
interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** A tool for each operation that API keys may call, except those that take files. With `onlyRead`, those that change nothing. */
export function toolsOf(groups: readonly ToolGroup[], onlyRead: boolean): ApiTool[] {
  return groups.flatMap(({ rows }) =>
    Object.entries(rows).flatMap(([name, row]) => {
      const isTool = row.access === "integration" && !(row.body && isMultipart(row.body));
      return isTool && isOperation(name) && (!onlyRead || row.method === "GET") ? [toolOf(name, row)] : [];
    }),
  );
}

function isOperation(name: string): name is OperationName {
  return name in operations;
}

function toolOf(name: OperationName, row: Row): ApiTool {
  const inputSchema = inputSchemaOf(row);
  const outputSchema = outputSchemaOf(row);
  const contacts = contactsIn(row);
  const shows = contacts && { contacts, own: "fields" in inputSchema.properties };
  if (shows && !shows.own) inputSchema.properties.fields = chosenFields;
  return {
    name,
    shows,
    definition: {
      name,
      description: `${row.summary}.${row.description ? ` ${row.description}` : ""}`,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      annotations: {
        readOnlyHint: row.method === "GET",
        // A POST only adds.
        destructiveHint: row.method !== "GET" && row.method !== "POST",
        idempotentHint: row.method !== "POST",
        // Sharing sends mail to people outside of the service.
        openWorldHint: name === "shareContact",
      },
    },
  };
}

const chosenFields: JsonSchema = {
  type: "string",
  description:
    "The names of the fields that the result shows of each contact, separated by commas; `id` is always shown",
};

/** Whether an answer has a whole contact in `contact`, or such contacts in `contacts` or in `changes`. */
function contactsIn({ answers }: Row): "one" | "many" | undefined {
  for (const shape of Object.values(answers)) {
    const found = contactsOf(isSchema(shape) ? shape() : undefined);
    if (found) return found;
  }
  return undefined;
}

function contactsOf(schema: z.core.$ZodType | undefined): "one" | "many" | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const { contact, contacts, changes } = schema.shape;
  if (isContact(contact)) return "one";
  if (contacts instanceof z.ZodArray && isContact(contacts.element)) return "many";
  return changes instanceof z.ZodArray && contactsOf(changes.element) ? "many" : undefined;
}

function isContact(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodNullable) return isContact(schema.unwrap());
  return schema !== undefined && wholeOf(schema) === contactAnswer();
}
