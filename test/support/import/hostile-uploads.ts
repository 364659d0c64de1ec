/**
 * Damaged multipart bodies, always the same ones, sent to the real pipeline in a process of its own: a fault that nothing
 * catches ends that process, as it would end the function.
 *
 * Run by itself it is that process: `node hostile-uploads.ts <count>`, or `<count> unguarded` for the parser alone.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import multipartBodyParser from "@middy/http-multipart-body-parser";
import * as z from "zod";
import { Chance, mutations } from "../files/mutate.ts";
import { uploadRoute } from "./upload-route.ts";

/** The number of bodies by status. */
export type Outcomes = Partial<Record<number, number>>;

const run = promisify(execFile);

/** Rejects when an error ended the process. */
export async function sendHostileUploads(count: number, ...mode: "unguarded"[]): Promise<Outcomes> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), String(count), ...mode]);
  return JSON.parse(stdout) as Outcomes;
}

const seed = 20_260_101;

function part(header: string, content: string): string {
  return `--BOUND\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;
}

const wholeBodies = [
  `${part('name="file"; filename="one.vcf"\r\nContent-Type: text/vcard', "BEGIN:VCARD\r\nEND:VCARD")}${part('name="a"', "x")}--BOUND--\r\n`,
  `${part('name="a"', "x")}${part('name="a[]"', "y")}${part('name="a"; filename=""', "")}--BOUND--`,
  `${part("name=f; filename*=UTF-8''K%C3%A4se.vcf", "")}${part('name="f"; filename="C:\\new.vcf"', "x".repeat(300))}--BOUND--`,
  `preamble\r\n${part('name="f"; filename="a\\"b%22.zip"', "PK\x03\x04\0\0\r\n--\r\n")}--BOUND--\r\nepilogue`,
].map((text) => new TextEncoder().encode(text));

/** These decide how a body is read, and random bytes rarely contain them. */
const framing = [
  ...["--BOUND", "\r\n--BOUND", "\r\n--BOUND\r\n", "\r\n--BOUND--", "--", "\r\n", "\r\n\r\n", "BOUND", ";", '"'],
  ...["Content-Disposition: form-data; ", 'name="a"', 'name="a[]"', "filename=", "Content-Type:", "\r\n--BOUND \r\n"],
].map((text) => new TextEncoder().encode(text));

function* hostileBodies(count: number): Generator<Uint8Array> {
  const chance = new Chance(seed);
  for (let body of mutations(wholeBodies, { seed, count })) {
    for (let pieces = chance.below(3); pieces > 0; pieces--) {
      const at = chance.below(body.length + 1);
      body = Buffer.concat([body.subarray(0, at), chance.from(framing), body.subarray(at)]);
    }
    yield body;
  }
}

if (import.meta.main) {
  const [, , count = "0", mode] = process.argv;
  const fields = { a: z.string, "a[]": z.string };
  const send = mode === "unguarded" ? sendToParser : uploadRoute({ maxFileBytes: 100_000, maxFiles: 20, fields });
  const outcomes: Outcomes = {};
  for (const body of hostileBodies(Number(count))) {
    const { status } = await send(body);
    outcomes[status] = (outcomes[status] ?? 0) + 1;
  }
  console.log(JSON.stringify(outcomes));
}

/** The parser without the checks of the pipeline. */
async function sendToParser(body: Uint8Array): Promise<{ status: number }> {
  const event = {
    headers: { "content-type": "multipart/form-data; boundary=BOUND" },
    body: Buffer.from(body).toString("base64"),
    isBase64Encoded: true,
  };
  const parse = multipartBodyParser({ disableContentTypeCheck: true }).before;
  return Promise.resolve(parse?.({ event } as never)).then(
    () => ({ status: 204 }),
    () => ({ status: 422 }),
  );
}
