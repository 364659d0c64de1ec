/** Finds the Java runtime that DynamoDB Local needs. */
import { execFile } from "node:child_process";

const oldestJava = 17;

/** There is no usable Java on PATH. */
export class JavaMissingError extends Error {
  constructor(found: string) {
    super(
      `DynamoDB Local, which is the database where there is no dynoxide for the platform, needs Java ${oldestJava} or newer: apt-get install openjdk-17-jre-headless (or your system's equivalent). Found: ${found}.`,
    );
    this.name = "JavaMissingError";
  }
}

/** Asks `command -version`. Throws `JavaMissingError` where there is no Java, or one that is too old. */
export function requireJava(command = "java"): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, ["-version"], { timeout: 20_000 }, (error, stdout, stderr) => {
      const version = parseJavaVersion(stderr + stdout);
      if (version !== undefined && version >= oldestJava) return resolve();
      if (version !== undefined) return reject(new JavaMissingError(`Java ${version}`));
      reject(new JavaMissingError(error?.message.includes("ENOENT") ? "no java on PATH" : "a java without a version"));
    });
  });
}

/** The feature release (8 for "1.8.0_422", 17 for "17.0.15") of what `java -version` prints. */
export function parseJavaVersion(output: string): number | undefined {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  const feature = first === "1" ? second : first;
  return feature === undefined ? undefined : Number(feature);
}
