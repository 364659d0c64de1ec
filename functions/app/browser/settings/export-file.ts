/** Exports: each is asked for until its file is made. */
import type { Answer } from "../../../../shared/client/call.ts";
import type { Export, PendingExport } from "../../../../shared/client/types.ts";

/** Begins an export, or asks for the one with this id. */
export type AskExport = (id?: string) => Promise<Pick<Answer<Export | PendingExport>, "body" | "headers">>;

export const pauseExport = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/** The addresses of the files. `pause` waits for this many seconds. */
export async function makeExport(ask: AskExport, pause: (seconds: number) => Promise<void>): Promise<string[]> {
  let { body, headers } = await ask();
  while ("exportId" in body) {
    await pause(Number(headers.get("retry-after") ?? 1));
    ({ body, headers } = await ask(body.exportId));
  }
  return body.urls ?? [body.url];
}
