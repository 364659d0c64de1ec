/** Asks every route for resources of one account as another account, which finds none of them and changes nothing. */
import { beforeAll, describe, expect, it } from "vitest";
import { refusal } from "../../support/specification/resources.ts";
import { faultsOf } from "../../support/specification/shapes.ts";
import { filled, type NamedRoute, namedRoutes, neededQuery, type Pair } from "../../support/specification/visits.ts";
import { makeWorld, type World } from "../../support/specification/world.ts";

let owner: World;
let stranger: World;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([makeWorld(() => true), makeWorld(() => true)]);
});

const bodyOf = ({ route: { body } }: NamedRoute): unknown => (typeof body === "function" ? body() : body);
const namesId = (value: unknown) => /\{\w+Id\}/.test(JSON.stringify(value) ?? "");
/** The filters of a list by an id. */
const filtersOf = ({ route: { query = {} } }: NamedRoute): Pair[] =>
  Object.entries(query).flatMap(
    ([
      name,
      {
        takes: [first],
      },
    ]): Pair[] => (namesId(first) ? [[name, String(first)]] : []),
  );
const foreignIds = async ({ route }: NamedRoute) => ({ ...owner.ids, ...(await route.prepare?.(owner)) });

/** The answer to the stranger, who writes nothing of the owner. */
async function ask({ method, route }: NamedRoute, path: string, body?: unknown, filter: Pair[] = []) {
  const txid = async () => (await owner.ask("GET", "/me")).headers.get("x-txid");
  const before = await txid();
  const search = new URLSearchParams([...neededQuery(route), ...filter]);
  const { status, text } = await stranger.ask(method, `${path}?${search}`, body);
  expect(await txid()).toBe(before);
  return { status, body: JSON.parse(text) };
}

function expectNotFound({ status, body }: Awaited<ReturnType<typeof ask>>): void {
  expect([status, body.error?.code]).toEqual([404, expect.stringMatching(/_not_found$/)]);
  expect(faultsOf(refusal, body)).toEqual([]);
}

describe("a resource of another account", () => {
  it.each(namedRoutes.filter(({ path }) => namesId(path)))("is not found at its path: $name", async (named) => {
    const ids = await foreignIds(named);
    expectNotFound(await ask(named, filled(named.path, ids), filled(bodyOf(named), ids)));
  });

  // The path of a recommendation follows from the contacts in the body.
  const withIds = namedRoutes.filter((named) => namesId(bodyOf(named)) && !named.path.includes("{recommendationId}"));
  it.each(withIds)("is not found in a body: $name", async (named) => {
    const answer = await ask(named, filled(named.path, stranger.ids), filled(bodyOf(named), await foreignIds(named)));
    // What takes many ids answers how many of them it found.
    if (named.method !== "DELETE" && !("restoredCount" in answer.body)) expectNotFound(answer);
    else expect(Object.values(answer.body)).toContain(0);
  });

  it.each(namedRoutes.filter((named) => filtersOf(named).length > 0))("is no filter: $name", async (named) => {
    for (const filter of filtersOf(named)) {
      expectNotFound(await ask(named, filled(named.path, stranger.ids), undefined, [filled(filter, owner.ids)]));
    }
  });
});
