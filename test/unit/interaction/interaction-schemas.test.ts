import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { interactionCreate, interactionPatch, interactionQuery } from "../../../functions/interactions/schemas.ts";
import { faultPaths } from "../../support/described-values/fault-paths.ts";

const interaction = { type: "Call", date: "2026-02-03T10:00:00.000Z", participantIds: [newId()] };

describe("an interaction", () => {
  it.each<[string, object, string]>([
    ["an unknown type", { type: "Duel" }, "body.type"],
    ["a date that is null", { date: null }, "body.date"],
    ["a day without a time", { date: "2026-02-03" }, "body.date"],
    ["a title of 201 characters", { title: "a".repeat(201) }, "body.title"],
    ["a title of two lines", { title: "one\ntwo" }, "body.title"],
    ["a description of 20,001 characters", { description: "a".repeat(20_001) }, "body.description"],
    ["no participant", { participantIds: [] }, "body.participantIds"],
    ["51 participants", { participantIds: Array.from({ length: 51 }, () => newId()) }, "body.participantIds"],
    [
      "a repeated participant",
      { participantIds: Array(2).fill("0199E0C4-8f6e-7a31-9c52-3f0b7c1d2e4a") },
      "body.participantIds",
    ],
    ["a malformed id", { participantIds: ["ann"] }, "body.participantIds.0"],
  ])("with %s is refused by both writes", (_name, fault, path) => {
    expect(faultPaths(interactionCreate, { ...interaction, ...fault })).toEqual([path]);
    expect(faultPaths(interactionPatch, fault)).toEqual([path]);
  });
});

it("a list of interactions from a later to an earlier time is refused", () => {
  const query = { from: "2026-02-04T00:00:00Z", to: "2026-02-03T00:00:00Z" };
  expect(faultPaths(interactionQuery, query)).toEqual(["body.from"]);
});
