/** Sends a file by an upload form of the API straight to the storage. */
import { ApiError, connectionFailed } from "./api-error.ts";
import type { UploadForm } from "./types.ts";

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Called with the bytes of the file that were sent so far, and with all of them. */
  onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  fetch?: typeof globalThis.fetch;
}

/**
 * The form is for one file, once: after an error, prepare another upload. In Node, `fs.openAsBlob` opens a file without
 * reading it.
 */
export async function sendFile(upload: UploadForm, file: Blob, options: SendOptions = {}): Promise<void> {
  const form = formOf(upload, file);
  const overhead = form.size - file.size;
  const report = (sent: number) => options.onProgress?.(Math.max(0, Math.min(sent - overhead, file.size)), file.size);
  const { XMLHttpRequest: Request } = globalThis as { XMLHttpRequest?: unknown };
  const status = await (Request && options.onProgress
    ? sendByRequest(new (Request as new () => ProgressRequest)(), upload.url, form, report, options.signal)
    : sendByFetch(upload.url, form, report, options));
  if (status < 200 || status > 299) {
    throw new ApiError({
      code: "unexpected_answer",
      status,
      message: `The storage answered with the status ${status}.`,
    });
  }
}

/** The parts of a multipart body (RFC 7578) as one blob, whose size is known and whose content is read while it is sent. */
function formOf({ fields }: UploadForm, file: Blob): Blob {
  const boundary = crypto.randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n`;
  const type = "content-type: application/octet-stream\r\n\r\n";
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return new Blob([...parts, head, type, file, `\r\n--${boundary}--\r\n`], { type: contentType });
}

async function sendByFetch(
  url: string,
  form: Blob,
  report: (sent: number) => void,
  { signal, onProgress, fetch = globalThis.fetch }: SendOptions,
): Promise<number> {
  // A body that could be sent again after a redirect is kept in memory as a whole.
  const once = { method: "POST", redirect: "error" } as const;
  // The length of a stream is not known. S3 refuses a body without it.
  const headers = { "content-type": form.type, "content-length": String(form.size) };
  const request = onProgress
    ? { body: form.stream().pipeThrough(counting(report)), duplex: "half" as const, headers }
    : { body: form };
  try {
    return (await fetch(url, { ...once, ...request, ...(signal && { signal }) })).status;
  } catch (error) {
    throw signal?.aborted ? error : connectionFailed(error);
  }
}

function counting(report: (sent: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let sent = 0;
  return new TransformStream({
    transform(chunk, controller) {
      sent += chunk.byteLength;
      controller.enqueue(chunk);
      report(sent);
    },
  });
}

/** The part of `XMLHttpRequest` that is needed. Only this tells a browser's progress. */
interface ProgressRequest {
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  status: number;
  open: (method: string, url: string) => void;
  send: (body: Blob) => void;
  abort: () => void;
}

function sendByRequest(
  request: ProgressRequest,
  url: string,
  form: Blob,
  report: (sent: number) => void,
  signal?: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => report(loaded);
    request.onload = () => resolve(request.status);
    request.onerror = () => reject(connectionFailed());
    request.onabort = () => reject(signal?.reason);
    request.open("POST", url);
    request.send(form);
    if (signal?.aborted) request.abort();
    else signal?.addEventListener("abort", () => request.abort(), { once: true });
  });
}
