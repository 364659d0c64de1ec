/** The options and the result of a call. */

export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal | undefined;
  /** The key of a POST, which is sent with all attempts. It is random by default. A program that stores it can repeat the call after a crash. */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The `ETag` of the version to change. If the current version is another one, the error is `precondition_failed`. */
  ifMatch?: string | undefined;
}

export interface ReadOptions extends CallOptions {
  /** The `ETag` of an earlier answer. If its version is still current, the status is 304 and there is no body. */
  ifNoneMatch: string;
}

/** Fields of which each may be absent, or null to clear it. */
export type Clearable<Fields> = { [Name in keyof Fields]?: Fields[Name] | null };

/** For operations without parameters. */
export type NoInput = Record<string, never>;

/** A promise of the body. `withResponse` also has the status and the headers, such as `etag`, `location` and `x-txid`. */
export interface Call<Body> extends Promise<Body> {
  withResponse(): Promise<Answer<Body>>;
}

export interface Answer<Body> {
  body: Body;
  status: number;
  headers: Headers;
}
