/** An account bucket in memory. */
import type { AccountFiles } from "../../../shared/account/store/account-files.ts";

export interface MemoryAccountFiles extends AccountFiles {
  objects: Map<string, { content: Uint8Array; writtenAt: number }>;
}

/** `now`: milliseconds since the epoch, the time of each write. */
export function memoryAccountFiles(now: () => number = Date.now): MemoryAccountFiles {
  const objects: MemoryAccountFiles["objects"] = new Map();
  return {
    objects,
    put: async (key, content) => {
      objects.set(key, { content: Uint8Array.from(content), writtenAt: now() });
    },
    read: async (key, maxBytes) => {
      const content = objects.get(key)?.content;
      if (content && content.byteLength > maxBytes) throw new Error("the object is too large");
      return content;
    },
    removeObject: async (key) => {
      objects.delete(key);
    },
    list: async function* (prefix) {
      for (const [key, { writtenAt }] of [...objects]) if (key.startsWith(prefix)) yield { key, writtenAt };
    },
  };
}
