import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../../shared/client/api-error.ts";
import { sendFile } from "../../../shared/client/send-file.ts";

const upload = {
  url: "https://bucket.example.com/",
  method: "POST" as const,
  fields: { key: "uploads/a/0", policy: "signed" },
  expiresAt: "2026-01-02T03:04:05.000Z",
  maxBytes: 5,
};
const file = new File(["cards"], "book.vcf");

/** A request that reports its progress as a browser does. */
class BrowserRequest {
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 204;
  static sent: Blob | undefined;
  static fate: "load" | "error" | "none" = "load";

  open() {}
  abort() {
    this.onabort?.();
  }
  send(body: Blob) {
    BrowserRequest.sent = body;
    for (const loaded of [1, body.size]) this.upload.onprogress?.({ loaded });
    if (BrowserRequest.fate === "load") this.onload?.();
    if (BrowserRequest.fate === "error") this.onerror?.();
  }
}

afterEach(() => vi.unstubAllGlobals());

/** The parts of a body as a storage reads them. */
async function partsOf(body: ArrayBuffer | Blob, type: string): Promise<[string, string][]> {
  const form = await new Response(body, { headers: { "content-type": type }, ...{ duplex: "half" } }).formData();
  return Promise.all(
    [...form].map(async ([name, part]) => [name, part instanceof File ? await part.text() : part] as [string, string]),
  );
}
const expected = [...Object.entries(upload.fields), ["file", "cards"]];

describe("a file", () => {
  it.each([[undefined], [[] as number[][]]])(
    "is sent after the fields of the form, with its length: %j",
    async (progress) => {
      const fetch: typeof globalThis.fetch = async (_, init) => {
        const body = init?.body as Blob | ReadableStream;
        const headers = new Headers(init?.headers);
        const type = headers.get("content-type") ?? (body as Blob).type;
        const content = await new Response(body).arrayBuffer();
        expect(Number(headers.get("content-length") ?? (body as Blob).size)).toBe(content.byteLength);
        expect(await partsOf(content, type)).toEqual(expected);
        return new Response(null, { status: 204 });
      };
      const onProgress = progress && ((...bytes: number[]) => void progress.push(bytes));
      await sendFile(upload, file, { fetch, ...(onProgress && { onProgress }) });
      expect(progress?.at(-1) ?? [5, 5]).toEqual([5, 5]);
    },
  );

  it("is sent with progress in a browser", async () => {
    vi.stubGlobal("XMLHttpRequest", BrowserRequest);
    BrowserRequest.fate = "load";
    const progress: number[] = [];
    await sendFile(upload, file, { onProgress: (sent) => progress.push(sent) });
    expect(progress).toEqual([0, 5]);
    const { sent } = BrowserRequest;
    expect(await partsOf(sent ?? new Blob([]), sent?.type ?? "")).toEqual(expected);
  });

  it("that is refused or lost is an error, and one that is aborted has the reason", async () => {
    const refused = sendFile(upload, file, { fetch: async () => new Response("<Error/>", { status: 403 }) });
    await expect(refused).rejects.toMatchObject({ code: "unexpected_answer", status: 403 });
    const lost = sendFile(upload, file, { fetch: () => Promise.reject(new TypeError("fetch failed")) });
    await expect(lost).rejects.toBeInstanceOf(ApiError);
    await expect(lost).rejects.toMatchObject({ code: "connection_failed", cause: new TypeError("fetch failed") });

    vi.stubGlobal("XMLHttpRequest", BrowserRequest);
    const onProgress = () => {};
    BrowserRequest.fate = "error";
    await expect(sendFile(upload, file, { onProgress })).rejects.toMatchObject({ code: "connection_failed" });
    BrowserRequest.fate = "none";
    const stop = new AbortController();
    const stopped = sendFile(upload, file, { onProgress, signal: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
  });
});
