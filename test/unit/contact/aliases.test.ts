import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AliasChange, AliasLog } from "../../../shared/contact/store/aliases.ts";

const ids = ["a", "b", "c", "d", "e", "f"];
const step = fc.record({ isUndo: fc.boolean(), at: fc.nat(100), other: fc.nat(100) });

/** Merges and undos in an order in which an account allows them. */
const history = fc.array(step, { maxLength: 25 }).map((steps) => {
  const changes: AliasChange[] = [];
  const merges: { absorbed: string; survivor: string }[] = [];
  for (const { isUndo, at, other } of steps) {
    const txid = changes.length + 1;
    const merged = new Set(merges.map(({ absorbed }) => absorbed));
    if (isUndo) {
      const undoable = merges.filter(({ survivor }) => !merged.has(survivor));
      const merge = undoable[at % Math.max(1, undoable.length)];
      if (!merge) continue;
      merges.splice(merges.indexOf(merge), 1);
      changes.push({ txid, absorbed: merge.absorbed, survivor: null });
    } else {
      const single = ids.filter((id) => !merged.has(id));
      const [absorbed, survivor] = [single[at % single.length], single[other % single.length]];
      if (absorbed === undefined || survivor === undefined || absorbed === survivor) continue;
      merges.push({ absorbed, survivor });
      changes.push({ txid, absorbed, survivor });
    }
  }
  return { changes, merges };
});

/** The survivor of each id, and the aliases of each id in the order of the alphabet. */
function read(log: AliasLog) {
  return ids.map((id) => [id, log.survivorOf(id), log.aliasesOf(id).toSorted()]);
}

describe("the aliases of merged contacts", () => {
  it("lead to the end of a chain of merges, and back to all ids of the chain", () => {
    fc.assert(
      fc.property(history, ({ changes, merges }) => {
        const log = new AliasLog(changes);
        const end = (id: string): string => {
          const merge = merges.find(({ absorbed }) => absorbed === id);
          return merge ? end(merge.survivor) : id;
        };
        const merged = new Set(merges.map(({ absorbed }) => absorbed));
        for (const id of ids) {
          expect(log.survivorOf(id)).toBe(end(id));
          if (!merged.has(id)) {
            expect(log.aliasesOf(id).toSorted()).toEqual(ids.filter((each) => each !== id && end(each) === id));
          }
        }
      }),
    );
  });

  it("are the same whether the log is read in parts or at once, with or without merges that were undone", () => {
    fc.assert(
      fc.property(history, fc.nat(25), ({ changes }, part) => {
        const warm = new AliasLog(changes.slice(part), new AliasLog(changes.slice(0, part)));
        const isUndone = ({ absorbed, txid }: AliasChange) =>
          changes.find((later) => later.absorbed === absorbed && later.txid > txid)?.survivor === null;
        const cold = new AliasLog(changes.filter((change) => change.survivor === null || !isUndone(change)));
        expect(read(cold)).toEqual(read(new AliasLog(changes)));
        expect(read(warm)).toEqual(read(new AliasLog(changes)));
      }),
    );
  });

  it("are read at the end of a chain of any length, in the order of the chain", () => {
    const changes = Array.from({ length: 20_000 }, (_, n) => ({
      txid: n + 1,
      absorbed: String(n),
      survivor: String(n + 1),
    }));
    const aliases = new AliasLog(changes).aliasesOf("20000");
    expect([aliases.length, aliases[0], aliases.at(-1)]).toEqual([20_000, "19999", "0"]);
  });
});
