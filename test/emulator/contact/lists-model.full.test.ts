import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { sortOrders } from "../../../shared/contact-list/list-query.ts";
import { ModelledAccount } from "../../support/account/modelled-account.ts";
import { freshTable } from "../../support/process/stack.ts";
import { type ModelBody, modelEntry } from "../../support/search/list-model.ts";
import { arbitraryListed, arbitraryWrites } from "../../support/search/listed-contact.ts";
import { arbitrarySearchOf } from "../../support/search/search-entries.ts";
import { isFull, tries } from "../../support/seed.ts";

const table = await freshTable();

/** A failure is reported before the test times out, even if it is not shrunk yet. */
const shrinking = { interruptAfterTimeLimit: tries(40_000, 500_000), markInterruptAsFailure: true };
const bodies = (maxLength: number) => fc.array(arbitraryListed(), { maxLength, size: "max" });
/** The sizes of alternating pages. */
const limits = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 30, max: 200 }));
const routes = ["list", "select"] as const;

describe("lists of random accounts, with writes in between, by two processes", () => {
  it("show every contact exactly once, in every order, with and without keepInTouch", async () => {
    await fc.assert(
      fc.asyncProperty(bodies(60), arbitraryWrites(8), limits, async (given, writes, sizes) => {
        const account = await ModelledAccount.open(table, given);
        for (const [at, sort] of sortOrders.entries()) {
          const write = writes[at];
          if (write) await account.write(write);
          for (const [kept, keepInTouch] of (["false", "true"] as const).entries()) {
            await account.expectPages({ sort, keepInTouch }, sizes, routes[(at + kept) % 2]);
          }
        }
        await account.expectPages({}, sizes);
      }),
      { numRuns: tries(2, 10), ...shrinking },
    );
  });

  it("show what a search finds, best first or in every order", async () => {
    const searched = bodies(60).chain((given) => {
      const search = arbitrarySearchOf(given.map(modelEntry));
      return fc.tuple(fc.constant(given), fc.array(search, { minLength: 20, maxLength: 20 }));
    });
    await fc.assert(
      fc.asyncProperty(searched, limits, async ([given, searches], sizes) => {
        const account = await ModelledAccount.open(table, given);
        for (const [at, search] of searches.entries()) {
          const sort = sortOrders[at % (2 * sortOrders.length)];
          const keepInTouch = at % 5 === 0 ? "true" : "false";
          await account.expectPages({ search, keepInTouch, ...(sort && { sort }) }, sizes, routes[at % 2]);
        }
      }),
      { numRuns: tries(2, 10), ...shrinking },
    );
  });

  it("are empty at any offset behind the last contact", async () => {
    const account = await ModelledAccount.open(table, fc.sample(arbitraryListed(), { numRuns: 5, seed: 1 }));
    for (const route of routes) {
      for (const query of [{}, { sort: "createdAtDesc" }, { keepInTouch: "true" }, { search: "a" }, { search: "zz" }]) {
        for (const offset of [5, 6, 200, 201, 1_000, Number.MAX_SAFE_INTEGER]) {
          await account.expectEnd(query, offset, route);
        }
      }
    }
  });
});

describe("lists that are longer than the largest offset that is skipped by reading", () => {
  let given: ModelBody[];
  beforeAll(() => {
    given = fc.sample(arbitraryListed(), { numRuns: 300, seed: 20_260_101 });
  });

  it("continue without a gap at any offset, in every order", async () => {
    const account = await ModelledAccount.open(table, given);
    // Each order in one of its directions; the other tests have all of them.
    const orders = sortOrders.filter((_, at) => isFull || at % 4 === 0 || at % 4 === 3);
    for (const [at, sort] of orders.entries()) {
      await account.expectPages({ sort }, [200, 6, 200], routes[at % 2]);
      await account.write({ does: "create", body: given[at] ?? expect.fail() });
      await account.write({ does: "patch", at: 260 + at, patch: { firstName: "Łodź", lastName: "Ann" } });
      await account.write({ does: "remove", at: 220 + at });
      await account.expectPages({ sort }, [150, 90], routes[(at + 1) % 2]);
      await account.expectPages({ sort, keepInTouch: "true" }, [90, 200], routes[at % 2]);
    }
  });
});
