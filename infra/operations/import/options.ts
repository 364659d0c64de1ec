/** The options of `npm run import`. */
import { parseArgs } from "node:util";
import {
  type FollowStrategy,
  followStrategies,
  type ImportSource,
  sourceNames,
} from "../../../shared/import/row/parsed-contact.ts";
import { importSources } from "../../../shared/import/sources.ts";

export const usage = `Imports contacts from address books and exports of networks.

  npm run import -- FILE… --key KEY [--url URL]
  npm run import -- --undo RECEIPT --key KEY [--url URL]

  FILE               ${sourceNames.map((name) => importSources[name].files).join(", ")}
  --url URL          the API; the local one at PORT (3000) without it
  --key KEY          an API key with full permission, or a session token. The variable IMPORT_KEY does the same, and
                     keeps it out of the shell's history and of the line in which npm repeats the command
  --source SOURCE    ${sourceNames.join(", ")}; found by each file without it
  --strategy LISTS   of network_b: ${followStrategies.join(", ")}
  --group LABEL      adds every imported contact to this group, which is made if it is missing; may be repeated
  --dry-run          shows what the files hold, and writes nothing
  --undo RECEIPT     takes an import of the last 30 days back, and names what stays
  --help             shows this text

Files of one source make one import while they have at most 4 MB and are at most 500; a larger file is an import of
its own. All files are read before the first contact is written. Every import has a receipt of its own.

On a terminal you see progress bars and a table. Otherwise progress is written to standard error, and one JSON object
to standard output: importId, receiptId, total, imported, updated, skipped, failed, durationMs. The counts are those
of the receipt: \`updated\` are rows that added values to contacts, also to one of an earlier row, \`skipped\` were imported
before or bring nothing, and \`failed\` are not valid or could not be written. Several imports give their sums, and each one's
object in \`imports\`; --dry-run and --undo give counts of their own. Scripts use \`npm run --silent import\`, without
npm's own lines.

Exit code: 0 done, 1 some rows failed (or would, with --dry-run) or a file was skipped because it can't be read,
2 wrong use or refused, 130 stopped by Ctrl-C.`;

/** Says to the person at the terminal what is wrong. */
export class ImportCommandError extends Error {}

interface Target {
  /** Without a slash at its end. */
  baseUrl: string;
  token: string;
}

export interface ImportOptions extends Target {
  files: string[];
  source: ImportSource | undefined;
  strategy: FollowStrategy | undefined;
  groups: string[];
  isDryRun: boolean;
}

export interface UndoOptions extends Target {
  undo: string;
}

const definitions = {
  url: { type: "string" },
  key: { type: "string" },
  source: { type: "string" },
  strategy: { type: "string" },
  group: { type: "string", multiple: true },
  "dry-run": { type: "boolean" },
  undo: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Options that mean nothing to an undo. */
const ofImports = ["source", "strategy", "group", "dry-run"] as const;

/** Throws `ImportCommandError`. */
export function readOptions(args: readonly string[], environment: Environment): ImportOptions | UndoOptions | "help" {
  const { values, positionals: files } = parse(args);
  if (values.help) return "help";
  const { undo } = values;
  if (undo === undefined && files.length === 0) throw wrong("Which file?");
  const target = {
    baseUrl: readUrl(values.url ?? localUrl(environment)),
    token: readKey(values.key ?? environment.IMPORT_KEY),
  };
  if (undo !== undefined) {
    const other = files.length > 0 ? "a file" : ofImports.find((name) => values[name] !== undefined);
    if (other !== undefined) throw wrong(`--undo takes an import back, and takes no ${other.replace(/^a /, "")}.`);
    if (!uuid.test(undo)) throw wrong(`"${undo}" is no receipt. Its id was printed at the end of the import.`);
    return { ...target, undo };
  }
  const source = oneOf("source", sourceNames, values.source);
  const strategy = oneOf("strategy", followStrategies, values.strategy);
  return { ...target, files, source, strategy, groups: values.group ?? [], isDryRun: values["dry-run"] === true };
}

/** The address of the local host. */
export function localUrl({ PORT, STAGE_PATH = "" }: Environment): string {
  return `http://localhost:${PORT || "3000"}${STAGE_PATH}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function parse(args: readonly string[]) {
  try {
    const found = parseArgs({ args: [...args], options: definitions, allowPositionals: true, tokens: true });
    const names = found.tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    // The parser would silently take the last one.
    const twice = names.find((name, index) => name !== "group" && names.indexOf(name) !== index);
    if (twice !== undefined) throw new ImportCommandError(`--${twice} is there twice.`);
    return found;
  } catch (fault) {
    throw fault instanceof Error ? wrong(fault.message) : fault;
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw wrong(`"${text}" is no address of an API, like https://api.example.com.`);
  }
  return url.href.replace(/\/+$/, "");
}

function readKey(key: string | undefined): string {
  if (!key) throw wrong("The key is missing: give --key, or set the variable IMPORT_KEY.");
  if (/[^\x21-\x7e]/.test(key)) throw wrong("The key has a space or another character that no key has.");
  return key;
}

function oneOf<const Value extends string>(
  name: string,
  known: readonly Value[],
  text: string | undefined,
): Value | undefined {
  const value = known.find((each) => each === text);
  if (text !== undefined && !value) throw wrong(`--${name} must be one of ${known.join(", ")}, not "${text}".`);
  return value;
}

function wrong(message: string): ImportCommandError {
  return new ImportCommandError(`${message}\nHow to use it: npm run import -- --help`);
}
