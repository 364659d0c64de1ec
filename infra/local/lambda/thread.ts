/** The code inside a thread that runs functions: it loads the handlers, then answers calls. See threads.ts. */
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { type FunctionHandler, functionInThread, type LocalFunction } from "./lambda-function.ts";
import type { CallMessage, ReplyMessage } from "./threads.ts";

const port = parentPort;
if (!port) throw new Error("this file is the inside of a thread and can't be run by itself");

// The threads load much of the same code, at every start of the stack.
enableCompileCache();
const handlers = workerData as Record<string, string>;
const functions = new Map<string, LocalFunction>();
await Promise.all(
  Object.entries(handlers).map(async ([name, url]) => {
    const { handler } = (await import(url)) as { handler?: FunctionHandler };
    if (!handler) throw new Error(`${url} exports no handler`);
    functions.set(name, functionInThread(name, handler, Date.now));
  }),
);

port.on("message", async ({ id, name, event, call }: CallMessage) => {
  try {
    const target = functions.get(name);
    if (!target) throw new Error(`there is no function ${name} in this thread`);
    send({ id, answer: await target.run(event, call) });
  } catch (error) {
    const { name: kind, message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ id, fault: { name: kind, message, stack: stack ?? "" } });
  }
});
send("loaded");

function send(message: ReplyMessage): void {
  port?.postMessage(message);
}
