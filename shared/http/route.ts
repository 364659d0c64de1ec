/** What a row of the route table is, and the types that follow from it. */
import type * as z from "zod";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Who may call a route: `public` anyone, `feed` whoever knows the secret in the path,
 * `integration` a session or an API key, `session` a session only.
 */
export type Access = "public" | "feed" | "integration" | "session";

/** An answer that is not JSON, by its media type. */
export interface RawAnswer {
  contentType: string;
}

/** A body of files and text fields. */
export interface MultipartBody {
  multipart: {
    /** Bytes of all files together. */
    maxFileBytes: number;
    maxFiles: number;
    /** What to do with larger files: a sentence for the 413. */
    hint?: string;
    /** Text fields that may come with the files, each once, and no others; what they hold is checked by the operation. */
    fields?: Readonly<Record<string, z.ZodType>>;
  };
}

/** `"none"` is an answer without a body. */
export type AnswerShape = z.ZodType | RawAnswer | "none";

export interface Row {
  method: Method;
  /** Segments are literal, `{name}` or `{name}.ending`; the last may be `{name+}` and then takes the rest of the path. */
  path: string;
  access: Access;
  summary: string;
  /** An API key needs full permission, whatever the method. */
  fullKeyOnly?: boolean;
  /** `default`: the account's budget; `probe`: the client's small one; `none`: only what the gateway throttles. */
  rateLimit: "default" | "probe" | "none";
  /** Honours `If-Match` of a resource that another path reads. */
  ifMatch?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Takes no parameters, and passes over those that programs between the caller and us hang on its address. */
  anyQuery?: true;
  body?: z.ZodType | MultipartBody;
  /** Bytes of a JSON body, where it may be larger than others. */
  maxBodyBytes?: number;
  /** What to do with a larger JSON body: a sentence for the 413. */
  bodyHint?: string;
  /** `false`: the answers are not about what the account's `txid` counts, and carry no `x-txid`. */
  accountData?: false;
  /** Refusals of the operation itself, beyond those that follow from the other fields. */
  errors?: readonly ErrorCode[];
  answers: Readonly<Record<number, AnswerShape>>;
  /** Fields of the body that are told once: an answer that is kept for an idempotency key goes without them. */
  toldOnce?: readonly string[];
}

/** A path that is kept for later: it refuses as its access says, and answers everyone else 404. */
export interface ReservedRow {
  method: Method | "ANY";
  path: string;
  access: Access;
  reserved: true;
}

export type RouteRows = Readonly<Record<string, Row>>;
export type ReservedRows = Readonly<Record<string, ReservedRow>>;

/** Whether a row asks who calls: of one that does not, no credentials are read. */
export function needsCaller({ access }: { access: Access }): boolean {
  return access === "integration" || access === "session";
}

/** Keeps the literal types of the rows, from which the types of operations follow. */
export function defineRoutes<const Rows extends RouteRows>(rows: Rows): Rows {
  return rows;
}

/** Who calls, as the authorizer found. */
export type Caller =
  | { kind: "session"; accountId: string }
  | { kind: "key"; accountId: string; keyId: string; permission: "read" | "full" };

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

type Output<Schema, Default> = Schema extends z.ZodType ? z.output<Schema> : Default;
type BodyOf<R extends Row> = R["body"] extends MultipartBody ? MultipartContent : Output<R["body"], undefined>;
type CallerOf<R extends Row> = R["access"] extends "integration" | "session" ? Caller : Caller | undefined;

/** What an operation is given: parsed parts of the request and who calls. */
export interface Input<R extends Row = Row> {
  caller: CallerOf<R>;
  params: Output<R["params"], Record<string, never>>;
  query: Output<R["query"], Record<string, never>>;
  body: BodyOf<R>;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  requestId: string;
  clientAddress: string;
  /** The absolute address of the API as the caller sees it, without a slash at its end. */
  baseUrl: string;
  /** Milliseconds left before the gateway gives up. */
  remainingTime: () => number;
}

type AnswerBody<Shape> = Shape extends z.ZodType
  ? { body: z.input<Shape> }
  : Shape extends RawAnswer
    ? { body: string | Uint8Array; contentType?: string }
    : { body?: undefined };

/** What an operation answers: one of the row's statuses with the body that its schema says. */
export type Answer<R extends Row = Row> = {
  [Status in keyof R["answers"] & number]: {
    status: Status;
    headers?: Record<string, string>;
    cookies?: string[];
    /** The account's `txid` that this answer reflects; sent as `x-txid`. */
    txid?: string;
    /**
     * The answer leaves something for another attempt: under an idempotency key the same request runs anew, without the
     * results of this one's writes. Only for operations that never write the same twice by themselves.
     */
    keep?: false;
  } & AnswerBody<R["answers"][Status]>;
}[keyof R["answers"] & number];

/** One operation for every row: a row without one is a type error. */
export type Operations<Rows extends RouteRows> = {
  [Name in keyof Rows]: (input: Input<Rows[Name]>) => Promise<Answer<Rows[Name]>>;
};

export function isMultipart(body: Row["body"]): body is MultipartBody {
  return body !== undefined && "multipart" in body;
}

export function isSchema(shape: AnswerShape | Row["body"]): shape is z.ZodType {
  return typeof shape === "object" && "safeParse" in shape;
}
