/** Exports: each is asked for until its file is made. */
import type { Answer } from "../../../../shared/client/call.ts";
import type { Export, PendingExport } from "../../../../shared/client/types.ts";

export type ExportAnswer = Pick<Answer<Export | PendingExport>, "body" | "headers">;

export interface ExportCalls {
  begin: () => Promise<ExportAnswer>;
  /** Asks for an export that was begun. */
  ask: (id: string) => Promise<ExportAnswer>;
}

/** The addresses of the files. `pause` waits for this many seconds. */
export async function makeExport(
  { begin, ask }: ExportCalls,
  pause: (seconds: number) => Promise<void>,
): Promise<readonly string[]> {
  let answer = await begin();
  while ("exportId" in answer.body) {
    const { exportId } = answer.body;
    await pause(Number(answer.headers.get("retry-after") ?? 1));
    answer = await ask(exportId);
  }
  return answer.body.urls ?? [answer.body.url];
}
