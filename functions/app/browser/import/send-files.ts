/** Sends files to be parsed: through the API, or a large one straight to the storage. */
import { ApiError } from "../../../../shared/client/api-error.ts";
import { type SendOptions, sendFile } from "../../../../shared/client/send-file.ts";
import type { Source, Strategy } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import type { FileKind } from "./file-kinds.ts";

/** What the API takes in one request, in bytes. */
const maxRequestBytes = 4 * 1024 * 1024;
/** A file above this size goes straight to the storage, because its import is then known, and shows its progress, while it is parsed. */
const directBytes = 1024 * 1024;

/** Resolves to the id of the import. Throws `ApiError`. Without a kind, the files are refused. */
export async function sendFiles(
  files: readonly File[],
  kind: FileKind | undefined,
  options: SendOptions = {},
): Promise<string> {
  const { signal } = options;
  if (!kind) throw refusal("A table can't be imported here. Import an address book (vCard), or the JSON of a network.");
  await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer())).catch(() => {
    throw refusal("A file can't be read. If it is a folder, put its files into a ZIP archive.");
  });
  const [source, strategy] = kind.split(":") as [Source, Strategy?];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const [file] = files;
  if (file && files.length === 1 && size > directBytes) {
    const { body } = await call("prepareImportUpload", { source, fileName: file.name, size, strategy }, { signal });
    await sendFile(body.upload, file, options);
    return body.importId;
  }
  if (size > maxRequestBytes) throw refusal("Several files may have 4 MB together; a single one may have 5 GB.");
  const { body } = await call("parseImport", { source, file: [...files], strategy }, { signal });
  return body.importId;
}

function refusal(message: string): ApiError {
  return new ApiError({ code: "validation_error", status: 400, message });
}
