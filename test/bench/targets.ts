/** What accesses were to reach at 50,000 contacts, and whether they do. */
import { sortOrders } from "../../shared/lists/list-query.ts";
import { ratioOf, weighed } from "./cost.ts";
import type { CommittedFigures } from "./figures.ts";
import type { Figures } from "./measure.ts";

export interface Target {
  access: string;
  wanted: string;
  found: string;
  reached: boolean;
}

export function judgeTargets({ accounts, run }: Pick<CommittedFigures, "accounts" | "run">): Target[] {
  const figuresAt = (size: number, access: string): Figures => {
    const figures = accounts[size]?.[access];
    if (!figures) throw new Error(`${access} of ${size} contacts was not measured`);
    return figures;
  };
  const at = (access: string) => figuresAt(50_000, access);
  const units = (access: string) => weighed(at(access));
  const atMost = (access: string, wanted: string, found: number, limit: number, unit = ""): Target => {
    return { access, wanted, found: `${round(found)}${unit}`, reached: round(found) <= limit };
  };
  const pages = sortOrders.map((sort) => `first page, ${sort}`);
  const firstPage = Math.max(...pages.map(units));
  const drift = pages.map((page) => ratioOf(at(page)) / ratioOf(figuresAt(1_000, page)) - 1);
  const found = "search, index in memory";
  const warm = units(found) - at(found).floor.readUnits;
  const after = Math.max(
    ...["search, after a write", "search, after a delete"].map((access) => units(access) - at(access).floor.readUnits),
  );
  const deep = Math.max(units("page at 80 %, index in memory"), units("page at 80 %, index not in memory"));
  const cold = at("search, index not in memory");
  const writing = ["create", "patch of the notes", "patch of the name"];
  return [
    atMost(
      "first page of 50, any order",
      "at most 2 × its floor",
      Math.max(...pages.map((page) => ratioOf(at(page)))),
      2,
      " ×",
    ),
    atMost(
      "the same, at 1,000 and at 50,000",
      "± 10 % for the bytes",
      Math.max(...drift.map(Math.abs)) * 100,
      10,
      " %",
    ),
    atMost("page at offset 40,000", "at most 5 × the first page", deep / firstPage, 5, " ×"),
    atMost("totalCount, stats", "exact, at most 2 units", units("totalCount and stats"), 2),
    atMost("search, index not in memory", "at most 60 units", weighed(cold), 60),
    atMost("the same", "one storage read", cold.storageReads, 1),
    atMost("search, index in memory", "at most 2 units and its contacts", warm, 2, " and its contacts"),
    atMost("search after one write or delete", "at most 2 more", after - warm, 2, " more"),
    atMost("processor time of a warm search", "at most 4 × a loop of `includes`", run.searchRatio, 4, " ×"),
    atMost("get", "at most 2 units", units("get"), 2),
    atMost("by-social", "at most 2 units", units("by-social"), 2),
    ...writing.map((access) => atMost(access, "at most 1.3 × its floor", ratioOf(at(access)), 1.3, " ×")),
    atMost(
      "delete of 10,000 by filter",
      "at most 1.3 × its floor",
      ratioOf(at("delete of 10,000 by filter")),
      1.3,
      " ×",
    ),
    // Of the request, which reads and makes a document of 20 MB of text; its function has 1,024.
    atMost("the same", "at most 320 MB of memory", run.deletionMemory, 320, " MB"),
  ];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
