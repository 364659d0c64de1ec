/** Sends files to be parsed, with progress: through the API, or a large one straight to the storage. */
import { CallError, readAnswer } from "./call-api.js";
import { withRetries } from "./import-api.js";
import { storedKey } from "./key.js";

/** What the API takes in one request, in bytes. */
const maxRequestBytes = 4 * 1024 * 1024;
/** A file above this size goes straight to the storage, because its import is then known, and shows its progress, while it is parsed. */
const directBytes = 1024 * 1024;
/** An archive names its entries at its end. */
const directoryBytes = 1024 * 1024;

/** The kind of a file (see import-words.js), by its name, and of an archive by the names of its entries. */
export async function detectKind(file) {
  if (/\.csv$/i.test(file.name)) return "network_a";
  if (/\.json$/i.test(file.name)) return "network_b:following_and_followers";
  if (!/\.zip$/i.test(file.name)) return "vcard";
  const names = await file
    .slice(-directoryBytes)
    .text()
    .catch(() => "");
  if (/\.vcf/i.test(names)) return "vcard";
  if (/follow(ers|ing)[\w-]*\.json/i.test(names)) return "network_b:following_and_followers";
  return /\.csv/i.test(names) ? "network_a" : "vcard";
}

/** Resolves to the id of the import. Calls `onProgress(bytes sent)`. */
export async function sendFiles({ api, files, kind, onProgress, signal }) {
  await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer())).catch(() => {
    const message = "A file can't be read. If it is a folder, put its files into a ZIP archive.";
    throw new CallError(0, { message });
  });
  const [source, strategy] = kind.split(":");
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const path = `/contacts/import/${source}`;
  if (files.length === 1 && size > directBytes) {
    const [file] = files;
    const { importId, upload } = await api.post(`${path}/uploads`, { fileName: file.name, size, strategy }, signal);
    await send(upload.url, { ...upload.fields, file }, { onProgress, signal, what: "The storage" });
    return importId;
  }
  if (size > maxRequestBytes) {
    const message = "Several files may have 4 MB together; a single one may have 5 GB.";
    throw new CallError(413, { code: "payload_too_large", message });
  }
  const fields = Object.fromEntries(files.map((file, index) => [`file${index}`, file]));
  const headers = { authorization: `Bearer ${storedKey()}` };
  const options = { headers, onProgress, signal, what: "The API" };
  const text = await send(api.addressOf(`${path}/parse`), { ...(strategy && { strategy }), ...fields }, options);
  return readAnswer(true, 200, text).importId;
}

/** Sends a form, because `fetch` tells no progress. Resolves to the text of the answer. */
function send(address, fields, { headers = {}, onProgress, signal, what }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const attempt = () =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => {
        if (request.status < 300) return resolve(request.responseText);
        try {
          readAnswer(false, request.status, request.responseText);
        } catch (error) {
          // The storage answers in XML.
          reject(error.code ? error : new CallError(request.status, { message: `${what} refused the files.` }));
        }
      };
      request.onerror = () => reject(new CallError(undefined, { message: `${what} can't be reached.` }));
      const abort = () => request.abort();
      signal.addEventListener("abort", abort, { once: true });
      request.onabort = () => reject(signal.reason);
      request.onloadend = () => signal.removeEventListener("abort", abort);
      request.send(form);
    });
  return withRetries(attempt, signal);
}
