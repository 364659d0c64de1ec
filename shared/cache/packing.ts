/** Values as short bytes, for items that live a day: JSON with dates, compressed. */
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** From here on more effort costs much time and saves little. 4 MB take about 50 ms on a laptop, off the main thread. */
const quality = 5;

/** Takes plain objects, lists, text, numbers, truth values, null and dates; throws for anything else that is an object. */
export async function pack(value: unknown): Promise<Uint8Array> {
  return compress(JSON.stringify(value, writeMember), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Only for bytes that `pack` made. */
export async function unpack(bytes: Uint8Array): Promise<unknown> {
  return JSON.parse((await decompress(bytes)).toString("utf8"), readMember);
}

/** The one member of an object that stands for a date; no other object of ours has a member of that name. */
const dateMember = "$date";

function writeMember(this: unknown, name: string, json: unknown): unknown {
  // `json` of a date is text already.
  const value = (this as Record<string, unknown>)[name];
  if (value instanceof Date) return { [dateMember]: value.getTime() };
  if (typeof value === "object" && value !== null && !isPlain(value)) {
    throw new TypeError(`a ${value.constructor.name} can't be packed`);
  }
  return json;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

function readMember(_name: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && dateMember in value
    ? new Date(Number(value[dateMember]))
    : value;
}
