/**
 * Checks every route over HTTP against the specification. test/support/specification states the specification without the schemas of the
 * service, so that a wrong schema is noticed.
 */
import { describe, expect, it } from "vitest";
import { api } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";
import { ids } from "../../support/specification/fields.ts";
import * as is from "../../support/specification/resources.ts";
import { cookieRoutes, type SpecifiedRoute } from "../../support/specification/routes.ts";
import { faultsOf, hasKey } from "../../support/specification/shapes.ts";
import {
  filled,
  type NamedRoute,
  neededQuery,
  type Pair,
  refusalIn,
  namedRoutes as routes,
  visit,
  worldToRead,
} from "../../support/specification/visits.ts";
import { type Answered, makeWorld } from "../../support/specification/world.ts";

/** Routes that share a table of parameters or fields also share the code that checks them. The full run tries all values on each of them. */
function triesAllValues({ name, route }: NamedRoute, table: "query" | "fields"): boolean {
  return isFull || routes.find((other) => other.route[table] === route[table])?.name === name;
}

describe("a route", () => {
  it.each(routes.filter(({ route }) => route.query))(
    "accepts its parameters up to their limits: $name",
    async (named) => {
      const { ask } = await visit(named);
      const { query = {}, oneOf = [] } = named.route;
      const known = Object.entries(query);
      const refusalOf = async (tried: Pair[]) => {
        const isTried = (other: string) =>
          tried.some(([name]) => name === other || (oneOf.includes(name) && oneOf.includes(other)));
        const others = neededQuery(named.route).filter(([other]) => !isTried(other));
        return refusalIn(await ask([...others, ...tried], undefined));
      };
      // The limits of the edges of a box depend on each other.
      const few = triesAllValues(named, "query") ? undefined : 2;
      const oneByOne = oneOf.length > 0;
      for (const tried of turnsOf(known, ({ takes }) => takes, oneByOne || named.path.includes("map")).slice(0, few)) {
        expect([tried, await refusalOf(tried)]).toEqual([tried, ["200"]]);
      }
      for (const tried of turnsOf(known, ({ refuses }) => refuses, oneByOne).slice(0, few)) {
        const paths = [...new Set(await refusalOf(tried))].toSorted();
        expect([tried, paths]).toEqual([tried, tried.map(([name]) => `query.${name}`).toSorted()]);
      }
      const twice = await refusalOf(
        known.flatMap(([name]): Pair[] => [
          [name, "1"],
          [name, "1"],
        ]),
      );
      for (const [name] of known) expect(twice).toContain(`query.${name}`);
      if (oneByOne) expect(await refusalOf(oneOf.map((name): Pair => [name, "1"]))).toEqual(["query"]);
      const needed = oneByOne
        ? ["query"]
        : known.flatMap(([name, { required }]) => (required ? [`query.${name}`] : []));
      expect(refusalIn(await ask([], undefined)).toSorted()).toEqual(needed.length > 0 ? needed.toSorted() : ["200"]);
    },
  );

  it.each(routes.filter(({ route }) => route.fields))("accepts its fields up to their limits: $name", async (named) => {
    const { route } = named;
    const { world, ask, usualBody } = await visit(named);
    const beside = route.beside ?? usualBody;
    const known = Object.entries(route.fields ?? {});
    const few = triesAllValues(named, "fields") ? undefined : 2;
    for (const tried of turnsOf(known, ({ takes }) => takes, route.beside !== undefined).slice(0, few)) {
      const body = Object.fromEntries(tried.map(([name, [given]]) => [name, given]));
      const answer = await ask([], { ...beside, ...body });
      expect(answer.status, JSON.stringify([body, answer.text])).toBe(route.status ?? 200);
      for (const [name, [given, shown]] of tried) {
        if (shown !== undefined) expect([name, given, resourceIn(answer, route)[name]]).toEqual([name, given, shown]);
      }
      // Some resources are limited in number, and some must have different labels.
      const made = answer.headers.get("location");
      if (made !== null) await world.ask("DELETE", new URL(made).pathname);
    }
    for (const tried of turnsOf(known, ({ refuses }) => refuses).slice(0, few)) {
      const body = Object.fromEntries(tried);
      const paths = refusalIn(await ask([], { ...beside, ...body })).map((path) => path.split(".", 2).join("."));
      expect([body, [...new Set(paths)].toSorted()]).toEqual([body, tried.map(([name]) => `body.${name}`).toSorted()]);
    }
    for (const [body, place] of route.refuses ?? []) {
      expect([body, refusalIn(await ask([], { ...beside, ...body }))]).toEqual([body, [place]]);
    }
  });
});

describe("the API description", () => {
  it("has the specified routes, with their parameters, limits and defaults", async () => {
    const { paths, components } = (await (await api("/openapi.json")).json()) as Description;
    const resolved = (parameter: Parameter) =>
      components.parameters[parameter.$ref?.split("/").at(-1) ?? ""] ?? parameter;
    const plain = (path: string) => path.replace("/import/vcard", "/import/{}").replace(/\{\w+\}/g, "{}");
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        name: `${method.toUpperCase()} ${plain(path)}`,
      })),
    );
    // The specification has all routes of a group or none. It has none of the documentation, for example.
    const names = new Set(routes.map(({ method, path }) => `${method} ${plain(path)}`));
    const groups = new Set(operations.filter(({ name }) => names.has(name)).flatMap(({ tags }) => tags));
    const described = operations
      .filter(({ tags, name }) => tags.some((tag) => groups.has(tag)) && !cookieRoutes.includes(name))
      .map(({ name, parameters = [] }) => [
        name,
        parameters
          .map(resolved)
          .flatMap(({ in: place, name, required = false, schema }) =>
            place === "query" ? [[name, required, schema.default, schema.minimum, schema.maximum]] : [],
          ),
      ]);
    const specified = routes.map(({ method, path, route }) => [
      `${method} ${plain(path)}`,
      Object.entries(route.query ?? {}).map(([name, { required = false, default: usual, range = [] }]) => {
        return [name, required, usual, range[0], range[1]];
      }),
    ]);
    expect(sorted(described)).toEqual(sorted(specified));
  });
});

describe("a field that may be null", () => {
  it("has a value in a full contact, and is null in a contact with only a name", async () => {
    const world = await worldToRead();
    const shown = (path: string) => world.get("GET", path.replace("{id}", world.ids.contactId ?? ""));
    // The service finds the coordinates of an address by its text.
    expect(faultsOf({ contact: is.contact }, await shown("/contacts/{id}"), "none")).toEqual([]);
    expect(faultsOf({ contacts: [is.selectItem] }, only("contacts", await shown("/contacts/select")), "none")).toEqual(
      [],
    );
    expect(faultsOf(is.contactPins, await shown(`/contacts/map-pins?${whole}`), "none")).toEqual([]);
    expect(faultsOf(is.addressPins, await shown(`/contacts/map-address-pins?${whole}`), "none")).toEqual([]);

    const { get } = await makeWorld();
    const { contact } = await get("POST", "/contacts", { firstName: "Bo" });
    expect(faultsOf(is.contact, contact, "all")).toEqual([]);
    expect(contact).toMatchObject({
      lastName: "",
      emails: [],
      phones: [],
      addresses: [],
      importantDates: [],
      myself: false,
    });
  });

  it("is null in an import that is not parsed yet", async () => {
    const { get } = await makeWorld();
    const file = { fileName: "book.vcf", size: 1_000 };
    const { importId } = await get("POST", "/contacts/import/vcard/uploads", file);
    const status = await get("GET", `/contacts/import/vcard/${importId}`);
    expect(faultsOf(is.importStatus, status)).toEqual([]);
    expect(status).toMatchObject({ status: "waiting", contacts: [], totalCount: null, coverage: null });
  });

  it.each([
    ["GET", "/me/settings", undefined, { calendarTokenCreatedAt: null }],
    ["GET", "/me/api-keys", undefined, { apiKeys: [expect.objectContaining({ lastUsedAt: null })] }],
    ["POST", "/interactions", "body", { interaction: expect.objectContaining({ title: null, description: null }) }],
    ["GET", "/contacts/by-social?platform=network_b&handle=nobody", undefined, { contact: null, exists: false }],
  ])("is null before there is a value: %s %s", async (method, path, body, shown) => {
    const { get, ids } = await makeWorld((id) => id === "keyId");
    const sent = body && { type: "Call", date: "2026-02-03T04:05:06Z", participantIds: [ids.contactId] };
    expect(await get(method, path, sent)).toMatchObject(shown);
  });
});

describe("an absent parameter or field", () => {
  it.each([
    ["GET /contacts", { pagination: { search: null, sort: "nameAsc", hasMore: false, totalCount: 1 } }],
    ["GET /contacts?search=ann", { pagination: { search: "ann", sort: null } }],
    ["GET /contacts?search=%20&limit=7&offset=3", { pagination: { limit: 7, offset: 3, search: null, totalCount: 1 } }],
    ["POST /groups", { group: { emoji: expect.stringMatching(/./), color: expect.stringMatching(/^#/) } }],
    ["POST /tags", { tag: { color: expect.stringMatching(/^#/) } }],
    ["POST /me/api-keys", { permission: "read" }],
    ["GET /me/settings", { reminderSendTime: "08:00", leapDay: "feb28", remindersEnabled: true }],
  ])("has its specified default: %s", async (name, shown) => {
    const [method = "", path = ""] = name.split(" ");
    const { get } = method === "GET" ? await worldToRead() : await makeWorld();
    expect(await get(method, path, method === "POST" ? { label: "New" } : undefined)).toMatchObject(shown);
  });
});

describe("a resource that was read", () => {
  it.each([
    ["/contacts/{contactId}", "contact"],
    ["/groups/{groupId}", "group"],
    ["/tags/{tagId}", "tag"],
    ["/interactions/{interactionId}", "interaction"],
    ["/webhooks/{webhookId}", "webhook"],
    ["/me", ""],
    ["/me/settings", ""],
  ])("can be sent back unchanged: %s", async (path, name) => {
    const { get, ids } = await worldToRead();
    const at = filled(path, ids);
    const { txid: _txid, ...read } = await get("GET", at);
    const { txid: _again, ...patched } = await get("PATCH", at, name === "" ? read : read[name]);
    expect(patched).toEqual(read);
  });

  it("can be sent back: important dates, a key, and a contact as a new one", async () => {
    const { get, ids } = await makeWorld((id) => id === "keyId");
    const dates = await get("GET", `/contacts/${ids.contactId}/important-dates`);
    expect(await get("PUT", `/contacts/${ids.contactId}/important-dates`, dates)).toEqual(dates);
    const { apiKeys } = (await get("GET", "/me/api-keys")) as { apiKeys: { id: string }[] };
    expect(await get("PATCH", `/me/api-keys/${apiKeys[0]?.id}`, apiKeys[0])).toEqual(apiKeys[0]);
    expect((await get("POST", "/me/api-keys", apiKeys[0])).id).not.toBe(apiKeys[0]?.id);
    const { contact } = (await get("GET", `/contacts/${ids.contactId}`)) as { contact: Record<string, unknown> };
    const { contact: copy } = await get("POST", "/contacts", contact);
    expect(copy).toMatchObject({ firstName: "Ann", headline: "Pilot" });
    expect(copy).not.toMatchObject({ id: contact.id });
  });
});

describe("avatars", () => {
  // The result of an imported row says what became of its picture.
  const reads = routes.filter(({ method, path, route }) => {
    const hasAvatar = typeof route.answer !== "string" && hasKey(route.answer, "avatar");
    return method === "GET" && hasAvatar && !path.startsWith("/contacts/import-receipts");
  });

  const sizes = ["small", "medium", "large"];
  const qualities = ["low", "medium", "high"];
  // The first route, and all in the full run, are asked for every pair of a size and a quality.
  const every = sizes.flatMap((avatarSize) => qualities.map((avatarQuality) => ({ avatarSize, avatarQuality })));
  const some = sizes.map((avatarSize, at) => ({ avatarSize, avatarQuality: qualities[at] ?? "" }));

  it.each(reads)("have the requested size and quality: $name", async ({ name, path, route }) => {
    const world = await worldToRead();
    const variants = isFull || name === reads[0]?.name ? every : some;
    const usual = {
      ...Object.fromEntries(neededQuery(route)),
      ...(path.endsWith("by-social") && { platform: "network_b", handle: "ann.b" }),
    };
    const pictures = async (variant: Record<string, string>) => {
      const answer = await world.get(
        "GET",
        `${filled(path, world.ids)}?${new URLSearchParams({ ...usual, ...variant })}`,
      );
      // The signature changes every hour.
      return [...JSON.stringify(answer).matchAll(/"avatar":"([^"?]+)/g)].map(([, picture]) => picture);
    };
    const seen = await Promise.all(variants.map(pictures));
    expect(new Set(seen.map(String)).size).toBe(variants.length);
    for (const shown of seen) expect(shown.length).toBeGreaterThan(0);
    // The middle one is the default.
    expect(await pictures({})).toEqual(seen[(variants.length - 1) / 2]);
  });
});

describe("refusals", () => {
  it.each([
    ["GET", "/contacts/x", 400, "validation_error"],
    ["GET", `/contacts/${ids(1)[0]}`, 404, "contact_not_found"],
    ["DELETE", `/contacts/{contactId}/relationships/${ids(1)[0]}`, 404, "relationship_not_found"],
    ["GET", `/contacts/import/myspace/${ids(1)[0]}`, 400, "validation_error"],
    ["DELETE", "/contacts/{accountId}", 403, "contact_delete_self_forbidden"],
    ["GET", "/nowhere", 404, "not_found"],
    ["PUT", "/contacts", 405, "method_not_allowed"],
  ])("have the error envelope: %s %s is %d %s", async (method, path, status, code) => {
    const { ask, ids } = await worldToRead();
    const answer = await ask(method, filled(path, ids));
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
    expect(faultsOf(is.refusal, JSON.parse(answer.text))).toEqual([]);
  });
});

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { parameters: Record<string, Parameter> };
}

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  schema: Record<string, unknown>;
}

interface DescribedOperation {
  tags: string[];
  parameters?: Parameter[];
}

const whole = "minLat=-90&maxLat=90&minLon=-180&maxLon=180";

/** The requests that try all values: each request has a value of every field or parameter, or with `oneByOne`, of only one. */
function turnsOf<Known, Value>(
  known: [string, Known][],
  valuesOf: (known: Known) => readonly Value[],
  oneByOne = false,
): [string, Value][][] {
  const pairs = known.map(([name, field]) => valuesOf(field).map((value): [string, Value] => [name, value]));
  if (oneByOne) return pairs.flat().map((pair) => [pair]);
  const turns = Math.max(0, ...pairs.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => pairs.flatMap((values) => values.slice(turn, turn + 1)));
}

function resourceIn({ text }: Answered, { shows }: SpecifiedRoute): Record<string, unknown> {
  const body = JSON.parse(text);
  return shows === undefined ? body : body[shows];
}

function only(key: string, answer: Record<string, unknown>): Record<string, unknown> {
  return { [key]: answer[key] };
}

function sorted(rows: readonly unknown[][]): unknown[] {
  const inOrder = (row: unknown[]) => JSON.stringify(row.map((part) => (Array.isArray(part) ? part.toSorted() : part)));
  return rows.map(inOrder).toSorted();
}
