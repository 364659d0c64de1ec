/** Visits of the specified routes: each in a world that has what its request needs. */
import { freshAccount } from "../process/stack.ts";
import { refusal } from "./resources.ts";
import { type SpecifiedRoute, specifiedRoutes } from "./routes.ts";
import { faultsOf } from "./shapes.ts";
import { type Answered, fillTrash, givePictures, makeWorld, resembleContact, type World } from "./world.ts";

/** The world of all tests that change nothing. */
export function worldToRead(): Promise<World> {
  readable ??= makeWorld(() => true).then(async (world) => {
    await givePictures(world);
    await fillTrash(world);
    await resembleContact(world);
    return world;
  });
  return readable;
}
let readable: Promise<World> | undefined;

export type Pair = [name: string, value: string];

export interface NamedRoute {
  name: string;
  method: string;
  path: string;
  route: SpecifiedRoute;
}

export const namedRoutes: NamedRoute[] = Object.entries(specifiedRoutes).map(([name, route]) => {
  const [method = "", path = ""] = name.split(" ");
  return { name, method, path, route };
});

/** The account of the worlds that tests change, unless they change the account itself. */
let changedAccount: ReturnType<typeof freshAccount> | undefined;

/** A world for the route, and a function that calls the route in it. Only a route that changes something gets its own world. */
export async function visit({ method, path, route }: NamedRoute) {
  const world = method !== "GET" ? await worldToChange(path, route) : await worldToRead();
  const known = { ...world.ids, ...(await route.prepare?.(world)) };
  const usualBody = (typeof route.body === "function" ? await route.body() : route.body) as object | undefined;
  const ask = (query: Pair[], body: unknown, by = method, init?: RequestInit) => {
    const search = new URLSearchParams(filled(query, known));
    return world.ask(by, `${filled(path, known)}?${search}`, filled(body, known), init);
  };
  return { world, known, usualBody, ask };
}

async function worldToChange(path: string, route: SpecifiedRoute): Promise<World> {
  const words = JSON.stringify([path, route]);
  const needs = (id: string) => words.includes(`{${id}}`);
  // An account has few webhooks.
  if (/^\/(me|webhooks)/.test(path)) return makeWorld(needs);
  changedAccount ??= freshAccount();
  return makeWorld(needs, await changedAccount);
}

/** Replaces the placeholders of ids. */
export function filled<Value>(value: Value, ids: Readonly<Record<string, string>>): Value {
  if (value === undefined || value instanceof FormData) return value;
  const text = JSON.stringify(value).replace(/\{(\w+Id|token|email)\}/g, (all, name: string) => ids[name] ?? all);
  return JSON.parse(text) as Value;
}

export function neededQuery({ query = {}, asks = [], oneOf = [] }: SpecifiedRoute): Pair[] {
  const required = Object.entries(query).filter(([name, parameter]) => parameter.required || name === oneOf[0]);
  return [...required.map(([name, { takes }]): Pair => [name, takes[0] ?? ""]), ...asks.map((pair): Pair => [...pair])];
}

/** The paths of a validation error, or any other status. */
export function refusalIn({ status, text }: Answered): string[] {
  if (status !== 400) return [String(status)];
  const body = JSON.parse(text);
  const faults = faultsOf(refusal, body);
  return faults.length > 0 ? faults : body.error.details.map(({ path }: { path: string }) => path);
}
