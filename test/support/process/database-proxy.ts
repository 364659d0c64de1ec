/** A proxy between a client and the emulator. It makes conflicts, missing answers and concurrent writes, which the emulator never has. */
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { TableHost } from "../../../infra/local/database/tables.ts";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { memoryAccountFiles } from "./account-files.ts";

export interface DatabaseCall {
  /** Such as `TransactWriteItems`. */
  action: string;
  input: { ClientRequestToken?: string; ConsistentRead?: boolean; Key?: Record<string, { S?: string }> };
}

/**
 * The proxy passes a call, cancels its transaction for these reasons, answers it itself (like a stale read), or
 * carries it out and drops the answer.
 */
export type Fate =
  | "pass"
  | "lose answer"
  | { cancelled: readonly string[] }
  | { answer: Readonly<Record<string, unknown>> };

export interface DatabaseProxy extends AsyncDisposable {
  endpoint: string;
}

export async function startDatabaseProxy(
  host: TableHost,
  decide: (call: DatabaseCall) => Fate | Promise<Fate>,
): Promise<DatabaseProxy> {
  const server = createServer(async (request, response) => {
    const input = (await json(request)) as DatabaseCall["input"];
    const action = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    const fate = await decide({ action, input });
    if (typeof fate === "object") {
      return "answer" in fate ? send(response, 200, fate.answer) : send(response, 400, cancellation(fate.cancelled));
    }
    const { authorization = "", "x-amz-target": target, "x-amz-date": date } = request.headers;
    const answer = await fetch(host.endpoint, {
      method: "POST",
      headers: {
        authorization,
        "x-amz-date": String(date),
        "x-amz-target": String(target),
        "content-type": "application/x-amz-json-1.0",
      },
      body: JSON.stringify(input),
    });
    const body = (await answer.json()) as object;
    if (fate === "lose answer") return void response.destroy();
    send(response, answer.status, body);
  });
  const port = await listenOnLoopback(server, "The proxy of the database");
  return { endpoint: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => closeServer(server) };
}

/** Decides only about commits, which are numbered from 1. All other calls pass. */
export function onCommit(decide: (call: DatabaseCall, commit: number) => Fate | Promise<Fate>) {
  let commits = 0;
  return (call: DatabaseCall): Fate | Promise<Fate> =>
    call.action === "TransactWriteItems" ? decide(call, ++commits) : "pass";
}

/** The same tables through another client, like another process. */
export function anotherProcess(host: TableHost, tableName: string, endpoint: string = host.endpoint): Store {
  const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
  const client = createDocumentClient({ endpoint, region: host.region, credentials });
  return { client, tableName, putLongValue: memoryAccountFiles().put };
}

function cancellation(reasons: readonly string[]): object {
  return {
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.join(", ")}]`,
    CancellationReasons: reasons.map((Code) => ({ Code })),
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
}
