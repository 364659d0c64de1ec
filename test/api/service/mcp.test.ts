/** Calls the tools of the API with the client of the Model Context Protocol. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { routeGroups } from "../../../functions/routes.ts";
import { isMultipart, type Row } from "../../../shared/platform/http/route/route.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

type Mode = "legacy" | "auto";

/** A connected client of the protocol, which checks results with the output schemas of the tools: with `legacy`, it begins with `initialize`. */
async function connect(token: string, { query = "", mode = "auto" }: { query?: string; mode?: Mode } = {}) {
  const { baseUrl } = await localStack();
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp${query}`), { requestInit }));
  await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
    const [first] = content;
    const text = first?.type === "text" ? first.text : "";
    const body = structuredContent && JSON.parse(text);
    expect(body).toEqual(structuredContent);
    return { isError, text, body };
  };
  const toolNames = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { client, call, toolNames };
}

async function keyOf(token: string, permission: "read" | "full"): Promise<string> {
  const answer = await api("/me/api-keys", { method: "POST", token, json: { label: "model", permission } });
  return ((await answer.json()) as { secret: string }).secret;
}

const rows: [string, Row][] = routeGroups.flatMap((group) => Object.entries<Row>(group.rows));
const isTool = ([name, { access, body }]: [string, Row]) =>
  access === "integration" && !(body && isMultipart(body)) && name !== "sendMcpMessage";

describe("a program that speaks the Model Context Protocol", () => {
  it.each<Mode>(["auto", "legacy"])("finds a tool for each operation of API keys without files (%s)", async (mode) => {
    const { token } = await freshAccount();
    const { client, toolNames } = await connect(await keyOf(token, "full"), { mode });
    expect((await toolNames()).toSorted()).toEqual(
      rows
        .filter(isTool)
        .map(([name]) => name)
        .toSorted(),
    );
    const { tools } = await client.listTools();
    const marked = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint,
    ]);
    expect(marked).toContainEqual(["listContacts", true, false]);
    expect(marked).toContainEqual(["createContact", false, false]);
    expect(marked).toContainEqual(["deleteContact", false, true]);
    for (const { inputSchema } of tools) expect(JSON.stringify(inputSchema)).not.toContain("$ref");
  });

  it("searches, creates, changes, and logs an interaction", async () => {
    const { token } = await freshAccount();
    const { call } = await connect(await keyOf(token, "full"));
    const { body: created } = await call("createContact", {
      firstName: "Ada",
      lastName: "Okonkwo",
      headline: "Engineer",
    });
    const { id } = created.contact;
    const { body: logged } = await call("createInteraction", {
      type: "coffee",
      date: "2026-03-01T10:00:00Z",
      participantIds: [id],
    });
    expect(logged.interaction.participantIds).toEqual([id]);
    const { body: found } = await call("listContacts", { search: "okonkwo" });
    expect(found.contacts).toEqual([
      { id, firstName: "Ada", lastName: "Okonkwo", headline: "Engineer", lastInteraction: "2026-03-01T10:00:00.000Z" },
    ]);
    const { body: chosen } = await call("listContacts", { search: "okonkwo", fields: "firstName" });
    expect(chosen.contacts).toEqual([{ id, firstName: "Ada" }]);
    const { body: patched } = await call("patchContact", { id, notes: "Met.", fields: "notes" });
    expect(patched.contact).toEqual({ id, notes: "Met." });
    const { body: read } = await call("getContact", { id });
    expect(read.contact).toMatchObject({ firstName: "Ada", notes: "Met.", myself: false });
    expect(read.contact).not.toHaveProperty("middleName");
    const { body: changed } = await call("listContactChanges", { fields: "notes" });
    expect(changed.changes).toMatchObject([{ contactId: id, contact: { id, notes: "Met." } }]);
    expect(Object.keys(changed.changes[0].contact)).toEqual(["id", "notes"]);
    expect((await call("deleteContact", { id })).isError).toBe(false);
    const { body: deleted } = await call("listContactChanges", { since: changed.txid });
    expect(deleted.changes).toEqual([{ contactId: id, txid: expect.any(String), deleted: true }]);
  });

  it("finds an empty list in a result as such, and no field that is null", async () => {
    const { token } = await freshAccount();
    const { call } = await connect(token);
    expect((await call("listGroups")).body).toEqual({ groups: [], totalCount: 0 });
    const { body } = await call("createContact", { firstName: "Ada" });
    expect(body.contact).toMatchObject({ emails: [], phones: [] });
    expect(Object.values(body.contact)).not.toContain(null);
  });

  it("gets results that its output schemas describe, and a vCard as text", async () => {
    const { token } = await freshAccount();
    const { client, call } = await connect(token);
    const { tools } = await client.listTools();
    const described = tools.filter(({ outputSchema }) => outputSchema);
    expect(tools.filter((tool) => !described.includes(tool)).map(({ name }) => name)).toEqual(["getContactVcard"]);
    const lists = described.filter(({ name, inputSchema }) => name.startsWith("list") && !inputSchema.required?.length);
    for (const { name, outputSchema } of lists) {
      const { body } = await call(name);
      expect(Object.keys(outputSchema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(body)));
    }
    expect(lists.map(({ name }) => name)).toContain("listContactChanges");
    const { body } = await call("createContact", { firstName: "Ada" });
    const vcard = await call("getContactVcard", { id: body.contact.id });
    expect([vcard.body, vcard.text]).toEqual([undefined, expect.stringMatching(/^BEGIN:VCARD/)]);
  });

  it("gets the API's own errors as results, with every fault", async () => {
    const { token } = await freshAccount();
    const { call } = await connect(token);
    const missing = await call("getContact", { id: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a" });
    expect([missing.isError, missing.text]).toEqual([true, expect.stringMatching(/^contact_not_found: /)]);
    const wrong = await call("createContact", { lastName: "Bell", colour: 1 });
    expect(wrong.text).toBe("validation_error: body.firstName: Is required.\nbody.colour: Unknown field.");
    const malformed = await call("getContact", { id: "7" });
    expect(malformed.text).toBe("validation_error: params.id: Must be a UUID.");
    for (const id of [undefined, "", ".."]) {
      const nowhere = await call("getContact", { id });
      expect([nowhere.isError, nowhere.text]).toEqual([true, "validation_error: GET /contacts/{id} needs id"]);
    }
  });

  it("can't change anything with `tools=read`", async () => {
    const { token } = await freshAccount();
    const { call, toolNames } = await connect(token, { query: "?tools=read" });
    const reading = rows.filter((row) => isTool(row) && row[1].method === "GET").map(([name]) => name);
    expect((await toolNames()).toSorted()).toEqual(reading.toSorted());
    await expect(call("createContact", { firstName: "Ada" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("There is no tool createContact here."),
    });
    expect((await call("listContacts")).body.pagination.totalCount).toBe(0);
  });

  it("repeats a message with its idempotency key without writing twice", async () => {
    const { token } = await freshAccount();
    const json = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "createContact", arguments: { firstName: "Ada" } },
    };
    const send = () => api("/mcp", { method: "POST", token, json, headers: { "idempotency-key": "ada" } });
    const [first, second] = [await (await send()).text(), await (await send()).text()];
    expect(second).toBe(first);
    expect(((await (await api("/contacts", { token })).json()) as { contacts: [] }).contacts).toHaveLength(1);
  });

  it.each([
    ["no JSON", "{", -32700],
    ["an empty body", "", -32700],
    ["no message", '{"method":"tools/list"}', -32600],
    ["an empty batch", "[]", -32600],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ["no object", "5", -32600],
    ["an unknown field", '{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}', -32600],
  ])("is told in JSON-RPC what is wrong with a body: %s", async (_what, body, code) => {
    const { token } = await freshAccount();
    const answer = await api("/mcp", { method: "POST", token, body, headers: { "content-type": "application/json" } });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { jsonrpc: "2.0", id: null, error: { code, message: expect.any(String) } },
    ]);
  });

  it("is led by a 401 to the issuer of tokens", async () => {
    const refused = await api("/mcp", { method: "POST", json: {} });
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "auth_required" } }]);
    const challenge = refused.headers.get("x-amzn-remapped-www-authenticate");
    const [, metadata = ""] = /^Bearer resource_metadata="(.+)"$/.exec(challenge ?? "") ?? [];
    const { baseUrl } = await localStack();
    const document = (await (await fetch(metadata)).json()) as { authorization_servers: [string] };
    expect(document).toMatchObject({ resource: baseUrl, bearer_methods_supported: ["header"] });
    const [issuer] = document.authorization_servers;
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ issuer, token_endpoint: expect.any(String) });
  });

  it("learns the rest of its budget from every answer, and no version of the account", async () => {
    const { token } = await freshAccount();
    const accept = { accept: "application/json, text/event-stream" };
    const send = (json: object, query = "") => api(`/mcp${query}`, { method: "POST", token, json, headers: accept });
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const noted = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const answers = [await send(ping), noted, await send({ id: 1 }), await send(ping, "?tools=write")];
    expect(answers.map(({ status }) => status)).toEqual([200, 202, 400, 400]);
    for (const { headers } of answers) {
      const sent = ["ratelimit", "ratelimit-policy", "x-txid", "etag", "location"].filter((name) => headers.has(name));
      expect(sent).toEqual(["ratelimit", "ratelimit-policy"]);
    }
    expect(await answers[3]?.json()).toMatchObject({ error: { code: "validation_error", param: "query.tools" } });
  });

  it("acknowledges notifications, and answers unknown methods in JSON-RPC", async () => {
    const { token } = await freshAccount();
    const send = (json: object) => api("/mcp", { method: "POST", token, json });
    const noted = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([noted.status, await noted.text()]).toEqual([202, ""]);
    const unknown = await send({ jsonrpc: "2.0", id: "a", method: "resources/list" });
    expect(await unknown.json()).toMatchObject({ jsonrpc: "2.0", id: "a", error: { code: -32601 } });
  });
});
