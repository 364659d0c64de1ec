/**
 * What the pipeline takes beside a bare handler, and reading beside the SDK and a signed request: processor time, as ratios
 * within one run.
 */
import { readFileSync } from "node:fs";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { v7 as newId } from "uuid";
import { contactOperations } from "../../functions/contacts/operations.ts";
import { contactReserved, contactRoutes } from "../../functions/contacts/routes.ts";
import { createTable } from "../../infra/local/database/tables.ts";
import { packedAttribute, packFields, unpackFields } from "../../shared/contact/store/packed-fields.ts";
import { createMembershipReader } from "../../shared/label/membership-reader.ts";
import { cacheTable, type TableDefinition } from "../../shared/platform/dynamodb/definition.ts";
import { accountPartition, type Store } from "../../shared/platform/dynamodb/store.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { noPictures } from "../support/contact/pictures.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import { memoryFiles } from "../support/import/imports.ts";
import { memoryAccountFiles } from "../support/process/account-files.ts";
import { watchedStore } from "../support/process/watched-store.ts";
import { type BenchAccount, findPlace, loadAccount } from "./account.ts";
import { type GroundAddress, onGround, openGround, region, requestHandler, secretAccessKey } from "./ground.ts";
import { medianTimes } from "./search-time.ts";
import { createSignedRequests } from "./signed-request.ts";
import type { Target } from "./table.ts";

const size = 300;
/** The number of a new contact. */
const firstNew = 2_000_000;
/** Of each task; it takes a hundred until V8 has compiled what they run. */
const runs = 200;
const cacheName = "cache";

export function benchPipeline(): Promise<Target[]> {
  return onGround(async (address) => {
    // The database would delete counters by the real clock, which the run does not need.
    const cache: TableDefinition = { ...cacheTable, expiryAttribute: undefined };
    await createTable({ endpoint: address.dynamoDb, region, accessKeyId: address.accessKeyId }, cacheName, cache);
    const { store } = openGround(address);
    const account = await loadAccount(store, size);
    return [...(await measureRequests(store, account)), ...(await measureReading(address, store, account))];
  });
}

/**
 * A request through the pipeline, then the same calls of the table and the same JSON without anything around them. What no
 * handler can leave out is done in both: contacts are unpacked and packed, because that belongs to how they are stored, and a
 * body is checked by the schema of the route, because nothing may be stored unchecked. What the items are made of is not: keys,
 * lookups and the entry of the search index count as what the service adds.
 */
async function measureRequests(store: Store, { accountId, contacts }: BenchAccount): Promise<Target[]> {
  let calls: { name: string; input: object }[] = [];
  const watched = watchedStore(store, ({ name, input }, send) => {
    // The token lets the bare handler repeat a transaction without writing twice.
    if (name === "TransactWriteCommand") Object.assign(input as object, { ClientRequestToken: crypto.randomUUID() });
    calls.push({ name, input: input as object });
    return send();
  });
  const handler = startHandler(watched);
  let number = firstNew;
  const requests: readonly (readonly [access: string, event: () => APIGatewayProxyEvent, most: number])[] = [
    ["get", () => eventOf("contacts.list", accountId, { path: `/contacts/${contacts[0]?.id}` }), 1.2],
    ["page of 50", () => eventOf("contacts.list", accountId, {}), 1.2],
    ["create", () => eventOf("contacts.create", accountId, { body: encode(realisticBody(number++)) }), 1.4],
  ];
  const targets: Target[] = [];
  for (const [access, makeEvent, most] of requests) {
    let [event, result, answered] = [makeEvent(), { statusCode: 0, body: "" }, undefined as unknown];
    let packed: Record<string, unknown>[] = [];
    const prepare = () => {
      [event, calls] = [makeEvent(), []];
    };
    const piped = async () => {
      // The pipeline replaces the body of its event.
      result = await handler({ ...event }, { getRemainingTimeInMillis: () => 9_000 } as Context);
    };
    const keepAnswer = () => {
      if (result.statusCode > 201) throw new Error(`${access} was answered with ${result.statusCode}`);
      answered = JSON.parse(result.body);
      packed = writtenItems(calls)
        .filter((item) => packedAttribute in item)
        .map(unpackFields);
    };
    const bare = async () => {
      if (event.body !== null) checkBody(JSON.parse(Buffer.from(event.body, "base64").toString()));
      for (const fields of packed) packFields(fields);
      for (const { name, input } of calls) unpackAll(await store.client.send(commandOf(name, input)));
      return JSON.stringify(answered);
    };
    const [, pipedTime = 0, , bareTime = 0] = await medianTimes([prepare, piped, keepAnswer, bare], runs);
    targets.push(targetOf(`${access}, over a bare handler`, pipedTime / bareTime, most));
  }
  return targets;
}

/** As the gateway passes bodies. */
function encode(body: object): string {
  return Buffer.from(JSON.stringify(body)).toString("base64");
}

function startHandler(store: Store) {
  const now = () => new Date();
  const log = (line: object) => void JSON.stringify(line);
  const operations = contactOperations({
    ...{ ...noPictures, store, findPlace, now, newId: () => newId() },
    indexes: createContactIndexes({ store, now, log }),
    memberships: createMembershipReader(store),
    accountFiles: memoryAccountFiles(),
    importFiles: memoryFiles(),
  });
  const settings = { ALLOWED_ORIGINS: "", CACHE_TABLE_NAME: cacheName, RATE_LIMIT_PER_MINUTE: "1000000" };
  return createHandler(
    contactRoutes,
    operations,
    { ...keyedPipelinePartsFrom(settings, store.client), log },
    contactReserved,
  );
}

/** A recorded event of the gateway for a session of this account. */
function eventOf(name: string, accountId: string, more: Partial<APIGatewayProxyEvent>): APIGatewayProxyEvent {
  const file = new URL(`../../events/${name}.json`, import.meta.url);
  const event = JSON.parse(readFileSync(file, "utf8")) as APIGatewayProxyEvent;
  const requestContext = { ...event.requestContext, authorizer: { kind: "session", accountId } };
  return { ...event, multiValueQueryStringParameters: null, ...more, requestContext };
}

const commands = { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand };

function commandOf(name: string, input: object): GetCommand {
  const Command = commands[name as "GetCommand"];
  return new Command(input as GetCommand["input"]);
}

const checkBody = (body: unknown) => contactRoutes.createContact.body().parse(body);

function writtenItems(calls: readonly { input: object }[]): Record<string, unknown>[] {
  const transactions = calls.map(({ input }) => input as Partial<TransactWriteCommand["input"]>);
  return transactions.flatMap(({ TransactItems = [] }) => TransactItems.flatMap(({ Put }) => Put?.Item ?? []));
}

function unpackAll({ Item, Items = [] }: Partial<Record<"Item", object> & Record<"Items", object[]>>): void {
  for (const item of [Item ?? [], Items].flat()) if (packedAttribute in item) unpackFields({ ...item });
}

/** The same page of the table by the service's client, by the SDK's document client, and by a signed request. */
async function measureReading(address: GroundAddress, store: Store, { accountId }: BenchAccount): Promise<Target[]> {
  const query = {
    ...{ TableName: store.tableName, IndexName: "byName", Limit: 50, ConsistentRead: true },
    ...{ KeyConditionExpression: "pk = :pk", ReturnConsumedCapacity: "TOTAL" as const },
  };
  const pk = accountPartition(accountId);
  const { accessKeyId, dynamoDb: endpoint } = address;
  const sdk = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...{ endpoint, region, requestHandler }, credentials: { accessKeyId, secretAccessKey } }),
  );
  const signed = createSignedRequests({ endpoint, region, accessKeyId, secretAccessKey });
  const readBy = (client: Store["client"]) => () =>
    client.send(new QueryCommand({ ...query, ExpressionAttributeValues: { ":pk": pk } }));
  const readSigned = async () => {
    const answer = await signed.send("Query", { ...query, ExpressionAttributeValues: { ":pk": { S: pk } } });
    return (JSON.parse(answer) as { Items: Parameters<typeof unmarshall>[0][] }).Items.map((item) => unmarshall(item));
  };
  const readers = [readBy(store.client), readBy(sdk), readSigned];
  const [own = 0, ofSdk = 0, bySignature = 0] = await medianTimes(readers, runs);
  signed.end();
  sdk.destroy();
  return [
    targetOf("reading a page, over the SDK's document client", own / ofSdk, 0.65),
    targetOf("the same, over a signed request, JSON.parse and unmarshall", own / bySignature, 1.2),
  ];
}

function targetOf(name: string, ratio: number, most: number): Target {
  return {
    access: `processor time of ${name}`,
    limit: `at most ${most} ×`,
    measured: `${ratio.toFixed(2)} ×`,
    isReached: ratio <= most,
  };
}
