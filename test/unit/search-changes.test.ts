import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { arbitraryHistory, changed } from "../support/search-changes.ts";
import { arbitrarySearchOf } from "../support/search-entries.ts";
import { plainSearch } from "../support/search-plain.ts";

const history = arbitraryHistory(8).chain(([entries, changes]) => {
  const all = [...entries, ...changes.flat().flatMap(({ entry }) => entry ?? [])];
  const searches = fc.array(arbitrarySearchOf(all), { minLength: 3, maxLength: 3 });
  return fc.tuple(fc.constant(entries), fc.constant(changes), searches);
});

describe("an index that changes between searches", () => {
  it("finds what there is, by old and new spellings, in its own and in other letters", () => {
    fc.assert(
      fc.property(history, ([entries, groups, searches]) => {
        const index = new ContactIndex(entries);
        let expected = entries;
        for (const changes of [[], ...groups]) {
          index.apply(changes);
          expected = changed(expected, changes);
          for (const search of searches) {
            expect(index.find({ search, keepInTouch: false }, null)).toEqual(plainSearch(expected, search));
          }
        }
      }),
      { numRuns: 80 },
    );
  });
});
