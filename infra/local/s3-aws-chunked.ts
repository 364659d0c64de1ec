/** Decodes the `aws-chunked` content coding: sized chunks, then trailers ("SigV4 streaming uploads", Amazon S3 API reference). */
import { Transform } from "node:stream";
import { S3Error } from "./s3-error.ts";

const longestLine = 8192;

type State = { at: "size" } | { at: "data"; left: number } | { at: "end of data" } | { at: "trailers" } | { at: "end" };

/** Passes the decoded bytes on; the trailers, by lower-case name, are there once it has ended. Chunk signatures are not checked. */
export class AwsChunkedDecoder extends Transform {
  readonly trailers: Record<string, string> = {};
  #state: State = { at: "size" };
  #pending: Buffer = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    try {
      while (this.#step());
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: (error?: Error | null) => void): void {
    const isWhole = this.#state.at === "end" || (this.#state.at === "trailers" && this.#pending.length === 0);
    done(isWhole ? null : malformed());
  }

  /** Takes what it can of the pending bytes; false when it needs more. */
  #step(): boolean {
    if (this.#state.at === "data") return this.#takeData(this.#state.left);
    if (this.#state.at === "end") {
      if (this.#pending.length > 0) throw malformed();
      return false;
    }
    const line = this.#takeLine();
    if (line === undefined) return false;
    if (this.#state.at === "size") this.#beginChunk(line);
    else if (this.#state.at === "trailers") this.#takeTrailer(line);
    else if (line !== "") throw malformed();
    else this.#state = { at: "size" };
    return true;
  }

  #takeData(left: number): boolean {
    if (this.#pending.length === 0) return false;
    const bytes = this.#pending.subarray(0, left);
    this.#pending = this.#pending.subarray(bytes.length);
    this.push(bytes);
    this.#state = bytes.length === left ? { at: "end of data" } : { at: "data", left: left - bytes.length };
    return true;
  }

  #takeLine(): string | undefined {
    const end = this.#pending.indexOf("\r\n");
    if (end > longestLine || (end < 0 && this.#pending.length > longestLine)) throw malformed();
    if (end < 0) return undefined;
    const line = this.#pending.toString("latin1", 0, end);
    this.#pending = this.#pending.subarray(end + 2);
    return line;
  }

  #beginChunk(line: string): void {
    const size = /^([0-9a-f]{1,12})(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw malformed();
    const left = Number.parseInt(size, 16);
    this.#state = left === 0 ? { at: "trailers" } : { at: "data", left };
  }

  #takeTrailer(line: string): void {
    if (line === "") {
      this.#state = { at: "end" };
      return;
    }
    const colon = line.indexOf(":");
    if (colon < 1) throw malformed();
    this.trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
}

function malformed(): S3Error {
  return new S3Error("IncompleteBody", "The chunked body is not well-formed.");
}
