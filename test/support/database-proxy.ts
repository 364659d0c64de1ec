/** Stands between a client and the emulator, and makes what the emulator never does: conflicts, lost answers, writes of others in between. */
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { closeServer, listenOnLoopback } from "../../infra/local/loopback.ts";
import type { TableHost } from "../../infra/local/tables.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import type { Store } from "../../shared/table/store.ts";

export interface DatabaseCall {
  /** Such as `TransactWriteItems`. */
  action: string;
  input: { ClientRequestToken?: string; ConsistentRead?: boolean; Key?: Record<string, { S?: string }> };
}

/**
 * What becomes of a call: it passes, is answered as a cancelled transaction with these reasons or with an answer made
 * up (as a read that is behind gives), or is carried out and its answer lost. Work that is done before deciding comes
 * between the caller's earlier calls and this one.
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

/** Decides over commits only, which it numbers from 1; everything else passes. */
export function onCommit(decide: (call: DatabaseCall, commit: number) => Fate | Promise<Fate>) {
  let commits = 0;
  return (call: DatabaseCall): Fate | Promise<Fate> =>
    call.action === "TransactWriteItems" ? decide(call, ++commits) : "pass";
}

/** The same tables through another client, as another process has it. */
export function anotherProcess(host: TableHost, tableName: string, endpoint: string = host.endpoint): Store {
  const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
  return { client: createDocumentClient({ endpoint, region: host.region, credentials }), tableName };
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
