import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch } from "../../../shared/contact/change/apply.ts";
import {
  type InteractionFields,
  type InteractionState,
  interactionFields,
  interactionState,
  isLater,
  setByHand,
} from "../../../shared/contact/change/last-interaction.ts";
import { blankContact } from "../../../shared/contact/record.ts";
import { findNothing } from "../../support/map/places.ts";

const none: InteractionFields = {
  lastInteraction: null,
  lastInteractionActivityId: null,
  handInteraction: null,
  coveredInteraction: null,
};

/** Few, so that equal ones are met. */
const date = fc.integer({ min: 1, max: 5 }).map((day) => `2026-02-0${day}T12:00:00.000Z`);
const state: fc.Arbitrary<InteractionState> = fc.record({
  byHand: fc.option(date),
  latest: fc.option(fc.record({ id: fc.constantFrom("a", "b"), date })),
});
const change = fc.oneof(
  fc.record({ byHand: fc.option(date) }),
  fc.record({ latest: fc.option(fc.record({ id: fc.constantFrom("a", "b"), date })) }),
  fc.constant("sent back" as const),
);

describe("the last interaction of a contact", () => {
  it("is the later one of the value that was set by hand and the latest interaction, after any changes", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const model: InteractionState = { byHand: null, latest: null };
        let fields = none;
        for (const each of changes) {
          if (each === "sent back") {
            expect(setByHand(fields, fields.lastInteraction)).toEqual(fields);
          } else if ("latest" in each) {
            model.latest = each.latest;
            fields = interactionFields({ ...interactionState(fields), latest: each.latest });
          } else {
            if (each.byHand !== fields.lastInteraction) model.byHand = each.byHand;
            fields = setByHand(fields, each.byHand);
          }
          const both = [model.byHand, model.latest?.date ?? null].filter((value) => value !== null);
          expect(fields.lastInteraction).toBe(both.toSorted().at(-1) ?? null);
          const shown = model.latest !== null && model.latest.date >= (model.byHand ?? "");
          expect(fields.lastInteractionActivityId).toBe(shown ? model.latest?.id : null);
        }
      }),
    );
  });

  it("loses neither of the two", () => {
    fc.assert(
      fc.property(state, (given) => {
        expect(interactionState(interactionFields(given))).toEqual(given);
      }),
    );
  });

  it("stores at most one value besides the shown one", () => {
    fc.assert(
      fc.property(state, (given) => {
        const { handInteraction, coveredInteraction } = interactionFields(given);
        expect(handInteraction === null || coveredInteraction === null).toBe(true);
      }),
    );
  });

  it("changes by a patch, and one that sends back what was read is no change", () => {
    const context = {
      now: new Date("2026-03-01T00:00:00Z"),
      newId: () => "new",
      defaults: { timezone: "UTC", language: "en" },
      findPlace: findNothing,
    };
    const [noon, later] = ["2026-02-01T12:00:00.000Z", "2026-02-02T12:00:00.000Z"];
    const shown = interactionFields({ byHand: null, latest: { id: "a", date: noon } });
    const contact = { ...blankContact("account", "contact", new Date(0)), firstName: "Ann", version: 3, ...shown };
    expect(applyPatch(contact, { lastInteraction: noon }, context)).toBe(contact);
    const byHand = applyPatch(contact, { lastInteraction: later }, context);
    expect(byHand).toMatchObject({ lastInteraction: later, lastInteractionActivityId: null });
    expect(applyPatch(byHand, { lastInteraction: null }, context)).toMatchObject(shown);
  });
});

describe("interactions", () => {
  it("have one order, in which the id decides between equal dates", () => {
    const past = fc.record({ id: fc.constantFrom("a", "b", "c"), date });
    fc.assert(
      fc.property(past, past, (one, other) => {
        const same = one.id === other.id && one.date === other.date;
        expect([isLater(one, other), isLater(other, one)].filter(Boolean).length).toBe(same ? 0 : 1);
        expect(isLater(one, null)).toBe(true);
      }),
    );
  });
});
