/** Calls every operation with the client, on the routes of the specification, and checks that answers have the types that it declares. */
import { describe, expect, expectTypeOf, it } from "vitest";
import { ApiError } from "../../../shared/client/api-error.ts";
import type { Call } from "../../../shared/client/call.ts";
import {
  type Client,
  createClient,
  type Input,
  type OperationName,
  type Output,
} from "../../../shared/client/client.ts";
import { type Operation, operations } from "../../../shared/client/operations.ts";
import type { Contact, ErrorCode } from "../../../shared/client/types.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { freshAccount, localStack } from "../../support/process/stack.ts";
import { cookieRoutes } from "../../support/specification/routes.ts";
import { faultsOf } from "../../support/specification/shapes.ts";
import { filled, type NamedRoute, namedRoutes, neededQuery, visit } from "../../support/specification/visits.ts";

const plain = (path: string) =>
  path
    .replace(/\?.*/, "")
    .replace("/import/vcard", "/import/{}")
    .replace(/\{\w+\}/g, "{}");

/** The route of an operation in the specification. */
function specified(name: OperationName): NamedRoute {
  const { method = "GET", path }: Operation = operations[name];
  const route = namedRoutes.find((named) => named.method === method && plain(named.path) === plain(path));
  if (!route) throw new Error(`the specification has no route for ${name}`);
  return route;
}

/** The values of the path's parameters, in the order of its placeholders. */
function pathInput(name: OperationName, asked: string): Record<string, string> {
  const pattern = operations[name].path
    .replace(/\?.*/, "")
    .replaceAll(".", "\\.")
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]+?)");
  return { ...new RegExp(`^${pattern}$`).exec(asked)?.groups };
}

/** The parts of a form: files as lists, which every operation with files accepts. */
function bodyInput(body: unknown): object {
  if (!(body instanceof FormData)) return (body ?? {}) as object;
  return Object.fromEntries([...body].map(([name]) => [name, body.getAll(name)]));
}

const byToken = (Object.keys(operations) as OperationName[]).filter((name) => {
  const { method = "GET", path }: Operation = operations[name];
  return !cookieRoutes.includes(`${method} ${path}`);
});

describe("an operation of the client", () => {
  it.each(byToken)("is answered as the specification says: %s", async (name) => {
    const named = specified(name);
    const { world, known, usualBody } = await visit(named);
    const { baseUrl } = await localStack();
    const client: Record<OperationName, (input: never) => Call<unknown>> = createClient({
      baseUrl,
      token: world.token,
    });
    const query = filled(neededQuery(named.route), known).filter(([parameter]) => parameter !== "redirect");
    const input = {
      ...pathInput(name, filled(named.path, known)),
      ...Object.fromEntries(query),
      ...bodyInput(filled(usualBody, known)),
    };
    const { status, body } = await client[name](input as never).withResponse();
    expect(status).toBe(named.route.status ?? 200);
    const { answer } = named.route;
    if (answer === "") expect(body).toBeUndefined();
    else if (typeof answer === "string") expect(body).toMatch(/^BEGIN:/);
    else expect(faultsOf(answer, body)).toEqual([]);
  });
});

describe("the types of the client", () => {
  it("are those of inputs, answers and errors", async () => {
    const { token } = await freshAccount();
    const client = createClient({ baseUrl: (await localStack()).baseUrl, token });
    const created = await client.createContact({ firstName: "Ann", emails: [{ value: "ann@example.org" }] });
    expectTypeOf(created).toEqualTypeOf<{ contact: Contact; txid: string }>();
    const { id } = created.contact;
    const { body, headers } = await client.getContact({ id }).withResponse();
    expectTypeOf(body.contact.emails[0]?.preferred).toEqualTypeOf<boolean | undefined>();
    const etag = headers.get("etag") ?? "";
    const unchanged = await client.getContact({ id }, { ifNoneMatch: etag });
    expectTypeOf(unchanged).toEqualTypeOf<{ contact: Contact } | undefined>();
    expect(unchanged).toBeUndefined();

    await client.patchContact({ ...body.contact, notes: "Rain." }, { ifMatch: etag });
    const error: unknown = await client
      .patchContact({ id, notes: "Sun." }, { ifMatch: etag })
      .catch((reason) => reason);
    if (!(error instanceof ApiError)) throw error;
    expectTypeOf(error.code).toExtend<ErrorCode | "connection_failed" | "unexpected_answer">();
    expect([error.code, error.status]).toEqual(["precondition_failed", 412]);
    expect(error.details.map(({ path }) => path)).toContain("body.notes");
    expect(await client.deleteContact({ id })).toEqual({ message: expect.any(String) });
  });

  it("refuse what an operation does not take", () => {
    expectTypeOf<Input<"listContacts">["limit"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Input<"parseImport">["source"]>().toEqualTypeOf<ImportSource>();
    expectTypeOf<Input<"parseImport">["file"]>().toEqualTypeOf<Blob[]>();
    expectTypeOf<Output<"getCalendar">>().toEqualTypeOf<string>();
    expectTypeOf<Output<"deleteApiKey">>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<Client["deleteGroup"]>[1]>().not.toExtend<{ ifMatch?: string } | undefined>();
    const wrong = (client: Client) => {
      // @ts-expect-error: an unknown field
      client.listContacts({ colour: "red" });
      // @ts-expect-error: a missing parameter
      client.getContact({});
      // @ts-expect-error: a value that is not one of the choices
      client.listContacts({ sort: "random" });
    };
    expect(wrong).toBeTypeOf("function");
  });
});
