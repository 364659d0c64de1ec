/** The rows of the route table, and the types that are derived from them. */
import type * as z from "zod";
import type { ErrorCode } from "../error-catalogue.ts";
import type { AppError } from "../errors.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Who may call a route: everyone (`public`, or `feed` with a secret in the path), sessions and API keys, or only sessions. */
export type Access = "public" | "feed" | "integration" | "session";

/** Rows contain functions that build their schemas (`once`), so that only the schemas of rows that a request meets are built. */
export type LazySchema = () => z.ZodType;

/** An answer that is not JSON. */
export interface RawAnswer {
  contentType: string;
}

/** A body of files and text fields. */
export interface MultipartBody {
  multipart: {
    /** The maximum bytes of all files together. */
    maxFileBytes: number;
    maxFiles: number;
    /** A sentence for the 413: what to do with larger files. */
    hint?: string;
    /** The known text fields. The operation checks their values. */
    fields?: Readonly<Record<string, LazySchema>>;
    /** The field that may be sent in place of a file. */
    insteadOfFile?: string;
  };
}

/** `"none"` is an answer without a body. */
export type AnswerShape = LazySchema | RawAnswer | "none";

export interface Row {
  method: Method;
  /** Segments are literal, `{name}` or `{name}.ending`. The last one may be `{name+}` for the rest of the path. */
  path: string;
  access: Access;
  summary: string;
  /** What the documentation adds to the summary, in CommonMark: what the operation does that its fields don't show. */
  description?: string;
  /** An API key needs full permission for any method. */
  fullKeyOnly?: boolean;
  /** `none`: only the gateway limits the rate. */
  /** Parameters, and fields of the body, that are true only in requests of sessions. Tools don't have them. */
  sessionOnly?: readonly string[];
  rateLimit: "default" | "probe" | "none";
  /** Checks `If-Match` for a resource that another path reads. */
  ifMatch?: true;
  params?: LazySchema;
  query?: LazySchema;
  /** Ignores all parameters that `query` does not have, because other programs add some to the address. */
  anyQuery?: true;
  body?: LazySchema | MultipartBody;
  /** A JSON body for the documentation. The people in it are invented. */
  example?: unknown;
  /** The maximum bytes of a JSON body, if it may be larger than usual. */
  maxBodyBytes?: number;
  /** A sentence for the 413: what to do with a larger JSON body. */
  bodyHint?: string;
  /** `false`: the answers have no `x-txid`, because they do not depend on data of the account. */
  accountData?: false;
  /** `false`: a 201 or 202 has no `Location`, because no route reads what was created. */
  location?: false;
  /** The JSON body of an error in another protocol; undefined for the envelope. */
  errorBody?: (error: AppError) => object | undefined;
  /** The errors of the operation, besides those that are derived from the other fields. */
  errors?: readonly ErrorCode[];
  answers: Readonly<Record<number, AnswerShape>>;
  /** Fields of the answer that are shown only once. They are not stored for an idempotency key, so a repeated answer lacks them. */
  shownOnce?: readonly string[];
}

/** A path that is reserved for a later version. It checks access, then answers 404. */
export interface ReservedRow {
  method: Method | "ANY";
  path: string;
  access: Access;
  reserved: true;
}

export type RouteRows = Readonly<Record<string, Row>>;
export type ReservedRows = Readonly<Record<string, ReservedRow>>;

/** Whether a row needs a caller. For other rows, credentials are ignored. */
export function needsCaller({ access }: { access: Access }): boolean {
  return access === "integration" || access === "session";
}

/** Keeps the literal types of the rows, from which the types of operations are derived. */
export function defineRoutes<const Rows extends RouteRows>(rows: Rows): Rows {
  return rows;
}

/** The caller that the authorizer has found. */
export type Caller =
  | { kind: "session"; accountId: string }
  | { kind: "key"; accountId: string; keyId: string; label: string; permission: "read" | "full" };

export interface UploadedFile {
  fieldName: string;
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

export interface MultipartContent {
  files: UploadedFile[];
  fields: Record<string, string>;
}

type Output<Schema, Default> = Schema extends LazySchema ? z.output<ReturnType<Schema>> : Default;
type BodyOf<R extends Row> = R["body"] extends MultipartBody ? MultipartContent : Output<R["body"], undefined>;
type CallerOf<R extends Row> = R["access"] extends "integration" | "session" ? Caller : Caller | undefined;

/** The input of an operation. */
export interface Input<R extends Row = Row> {
  caller: CallerOf<R>;
  params: Output<R["params"], Record<string, never>>;
  query: Output<R["query"], Record<string, never>>;
  body: BodyOf<R>;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  requestId: string;
  /** `HEAD` runs the operation of `GET`. */
  method: string;
  clientAddress: string;
  /** The absolute address of the API as the caller sees it, without a slash at its end. */
  baseUrl: string;
  /** Milliseconds left before the gateway gives up. */
  remainingTime: () => number;
}

type AnswerBody<Shape> = Shape extends LazySchema
  ? { body: z.input<ReturnType<Shape>> }
  : Shape extends RawAnswer
    ? { body: string; contentType?: string }
    : { body?: undefined };

/** The answer of an operation: a status of the row with its body. */
export type Answer<R extends Row = Row> = {
  [Status in keyof R["answers"] & number]: {
    status: Status;
    headers?: Record<string, string>;
    cookies?: string[];
    /** The `txid` of the account for the header `x-txid`. */
    txid?: string;
    /**
     * A part of the work is left, so the next request with the same idempotency key runs again, without recorded results. Only
     * for operations that never write anything twice.
     */
    keep?: false;
  } & AnswerBody<R["answers"][Status]>;
}[keyof R["answers"] & number];

/** An answer without the headers that depend on the request. */
export interface RenderedAnswer {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders?: { "set-cookie": string[] };
  body: string;
}

/** One operation for each row. */
export type Operations<Rows extends RouteRows> = {
  [Name in keyof Rows]: (input: Input<Rows[Name]>) => Promise<Answer<Rows[Name]>>;
};

export function isMultipart(body: Row["body"]): body is MultipartBody {
  return body !== undefined && "multipart" in body;
}

export function isSchema(shape: AnswerShape | Row["body"]): shape is LazySchema {
  return typeof shape === "function";
}
