/**
 * The house rules. Each has a check, from source files to violations, each a line `path: what is wrong`, and a file that breaks it: a check
 * that no longer sees anything is found out.
 */

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
}

interface Rule {
  check: (files: readonly SourceFile[]) => string[];
  broken: readonly SourceFile[];
  /** How many violations `broken` has, if not one. */
  violations?: number;
}

const layers = ["shared", "functions", "infra", "test"];

/**
 * The folders below shared/, in the order in which they build on each other: each imports only from those before it. What
 * knows HTTP, AWS and the machine comes first, the subjects of the service after it.
 */
const rooms = [
  ...["config", "log", "text", "time", "dynamodb", "s3", "mail", "health", "http"].map(
    (name) => `shared/platform/${name}`,
  ),
  ...["account", "picture", "place", "contact", "import", "important-date", "keep-in-touch", "map"].map(
    (name) => `shared/${name}`,
  ),
  ...["reminder", "share", "auth", "webhook", "search"].map((name) => `shared/${name}`),
  ...["contact-change", "interaction", "label", "relationship", "contact-deletion", "contact-list", "vcard"].map(
    (name) => `shared/${name}`,
  ),
  ...["export", "import-commit", "import-undo", "merge", "undo", "client"].map((name) => `shared/${name}`),
];

/** What browsers have as well as the server. */
const ofBoth =
  /^shared\/(client|page)\/|^(shared\/platform\/(text\/fold|time\/calendar)\.ts|functions\/docs\/openapi\/operation-index\.ts)$/;

/** The adapters that have a clock or chance by default. */
const timeKeepers = new Set([
  "functions/app/browser/parts/moment.tsx",
  "shared/account/store/account-write.ts",
  "shared/client/retry.ts",
  "shared/platform/log/request-log.ts",
  "shared/platform/http/gateway-parts.ts",
]);

interface ReplacedWord {
  word: RegExp;
  write: string;
  /** Files that use the word in the only sense that it keeps. */
  except?: readonly string[];
}

/** Words that had several meanings, or are literature, and what says the same in plain technical English. */
const replacedWords: readonly ReplacedWord[] = [
  { word: /(?<!all)settle/i, write: "apply, resolve or done" },
  { word: /\blose\w*\(/, write: "dropped" },
  { word: /told/i, write: "notified, shown or received" },
  { word: /\b(?:interface|class|type) Match\b/, write: "what is matched as well, such as TownMatch" },
  { word: /pass(?:ed|es|ing) ?over/i, write: "skipped, or the reason" },
  { word: /\bremark|Remark/, write: "issue or message" },
  { word: /\bso many\b/, write: "the number, or the parameter that has it" },
  { word: /\bhangs on\b/, write: "depends on or belongs to" },
  // A given name may be called so.
  {
    word: /\bconst given\b|\bown, given\b|\bgiven of\b|[(,] given: [A-Z]/,
    write: "a noun, such as row, patch or handle",
  },
  { word: /wanted/i, write: "a noun, such as request" },
  {
    word: /claim/i,
    write: "reservation, lease or hint, except for the claims of a JWT",
    except: [
      ...["shared/auth/person.ts", "shared/auth/session-token.ts", "shared/platform/config/environment.ts"],
      ...["infra/cloud/settings.ts", "infra/local/issuer/person-tokens.ts"],
    ],
  },
];

/** What several tests once did by hand, and the function in test/support that does it. */
const writtenByHand: readonly { pattern: RegExp; write: string; except: RegExp }[] = [
  {
    pattern: /\bcreateContact\b[^;]*\/contact\/change\/apply\.ts"/,
    write: "newContact",
    // Imports create contacts from parsed rows.
    except: /\/new-contact\.ts$|^test\/unit\/vcard\/|import/,
  },
  { pattern: /\bdetailsOf\(/, write: "faultPaths", except: /\/fault-paths\.ts$/ },
];

export const rules: Readonly<Record<string, Rule>> = {
  "imports point one way: test, infra, functions, shared, packages": {
    check: ofImports((path, target) => {
      const [from, to] = [layers.indexOf(top(path)), layers.indexOf(top(target))];
      return from >= 0 && to > from ? `imports ${target}, which lies above it` : undefined;
    }),
    broken: [planted("shared/platform/http/planted.ts", 'import { routeTable } from "../../../functions/routes.ts";')],
  },

  "a subject can be read without those that build on it": {
    check: ofImports((path, target) => {
      if (top(path) !== "shared" || top(target) !== "shared") return undefined;
      const [from, to] = [rooms.indexOf(roomOf(path)), rooms.indexOf(roomOf(target))];
      if (from < 0) return `add ${roomOf(path)} to the rooms in test/rules/rules.ts, at its place in the order`;
      return to > from ? `imports ${target} of a room that comes after its own` : undefined;
    }),
    broken: [planted("shared/platform/http/planted.ts", 'import { contactLimits } from "../../contact/limits.ts";')],
  },

  "the client can be copied, because it imports nothing from outside of its folder": {
    check: ofImports((path, target) =>
      path.startsWith("shared/client/") && !target.startsWith("shared/client/") ? `imports ${target}` : undefined,
    ),
    broken: [planted("shared/client/planted.ts", 'import { openAsBlob } from "node:fs";')],
  },

  "code for browsers imports nothing of the server but the client and what all pages share": {
    check: ofImports((path, target) => {
      const isOfServer = target.startsWith("node:") || layers.includes(top(target));
      const isForBrowsers = /^functions\/[^/]+\/browser\//;
      if (!isForBrowsers.test(path) || !isOfServer || isForBrowsers.test(target)) return undefined;
      return ofBoth.test(target) ? undefined : `imports ${target}`;
    }),
    broken: [
      planted(
        "functions/app/browser/planted.tsx",
        'import { contactLimits } from "../../../shared/contact/limits.ts";',
      ),
      planted("functions/app/browser/planted.tsx", 'import { readFile } from "node:fs/promises";'),
    ],
    violations: 2,
  },

  "two folders do not import each other, because they would be one that is cut in two": {
    check: (files) => {
      const pairs = new Map<string, string>();
      for (const { path, target } of imports(files)) {
        const [from, to] = partingFolders(path, target);
        if (from && to) pairs.set(`${from} ${to}`, `${path}: imports ${target}`);
      }
      return [...pairs].flatMap(([pair, example]) => {
        const [from = "", to = ""] = pair.split(" ");
        return from < to && pairs.has(`${to} ${from}`) ? [`${example}, and ${to} imports ${from}`] : [];
      });
    },
    broken: [
      planted("shared/contact/store/planted.ts", 'import { apply } from "../change/apply.ts";'),
      planted("shared/contact/change/planted.ts", 'import { getContact } from "../store/contact.ts";'),
    ],
  },

  "no circle of imports, types included, because none of its files can be read without the others": {
    check: findCircles,
    broken: [
      planted("shared/contact/planted.ts", 'import type { Other } from "./other.ts";'),
      planted("shared/contact/other.ts", 'import { between } from "./between.ts";'),
      planted("shared/contact/between.ts", 'import { plant } from "./planted.ts";'),
    ],
  },

  "a group can be understood, and deployed, without the others": {
    check: ofImports((path, target) => {
      const [from, to] = [groupOf(path), groupOf(target)];
      return from && to && from !== to ? `imports ${target} of another group` : undefined;
    }),
    broken: [planted("functions/contacts/planted.ts", 'import { routeGroup } from "../imports/group.ts";')],
  },

  "the table of routes holds what groups declare, and none of what they do": {
    check: ofImports((path, target) =>
      path === "functions/routes.ts" && top(target) === "functions" && !/\/(group|declaration)\.ts$/.test(target)
        ? `imports ${target}, which declares no group`
        : undefined,
    ),
    broken: [planted("functions/routes.ts", 'import { handler } from "./contacts/handler.ts";')],
  },

  "a declaration is data, without the CDK, the SDK and what the function does": {
    check: ofImports((path, target) =>
      /^functions\/[\w-]+\/(group|function)\.ts$/.test(path) &&
      /^(aws-cdk-lib|constructs|@aws-sdk\/)|\/(handler|operations)\.ts$/.test(target)
        ? `imports ${target}, and should declare what is needed as data`
        : undefined,
    ),
    broken: [planted("functions/planted/group.ts", 'import { Duration } from "aws-cdk-lib";')],
  },

  "the stack imports no handler, which would run it": {
    check: ofImports((path, target) =>
      top(path) === "infra" &&
      !path.startsWith("infra/local/") &&
      /^functions\/.*(handler|operations)\.ts$/.test(target)
        ? `imports ${target}`
        : undefined,
    ),
    broken: [planted("infra/planted.ts", 'import { handler } from "../functions/contacts/handler.ts";')],
  },

  "only adapters in shared/ and the local host speak to AWS": {
    check: ofImports((path, target) =>
      target.startsWith("@aws-sdk/") && top(path) === "functions" ? `imports ${target}` : undefined,
    ),
    broken: [planted("functions/contacts/planted.ts", 'import { DynamoDBClient } from "@aws-sdk/client-dynamodb";')],
  },

  "operations know no event, no environment and no SDK": {
    check: ofTexts(/\/operations\.ts$/, (text) =>
      /process\.env|aws-lambda|@aws-sdk/.test(text) ? "is not plain" : undefined,
    ),
    broken: [planted("functions/planted/operations.ts", "const table = process.env.TABLE_NAME;")],
  },

  "a handler is wiring": {
    check: ofTexts(/^functions\/[^/]+\/handler\.ts$/, (text) =>
      text.split("\n").length > 41 ? "has more than 40 lines" : undefined,
    ),
    broken: [planted("functions/planted/handler.ts", "\n".repeat(50))],
  },

  "time and chance come in as arguments, except in wiring and the named adapters": {
    check: ofTexts(/^(shared|functions)\/(?!docs\/browser\/|.*\/(handler|gate)\.ts$)/, (text, path) =>
      /\bDate\.now\b|new Date\(\)|\bMath\.random\b/.test(text) && !timeKeepers.has(path)
        ? "reaches for time or chance"
        : undefined,
    ),
    broken: [planted("shared/planted.ts", "const id = Math.random();")],
  },

  "zod is imported as a namespace, because the named import bundles five times as much": {
    check: ofTexts(/./, (text) =>
      /import\s+(type\s+)?\{[^}]*\}\s+from\s+"zod"/.test(text) ? "imports zod by name" : undefined,
    ),
    broken: [planted("shared/planted.ts", 'import { z } from "zod";')],
  },

  "no module is imported for its effects, because bundles leave such imports out (sideEffects in package.json)": {
    check: ofTexts(/^(shared|functions)\/(?!app\/browser\/shared-parts\.ts$)/, (text) =>
      /^import "(?!.*\.css";|\.\.?\/shared-parts\.ts";)/m.test(text) ? "imports a module for its effects" : undefined,
    ),
    broken: [planted("shared/planted.ts", 'import "./effects.ts";')],
  },

  "code and comments use the words of the glossary, so that each word has one meaning": {
    check: ofTexts(/^(shared|functions|infra)\//, (text, path) => {
      const found = replacedWords.find(({ word, except = [] }) => word.test(text) && !except.includes(path));
      return found && `has ${found.word.exec(text)}: write ${found.write}`;
    }),
    broken: [
      planted("shared/planted.ts", "const isUntold = true;"),
      planted("shared/planted.ts", "const passedOver = [];"),
      planted("shared/planted.ts", "function remarkOf() {}"),
      planted("shared/planted.ts", "/** The rows that so many writes changed. */"),
      planted("shared/planted.ts", "/** Deletes what hangs on it. */"),
      planted("shared/planted.ts", "for (const given of rows) yield given;"),
    ],
    violations: 6,
  },

  "a value has its real type, because a cast through unknown hides every mistake": {
    check: ofTexts(/^(shared|functions|infra)\//, (text) =>
      /\bas\s+unknown\s+as\b/.test(text) ? "casts through unknown: type the value at its source" : undefined,
    ),
    broken: [planted("shared/planted.ts", "return record as unknown as ExportRecord;")],
  },

  "no test is switched off": {
    check: ofTexts(/./, (text) =>
      /\b(it|test|describe)\.(only|skip|todo)\b/.test(text) ? "switches a test off" : undefined,
    ),
    broken: [planted("test/planted.test.ts", 'it.only("works", () => {});')],
  },

  "a mocked class is restored, because the next file in the same process uses it": {
    check: ofTexts(/^test\//, (text) =>
      /\bmockClient\([A-Z]/.test(text) && !text.includes(".restore()") ? "mocks a class for good" : undefined,
    ),
    broken: [planted("test/planted.test.ts", "const sqs = mockClient(SQSClient);")],
  },

  "tests use the function that exists, because what each writes by hand has to be changed in each": {
    check: ofTexts(/^test\//, (text, path) => {
      const found = writtenByHand.find(({ pattern, except }) => pattern.test(text) && !except.test(path));
      return found && `writes by hand what ${found.write} of test/support does`;
    }),
    broken: [planted("test/planted.test.ts", 'import { createContact } from "../shared/contact/change/apply.ts";')],
  },

  "tests wait for what happens, not for time to pass": {
    check: ofTexts(/^test\/.*\.test\.ts$/, (text) =>
      /\bsetTimeout\(|timers\/promises/.test(text) ? "sleeps" : undefined,
    ),
    broken: [planted("test/planted.test.ts", "await new Promise((resolve) => setTimeout(resolve, 100));")],
  },
};

/** What the repository's root may hold. */
export function onlyAgreedEntries(entries: readonly string[]): string[] {
  return entries
    .filter((entry) => !entry.startsWith(".") && !agreedEntries.has(entry))
    .map((entry) => `${entry}: at the root`);
}

const agreedEntries = new Set([
  "package.json",
  "package-lock.json",
  "cdk.json",
  "tsconfig.json",
  "infra",
  "functions",
  "shared",
  "test",
  "events",
  "README.md",
  "LICENSE",
]);

function planted(path: string, text: string): SourceFile {
  return { path, text };
}

type Fault = string | undefined;

function ofImports(faultOf: (path: string, target: string) => Fault): Rule["check"] {
  return (files) => imports(files).flatMap(({ path, target }) => line(path, faultOf(path, target)));
}

/** Of files with such a path. */
function ofTexts(paths: RegExp, faultOf: (text: string, path: string) => Fault): Rule["check"] {
  return (files) =>
    files.filter(({ path }) => paths.test(path)).flatMap(({ path, text }) => line(path, faultOf(text, path)));
}

function line(path: string, fault: Fault): string[] {
  return fault === undefined ? [] : [`${path}: ${fault}`];
}

interface Import {
  path: string;
  /** A package, or a path from the root. */
  target: string;
}

/** What each file imports, types included. */
export function imports(files: readonly SourceFile[]): Import[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!["'])(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, specifier = ""]) => ({
      path,
      target: specifier.startsWith(".") ? resolve(path, specifier) : specifier,
    })),
  );
}

function resolve(path: string, specifier: string): string {
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** Follows the imports of each file once, in depth. An import of a file on the way to it closes a circle. */
function findCircles(files: readonly SourceFile[]): string[] {
  const importsOf = Map.groupBy(imports(files), ({ path }) => path);
  const circles: string[] = [];
  const visited = new Set<string>();
  const follow = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path);
    if (start >= 0) circles.push(`${path}: imports ${[...way.slice(start + 1), path].join(", which imports ")}`);
    if (visited.has(path)) return;
    visited.add(path);
    for (const { target } of importsOf.get(path) ?? []) follow(target, [...way, path]);
  };
  for (const { path } of files) follow(path, []);
  return circles;
}

function roomOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return first === "platform" ? `shared/platform/${second}` : `shared/${first}`;
}

/** The folders in which two files lie, below the last one that they share; undefined for one that lies in that itself. */
function partingFolders(path: string, target: string): [string | undefined, string | undefined] {
  const [one, other] = [path.split("/"), target.split("/")];
  const shared = one.findIndex((name, at) => name !== other[at]);
  const below = (names: string[]) => (names.length > shared + 1 ? names.slice(0, shared + 1).join("/") : undefined);
  return [below(one), below(other)];
}

function top(path: string): string {
  return path.split("/")[0] ?? "";
}

function groupOf(path: string): string | undefined {
  return /^functions\/([^/]+)\//.exec(path)?.[1];
}
