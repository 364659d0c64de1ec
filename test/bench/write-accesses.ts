/** What writing costs, and what it adds to the searches that follow. */
import type { ContactRecord } from "../../shared/contact/record.ts";
import { getContact } from "../../shared/table/contact.ts";
import { realisticBody } from "../support/realistic-contact.ts";
import { scatteredFloor, writeFloor } from "./floor.ts";
import { type Measured, measure } from "./measure.ts";
import { measurePage, searched, warmProcess } from "./read-accesses.ts";
import type { BenchProcess, World } from "./world.ts";

/** Contacts that writes are averaged over; the same for accounts of every size. */
const sampleSize = 20;
/** The number of the first contact that is in no account yet. */
const firstNew = 1_000_000;

export async function measureWrites(world: World): Promise<Record<string, Measured>> {
  return { ...(await measureSearchesAfter(world)), ...(await measureSamples(world)) };
}

/** The writes are those of another process. */
async function measureSearchesAfter(world: World): Promise<Record<string, Measured>> {
  const { account, bare } = world;
  const warm = await warmProcess(world);
  const other = world.startProcess(bare);
  const afterWrite = await measurePage(world, { search: searched }, scatteredFloor, async (run) => {
    await other.patch(account.contacts[run]?.id ?? "", { firstName: `Marcella ${run}` });
    return warm;
  });
  const afterDelete = await measurePage(world, { search: searched }, scatteredFloor, async (run) => {
    const { body } = await other.create(realisticBody(firstNew - 1 - run));
    await warm.list({ search: searched });
    await other.remove(body.contact.id);
    return warm;
  });
  return { "search, after a write": afterWrite, "search, after a delete": afterDelete };
}

async function measureSamples(world: World): Promise<Record<string, Measured>> {
  const process = world.startProcess(world.counted);
  const ids: string[] = [];
  const create = await measure(world, {
    runs: sampleSize,
    prepare: async (run) => () => process.create(realisticBody(firstNew + run)),
    floorOf: async ({ body }) => {
      ids.push(body.contact.id);
      return writeFloor(world.bare.store, undefined, await stored(world, body.contact.id));
    },
  });
  const change = (work: (process: BenchProcess, id: string) => Promise<unknown>) => {
    const before: (ContactRecord | undefined)[] = [];
    return measure(world, {
      runs: sampleSize,
      prepare: async (run) => {
        const id = ids[run] ?? "";
        before.push(await stored(world, id));
        return () => work(process, id);
      },
      floorOf: async (_, run) => writeFloor(world.bare.store, before[run], await stored(world, ids[run] ?? "")),
    });
  };
  const notes = await change((to, id) => to.patch(id, { notes: "A new note, longer than nothing." }));
  return {
    ...(await measureTail(world)),
    create,
    "patch of the notes": notes,
    "patch of the name": await change((to, id) => to.patch(id, { firstName: "Renamed" })),
    delete: await change((to, id) => to.remove(id)),
  };
}

/** The stored document is as many writes old as were made before, and soon made anew. */
async function measureTail(world: World): Promise<Record<string, Measured>> {
  const cold = () => world.startProcess(world.counted);
  return {
    "search, index not in memory, 49 writes later": await measurePage(
      world,
      { search: searched },
      scatteredFloor,
      cold,
    ),
  };
}

function stored({ account, bare }: World, id: string): Promise<ContactRecord | undefined> {
  return getContact(bare.store, account.accountId, id);
}
