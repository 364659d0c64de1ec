/** Which files make one import. */
import { access, constants, stat } from "node:fs/promises";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { findSource } from "./find-source.ts";
import { ImportCommandError, type ImportOptions } from "./options.ts";

export interface LocalFile {
  path: string;
  size: number;
}

/** Several files are sent together, and a single one straight to the storage. */
export interface PlannedImport {
  source: ImportSource;
  files: LocalFile[];
  /** The bytes of all files. */
  size: number;
}

/** The largest sizes of a parse request. */
const maxTogether = { bytes: 4 * 1024 * 1024, files: 500 };

const maxFileBytes = 5 * 1024 ** 3;

export interface Plan {
  /** In the order of the first file of each. */
  imports: PlannedImport[];
  /** The messages about files that can't be read. */
  unread: string[];
}

/** Throws `ImportCommandError` for a file that the strategy does not fit, and if no file can be imported. */
export async function planImports({ files, source, strategy }: ImportOptions): Promise<Plan> {
  const imports: PlannedImport[] = [];
  const unread: string[] = [];
  for (const path of files) {
    const known = await inspect(path, source).catch((fault: unknown) => {
      if (!(fault instanceof ImportCommandError)) throw fault;
      unread.push(fault.message);
    });
    if (!known) continue;
    const { size, source: found } = known;
    if (strategy && found !== "network_b") {
      throw new ImportCommandError(`Only network_b has strategies, and ${path} is a file of ${found}.`);
    }
    const fitting = imports.find(
      (other) =>
        other.source === found && other.files.length < maxTogether.files && other.size + size <= maxTogether.bytes,
    );
    fitting?.files.push({ path, size });
    if (fitting) fitting.size += size;
    else imports.push({ source: found, files: [{ path, size }], size });
  }
  if (imports.length === 0) throw new ImportCommandError(unread.join("\n"));
  return { imports, unread };
}

async function inspect(path: string, source: ImportSource | undefined) {
  return { size: await sizeOf(path), source: source ?? (await findSource(path)) };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(refuse);
  if (found.isDirectory())
    throw new ImportCommandError(`${path} is a folder: name the files in it, as in ${path}/*.vcf.`);
  await access(path, constants.R_OK).catch(refuse);
  if (found.size === 0) throw new ImportCommandError(`${path} is empty.`);
  if (found.size > maxFileBytes) throw new ImportCommandError(`${path} has more than 5 GB, which is the limit.`);
  return found.size;
}

function refuse({ code, path }: NodeJS.ErrnoException): never {
  throw new ImportCommandError(code === "ENOENT" ? `There is no file ${path}.` : `${path} can't be read (${code}).`);
}
