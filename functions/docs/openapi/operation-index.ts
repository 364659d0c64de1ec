/** The index of the operations, which the script of the page has, too. So this imports nothing of the server. */
export interface OperationIndex {
  groups: IndexedGroup[];
}

export interface IndexedGroup {
  /** The name of its part. */
  name: string;
  title: string;
  description: string;
  operations: IndexedOperation[];
}

export interface IndexedOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** The words of its descriptions, fields and values, each once, in small letters. */
  words: string;
}

/** An operation matches when it has every word of the filter, also as a part of its words. */
export function matcherOf(filter: string): (operation: IndexedOperation) => boolean {
  const parts = filter.toLowerCase().split(/\s+/);
  return ({ id, method, path, summary, words }) => {
    const text = `${id} ${method} ${path} ${summary} ${words}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  };
}
