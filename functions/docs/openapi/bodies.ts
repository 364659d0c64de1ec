/** Describes the bodies of requests. */

import type { JsonSchema, SchemaWriter } from "../../../shared/platform/http/route/json-schema.ts";
import { exactlyOne } from "../../../shared/platform/http/route/named-schema.ts";
import { isMultipart, type MultipartBody, type Row } from "../../../shared/platform/http/route/route.ts";

export function describeBody({ body, example }: Row, writer: SchemaWriter): JsonSchema | undefined {
  if (!body) return undefined;
  const content = isMultipart(body)
    ? { "multipart/form-data": { schema: describeFiles(body, writer) } }
    : {
        "application/json": {
          schema: writer.write(body, "request"),
          ...(example !== undefined && { example }),
        },
      };
  return { required: true, content };
}

/** A file may have any field name. The docs page and generated clients use `file`. */
function describeFiles({ multipart }: MultipartBody, writer: SchemaWriter): JsonSchema {
  const { maxFileBytes, maxFiles, fields = {}, insteadOfFile } = multipart;
  const file = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
  const size = `${Math.floor(maxFileBytes / 1024 / 1024)} MB`;
  return {
    type: "object",
    additionalProperties: false,
    ...(insteadOfFile ? exactlyOne("file", insteadOfFile) : { required: ["file"] }),
    properties: {
      file:
        maxFiles > 1
          ? {
              type: "array",
              items: file,
              minItems: 1,
              maxItems: maxFiles,
              description: `Up to ${maxFiles} files, ${size} together, under any field name.`,
            }
          : { ...file, description: `A file of up to ${size}, under any field name.` },
      ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, writer.write(schema, "request")])),
    },
  };
}
