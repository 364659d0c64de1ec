import { expect, it } from "vitest";
import { toolsOf } from "../../../functions/mcp/tools.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { contactFields } from "../../../shared/contact/fields.ts";

const definitions = toolsOf(routeGroups, false).map(({ definition }) => definition);
const inputOf = (name: string) => definitions.find((definition) => definition.name === name)?.inputSchema.properties;

it("a tool's input schema is below 6 kB, and below 1.2 kB on average, because a model reads them all", () => {
  const bytes = definitions.map(({ inputSchema }) => Buffer.byteLength(JSON.stringify(inputSchema)));
  expect(Math.max(...bytes)).toBeLessThan(6_000);
  expect(bytes.reduce((sum, each) => sum + each) / bytes.length).toBeLessThan(1_200);
});

it("an output schema has the fields of all answers, and requires those that every answer has and that are never null", () => {
  const outputOf = (name: string) => definitions.find((definition) => definition.name === name)?.outputSchema;
  expect(outputOf("listContactChanges")).toEqual({
    type: "object",
    properties: {
      changes: { type: "array" },
      txid: { type: "string" },
      next: { type: "string" },
      hasMore: { type: "boolean" },
    },
    required: ["changes", "txid", "hasMore"],
  });
  const { properties = {}, required } = outputOf("exportContacts") ?? {};
  expect([Object.keys(properties), required]).toEqual([["url", "expiresAt", "urls", "exportId", "status"], []]);
  expect(outputOf("listMapPins")?.properties.truncated).toEqual({ type: "boolean" });
});

it("a long schema describes every field of the call, and names those of its entries", () => {
  const { importantDates, ...fields } = inputOf("createContact") ?? {};
  expect([...Object.keys(fields), "importantDates"].toSorted()).toEqual(
    [...Object.keys(contactFields), "fields"].toSorted(),
  );
  for (const field of Object.values(fields)) expect(field.description).toEqual(expect.any(String));
  expect(importantDates).toEqual({
    type: ["array", "null"],
    maxItems: 10,
    description: expect.stringContaining("1904"),
    items: {
      type: "object",
      properties: {
        id: { type: "string", format: "uuid" },
        type: { type: "string", enum: ["birthday", "anniversary", "nameday", "graduation", "other"] },
        date: { type: "string", format: "date" },
        note: { type: "string" },
        notifyDaysBefore: { type: "integer", minimum: 0, maximum: 365 },
      },
      required: ["type", "date"],
    },
  });
});

it("a short schema describes the fields of its entries, too, and keeps defaults that say something", () => {
  const { dates } = inputOf("replaceImportantDates") ?? {};
  expect(dates).toMatchObject({ items: { properties: { date: { description: expect.stringContaining("1904") } } } });
  expect(inputOf("listGroups")?.previewLimit).toMatchObject({ default: 3 });
});

it("a tool doesn't have what only sessions may send", () => {
  const inputs = ["deleteContact", "deleteContacts"].map((name) => Object.keys(inputOf(name) ?? {}));
  expect(inputs).toEqual([["id"], ["ids", "filter", "excludeIds", "dryRun"]]);
});
