/** The four bytes that the structures of an archive begin with (APPNOTE 4.3). */

export const localSignature = Buffer.from("PK\x03\x04", "latin1");
export const recordSignature = Buffer.from("PK\x01\x02", "latin1");
export const endSignature = Buffer.from("PK\x05\x06", "latin1");
export const locatorSignature = Buffer.from("PK\x06\x07", "latin1");
export const zip64EndSignature = Buffer.from("PK\x06\x06", "latin1");

export function startsWith(bytes: Buffer, at: number, signature: Buffer): boolean {
  return bytes.length - at >= 4 && bytes.readUInt32LE(at) === signature.readUInt32LE(0);
}
