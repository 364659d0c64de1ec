import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { interactionCreate, interactionPatch, interactionQuery } from "../../../functions/interactions/schemas.ts";
import { detailsOf } from "../../../shared/platform/http/input/validate.ts";

const interaction = { type: "Call", date: "2026-02-03T10:00:00.000Z", participantIds: [newId()] };

function faults(schema: typeof interactionCreate | typeof interactionPatch | typeof interactionQuery, value: object) {
  const result = schema.safeParse(value);
  return result.success ? [] : detailsOf("body", result.error).map(({ path }) => path);
}

describe("an interaction", () => {
  it.each<[string, object, string]>([
    ["a type that is none", { type: "Duel" }, "body.type"],
    ["no type", { type: undefined }, "body.type"],
    ["no date", { date: undefined }, "body.date"],
    ["a date that is null", { date: null }, "body.date"],
    ["30 February", { date: "2026-02-30T10:00:00Z" }, "body.date"],
    ["a day without a time", { date: "2026-02-03" }, "body.date"],
    ["a time without an offset", { date: "2026-02-03T10:00:00" }, "body.date"],
    ["24:00", { date: "2026-02-03T24:00:00Z" }, "body.date"],
    ["a year behind 9999", { date: "9999-12-31T23:59:59-01:00" }, "body.date"],
    ["a title of 201 characters", { title: "a".repeat(201) }, "body.title"],
    ["a title of two lines", { title: "one\ntwo" }, "body.title"],
    ["a description of 20,001 characters", { description: "a".repeat(20_001) }, "body.description"],
    ["a lone surrogate", { description: "\ud800" }, "body.description"],
    ["nobody", { participantIds: [] }, "body.participantIds"],
    ["no list of participants", { participantIds: undefined }, "body.participantIds"],
    ["51 participants", { participantIds: Array.from({ length: 51 }, () => newId()) }, "body.participantIds"],
    [
      "somebody twice",
      { participantIds: Array(2).fill("0199E0C4-8f6e-7a31-9c52-3f0b7c1d2e4a") },
      "body.participantIds",
    ],
    ["an id that is none", { participantIds: ["ann"] }, "body.participantIds.0"],
    ["an unknown field", { place: "Porto" }, "body.place"],
  ])("with %s is refused, in both writes", (_name, fault, path) => {
    expect(faults(interactionCreate, { ...interaction, ...fault })).toEqual([path]);
    const isAbsent = Object.values(fault).includes(undefined);
    expect(faults(interactionPatch, fault)).toEqual(isAbsent ? [] : [path]);
  });
});

describe("a list of interactions", () => {
  it.each([
    [{ limit: "0" }, "limit"],
    [{ limit: "201" }, "limit"],
    [{ offset: "-1" }, "offset"],
    [{ contactId: "ann" }, "contactId"],
    [{ from: "2026-02-03" }, "from"],
    [{ to: "2026-02-30T00:00:00Z" }, "to"],
    [{ from: "2026-02-04T00:00:00Z", to: "2026-02-03T00:00:00Z" }, "from"],
    [{ sort: "dateAsc" }, "sort"],
  ])("by %j is refused", (query, name) => expect(faults(interactionQuery, query)).toEqual([`body.${name}`]));
});
