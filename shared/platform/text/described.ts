/** Descriptions of fields that several schemas share. The API description takes them from the schemas. */
import type * as z from "zod";

/** What a field means, in one or two sentences, and a value from the life of an invented person where that helps. */
export type FieldWords = readonly [description: string, example?: unknown];

/** The shape with the words of its fields. A field without words keeps what its own schema says. */
export function described<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  words: { readonly [Name in keyof Shape]?: FieldWords },
): Shape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, words[name] ? withWords(schema, words[name]) : schema]),
  ) as Shape;
}

export function withWords<Schema extends z.ZodType>(schema: Schema, [description, example]: FieldWords): Schema {
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) });
}
