/** Bytes of an item as DynamoDB counts them ("Item sizes and formats" in AWS's guide). */

export function itemBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return numberBytes(value);
  if (value === null || typeof value === "boolean") return 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return 3 + value.reduce<number>((sum, item) => sum + 1 + valueBytes(item), 0);
  const entries = Object.entries(value as object).filter(([, item]) => item !== undefined);
  return entries.reduce((sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + valueBytes(item), 3);
}

/**
 * A byte for two significant digits, one more, and one for a sign. Pairs of digits begin at the decimal point, as
 * DynamoDB Local counts them: 1.5 has two of them, 12.5 and 0.125 as well.
 */
function numberBytes(value: number): number {
  if (value === 0) return 1;
  const [digits = "", exponent] = Math.abs(value).toExponential().replace(".", "").split("e");
  const firstStandsAlone = Number(exponent) % 2 === 0 ? 1 : 0;
  return Math.ceil((digits.length + firstStandsAlone) / 2) + 1 + (value < 0 ? 1 : 0);
}
