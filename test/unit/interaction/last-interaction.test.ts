import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type InteractionFields,
  type InteractionState,
  interactionFields,
  interactionState,
  isLater,
  setByHand,
} from "../../../shared/contact/change/last-interaction.ts";

const none: InteractionFields = {
  lastInteraction: null,
  lastInteractionActivityId: null,
  handInteraction: null,
  coveredInteraction: null,
};

/** There are few dates, so that some are equal. */
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

  it("is stored without loss of either value", () => {
    fc.assert(
      fc.property(state, (given) => {
        expect(interactionState(interactionFields(given))).toEqual(given);
      }),
    );
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
