/** The published versions of functions in Lambda. */
import {
  DeleteFunctionCommand,
  InvokeCommand,
  LambdaClient,
  type LambdaClientConfig,
  ListVersionsByFunctionCommand,
} from "@aws-sdk/client-lambda";

export interface Versions {
  /** Invokes a version and waits for its answer. Errors of Lambda itself are thrown. */
  invoke: (arn: string, event: object) => Promise<VersionAnswer>;
  /** The published versions of a function, by its ARN or name. */
  list: (functionName: string) => Promise<PublishedVersion[]>;
  /** Lambda refuses to delete a version that an alias points to. */
  remove: (functionName: string, version: number) => Promise<void>;
}

/** What the function answered, or the error with which it ended: of its code, of its loading, or a time-out. */
export type VersionAnswer = { answer: unknown } | { error: { errorType?: string; errorMessage?: string } };

export interface PublishedVersion {
  version: number;
  publishedAt: Date;
}

export function createVersions(config: LambdaClientConfig = {}): Versions {
  const client = new LambdaClient({
    // The caller decides what it tries again. A second attempt after a time-out would take the time of the others.
    maxAttempts: 1,
    // Longer than a function takes to load and to check its permissions.
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    ...config,
  });
  return {
    async invoke(FunctionName, event) {
      const { FunctionError, Payload } = await client.send(
        new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
      );
      const answer: unknown = JSON.parse(Payload?.transformToString() || "null");
      return FunctionError === undefined ? { answer } : { error: answer ?? {} };
    },

    async list(FunctionName) {
      const found: PublishedVersion[] = [];
      let Marker: string | undefined;
      do {
        const page = await client.send(new ListVersionsByFunctionCommand({ FunctionName, Marker }));
        for (const { Version, LastModified = "" } of page.Versions ?? []) {
          if (Version !== "$LATEST") found.push({ version: Number(Version), publishedAt: new Date(LastModified) });
        }
        Marker = page.NextMarker;
      } while (Marker);
      return found;
    },

    async remove(FunctionName, version) {
      await client.send(new DeleteFunctionCommand({ FunctionName, Qualifier: String(version) }));
    },
  };
}
