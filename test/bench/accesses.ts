/** The accesses to accounts of several sizes: measured, printed, and judged. */
import { sortOrders } from "../../shared/contact-list/list-query.ts";
import type { Units } from "../support/capacity/meter.ts";
import { loadAccount } from "./account.ts";
import { commitTimeName, measureCommits } from "./commit-accesses.ts";
import {
  type AccountFigures,
  benchSizes,
  type CommittedFigures,
  type Figures,
  floorRatio,
  pricedUnits,
} from "./figures.ts";
import { type GroundAddress, onGround, openGround } from "./ground.ts";
import { measureOthers } from "./other-accesses.ts";
import { changesTimeName, measureReads, scrolledOffsets } from "./read-accesses.ts";
import { searchRatios } from "./search-time.ts";
import { align, type Target, thousands } from "./table.ts";
import { createWorld, type World } from "./world.ts";
import { type MeasuredDeletions, measureDeletions, measureWrites } from "./write-accesses.ts";

export async function benchAccesses(): Promise<Pick<CommittedFigures, "accounts" | "others" | "run">> {
  const ratios = searchRatios(Math.max(...benchSizes));
  const accounts: Record<string, AccountFigures> = {};
  const changesTimes = new Map<number, number>();
  let [memory, commitTime] = [0, 0];
  const others = await onGround(async (address) => {
    for (const size of benchSizes) {
      const measured = await measureAccount(address, size);
      accounts[size] = measured.figures;
      memory = measured.memory;
      commitTime = measured.times[commitTimeName] ?? 0;
      changesTimes.set(size, measured.times[changesTimeName] ?? 0);
      const times = Object.entries(measured.times).map(([access, time]) => `${access}: ${time} ms`);
      console.log(`${thousands(size)} contacts: ${times.join("; ")}`);
    }
    return measureOthers(address);
  });
  const cells = Object.entries(ratios).map(([query, ratio]) => `"${query}" ${ratio.toFixed(2)} ×`);
  console.log(`\n${accessesTable(accounts)}\n\n${othersTable(others)}\n`);
  console.log(`processor time of a warm search, beside a loop of \`includes\`: ${cells.join("; ")}`);
  const changesRatio = (changesTimes.get(50_000) ?? 0) / (changesTimes.get(1_000) ?? 0);
  console.log(
    `${changesTimeName} at 50,000 contacts: ${changesRatio.toFixed(2)} × that at 1,000; the goal is at most 1.2 ×`,
  );
  const searchRatio = Math.round(Math.max(...Object.values(ratios)) * 100) / 100;
  return { accounts, others, run: { searchRatio, deletionMemory: memory, commitTime } };
}

export async function measureAccount(
  address: GroundAddress,
  size: number,
): Promise<MeasuredDeletions & Pick<World, "times">> {
  const bare = openGround(address);
  const world = createWorld(bare, await loadAccount(bare.store, size));
  const figures = {
    ...(await measureReads(world)),
    ...(await measureWrites(world)),
    ...(await measureCommits(world)),
  };
  const deleted = await measureDeletions(world, address);
  return { figures: { ...figures, ...deleted.figures }, memory: deleted.memory, times: world.times };
}

/** A row for each access. The floor, and the cost divided by it, are those of the largest account. */
export function accessesTable(accounts: Readonly<Record<string, AccountFigures>>): string {
  const sizes = Object.keys(accounts).toSorted((one, other) => Number(one) - Number(other));
  const names = new Set(sizes.flatMap((size) => Object.keys(accounts[size] ?? {})));
  const rows = [...names].map((access) => {
    const found = sizes.flatMap((size) => accounts[size]?.[access] ?? []);
    const each = (cell: (figures: Figures) => string) => [...new Set(found.map(cell))];
    const all = (cell: (figures: Figures) => string) =>
      each(cell).length === 1 ? (each(cell)[0] ?? "") : found.map(cell).join(" · ");
    const largest = found.at(-1);
    return [
      access,
      ...sizes.map((size) => unitsText(accounts[size]?.[access])),
      unitsText(largest?.floor),
      largest ? floorRatio(largest).toFixed(2) : "",
      all(({ roundTrips }) => rounded(roundTrips)),
      all(({ storageReads, storageWrites }) => `${rounded(storageReads)}/${rounded(storageWrites)}`),
      all(({ answerBytes }) => (answerBytes / 1000).toFixed(1)),
    ];
  });
  const titles = ["floor", "× floor", "round trips", "storage r/w", "answer, KB"];
  return align([["contacts", ...sizes.map(thousands), ...titles], ...rows]);
}

/** The accesses that cost the same in accounts of all sizes. */
export function othersTable(others: AccountFigures): string {
  return accessesTable({ units: others }).replace("| contacts", "| access  ");
}

function unitsText(units: Units | undefined): string {
  const { readUnits = 0, writeUnits = 0 } = units ?? {};
  const parts = [readUnits > 0 ? `${rounded(readUnits)} r` : "", writeUnits > 0 ? `${rounded(writeUnits)} w` : ""];
  return parts.filter((part) => part !== "").join(" + ");
}

function rounded(value: number): string {
  return value >= 1_000 ? thousands(Math.round(value)) : String(Math.round(value * 10) / 10);
}

/** The targets of accounts with 50,000 contacts. */
export function judgeTargets({ accounts, run }: Pick<CommittedFigures, "accounts" | "run">): Target[] {
  const figuresAt = (size: number, access: string): Figures => {
    const figures = accounts[size]?.[access];
    if (!figures) throw new Error(`${access} of ${size} contacts was not measured`);
    return figures;
  };
  const at = (access: string) => figuresAt(50_000, access);
  const units = (access: string) => pricedUnits(at(access));
  const pages = sortOrders.map((sort) => `first page, ${sort}`);
  const deepPage = Math.max(units("page at 80 %, index in memory"), units("page at 80 %, index not in memory"));
  const scrolled = scrolledOffsets.flatMap((offset) =>
    ["index in memory", "index not in memory"].map((index) => figuresAt(1_000, `page at ${offset}, ${index}`)),
  );
  const scrolledRatio = Math.max(...scrolled.map(floorRatio));
  const drift = pages.map((page) => Math.abs(floorRatio(at(page)) / floorRatio(figuresAt(1_000, page)) - 1));
  const aboveContacts = (access: string) => units(access) - at(access).floor.readUnits;
  const warm = aboveContacts("search, index in memory");
  const later = Math.max(...["search, after a write", "search, after a delete"].map(aboveContacts));
  const cold = at("search, index not in memory");
  const pageRatio = Math.max(...pages.map((page) => floorRatio(at(page))));
  const deepRatio = deepPage / Math.max(...pages.map(units));
  const rows: readonly (readonly [access: string, limit: string, measured: number, most: number, unit: string])[] = [
    ["first page of 50, any order", "at most 2 × its floor", pageRatio, 2, " ×"],
    ["the same, at 1,000 and at 50,000", "± 10 % for the bytes", Math.max(...drift) * 100, 10, " %"],
    ["page at offset 50 to 200, at 1,000", "at most 1.2 × its floor", scrolledRatio, 1.2, " ×"],
    ["page at offset 40,000", "at most 5 × the first page", deepRatio, 5, " ×"],
    ["totalCount, stats", "exact, at most 2 units", units("totalCount and stats"), 2, ""],
    ["search, index not in memory", "at most 60 units", pricedUnits(cold), 60, ""],
    ["the same", "one storage read", cold.storageReads, 1, ""],
    ["search, index in memory", "at most 2 units and its contacts", warm, 2, " and its contacts"],
    ["search after one write or delete", "at most 2 more", later - warm, 2, " more"],
    ["processor time of a warm search", "at most 4 × a loop of `includes`", run.searchRatio, 4, " ×"],
    ["commit of 25 new people", "at most 12 calls", at("commit of 25 new people, index in memory").roundTrips, 12, ""],
    ["the same", "at most 60 ms of processor time", run.commitTime, 60, " ms"],
    ["get", "at most 2 units", units("get"), 2, ""],
    ["by-social", "at most 2 units", units("by-social"), 2, ""],
    ...["create", "patch of the notes", "patch of the name", "delete of 10,000 by filter"].map(
      (access) => [access, "at most 1.3 × its floor", floorRatio(at(access)), 1.3, " ×"] as const,
    ),
    // The request reads and makes a document of 20 MB of text. Its function has 1,024 MB.
    ["the same", "at most 256 MB of memory", run.deletionMemory, 256, " MB"],
  ];
  return rows.map(([access, limit, value, most, unit]) => {
    const measured = Math.round(value * 100) / 100;
    return { access, limit, measured: `${measured}${unit}`, isReached: measured <= most };
  });
}
