/**
 * Contacts that were changed without a change of what is searched, with their versions. Log items for them would cost two
 * units a write, so the account head has the last ones, and the log takes them along.
 */

export interface Touch {
  id: string;
  /** The `txid` of the write. */
  version: number;
}

/**
 * The most touches in the head. With them, a much used head of 855 bytes stays below a kilobyte, beyond which every write of the
 * account would cost two units more.
 */
export const maxTouches = 5;

const idBytes = 16;
const versionBytes = 6;

/** The 16 bytes of each id and six of the version; null for none. */
export function encodeTouches(touches: readonly Touch[]): Uint8Array | null {
  if (touches.length === 0) return null;
  const parts = touches.map(({ id, version }) => {
    const bytes = Buffer.alloc(idBytes + versionBytes);
    bytes.write(id.replaceAll("-", ""), "hex");
    bytes.writeUIntBE(version, idBytes, versionBytes);
    return bytes;
  });
  return new Uint8Array(Buffer.concat(parts));
}

export function decodeTouches(encoded: Uint8Array | null): Touch[] {
  const bytes = Buffer.from(encoded ?? []);
  const touches: Touch[] = [];
  for (let at = 0; at < bytes.length; at += idBytes + versionBytes) {
    const hex = bytes.toString("hex", at, at + idBytes);
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    touches.push({ id, version: bytes.readUIntBE(at + idBytes, versionBytes) });
  }
  return touches;
}
