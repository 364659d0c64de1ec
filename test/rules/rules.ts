/** The house rules as functions from source files to violations, each a line `path: what is wrong`. */

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
}

export type Rule = (files: readonly SourceFile[]) => string[];

const layers = ["shared", "functions", "infra", "test"];

/** test -> infra -> functions -> shared -> packages. */
export const importsPointOneWay: Rule = (files) =>
  imports(files).flatMap(({ path, target }) => {
    const [from, to] = [layers.indexOf(top(path)), layers.indexOf(top(target))];
    return from >= 0 && to > from ? [`${path}: imports ${target}, which lies above it`] : [];
  });

/** A group can be understood, and deployed, by itself. */
export const groupsDoNotMeet: Rule = (files) =>
  imports(files).flatMap(({ path, target }) => {
    const [from, to] = [groupOf(path), groupOf(target)];
    if (!from || !to || from === to) return [];
    return [`${path}: imports ${target} of another group`];
  });

/** The table is read by those who know every route; a group's own code needs only its rows. */
export const tableHoldsOnlyRows: Rule = (files) =>
  imports(files).flatMap(({ path, target }) =>
    path === "functions/routes.ts" && top(target) === "functions" && !target.endsWith("/routes.ts")
      ? [`${path}: imports ${target}, which is no rows`]
      : [],
  );

/** Entries of functions are paths for the stack: importing one would run it. */
export const stackImportsNoHandler: Rule = (files) =>
  imports(files).flatMap(({ path, target }) =>
    top(path) === "infra" && !path.startsWith("infra/local/") && /^functions\/.*(handler|operations)\.ts$/.test(target)
      ? [`${path}: imports ${target}`]
      : [],
  );

/** Only adapters in shared/ speak to AWS; the local host may, to set up its emulators. */
export const sdkStaysInAdapters: Rule = (files) =>
  imports(files).flatMap(({ path, target }) =>
    target.startsWith("@aws-sdk/") && top(path) === "functions" ? [`${path}: imports ${target}`] : [],
  );

/** Operations know no event, no environment and no SDK. */
export const operationsArePlain: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith("/operations.ts"))
    .flatMap(({ path, text }) => (/process\.env|aws-lambda|@aws-sdk/.test(text) ? [`${path}: is not plain`] : []));

/** A handler is wiring. */
export const handlersAreShort: Rule = (files) =>
  files
    .filter(({ path }) => /^functions\/[^/]+\/handler\.ts$/.test(path))
    .flatMap(({ path, text }) => (text.split("\n").length > 41 ? [`${path}: has more than 40 lines`] : []));

/** Time and chance come in as arguments: only wiring, and the named defaults of adapters, may reach for them. */
export const timeAndChanceComeIn: Rule = (files) =>
  files
    .filter(({ path }) => ["shared", "functions"].includes(top(path)) && !timeKeepers.has(path))
    .filter(({ path }) => !/\/(handler|gate)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      /\bDate\.now\(|new Date\(\)|Math\.random\(|\bDate\.now\b[^(]|\bMath\.random\b[^(]/.test(text)
        ? [`${path}: reaches for time or chance`]
        : [],
    );

const timeKeepers = new Set([
  "shared/table/account-write.ts",
  "shared/log/request-log.ts",
  "shared/http/gateway-parts.ts",
]);

/** The named import of zod bundles five times as much. */
export const zodIsANamespace: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    /import\s+(type\s+)?\{[^}]*\}\s+from\s+"zod"/.test(text) ? [`${path}: imports zod by name`] : [],
  );

/** A test that is switched off proves nothing. */
export const noTestIsSwitchedOff: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    /\b(it|test|describe)\.(only|skip|todo)\b/.test(text) ? [`${path}: switches a test off`] : [],
  );

/** Tests wait for what happens, not for time to pass. */
export const testsDoNotSleep: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith("test/") && path.endsWith(".test.ts"))
    .flatMap(({ path, text }) => (/\bsetTimeout\(|timers\/promises/.test(text) ? [`${path}: sleeps`] : []));

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

interface Import {
  path: string;
  /** A package, or a path from the root. */
  target: string;
}

function imports(files: readonly SourceFile[]): Import[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, specifier = ""]) => ({
      path,
      target: specifier.startsWith(".") ? resolve(path, specifier) : specifier,
    })),
  );
}

function resolve(path: string, specifier: string): string {
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

function top(path: string): string {
  return path.split("/")[0] ?? "";
}

function groupOf(path: string): string | undefined {
  return /^functions\/([^/]+)\//.exec(path)?.[1];
}
