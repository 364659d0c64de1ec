/**
 * The keys of the import bucket. An account's files lie below its own prefix; nothing of a file's own name is in a key.
 */

/** What is written below it starts the parser. */
export const uploadPrefix = "uploads/";
export const rowPrefix = "rows/";
export const picturePrefix = "pictures/";
/** Pictures that are too large for the gateway, on their way to a contact. */
export const photoPrefix = "photos/";

export interface UploadLocation {
  accountId: string;
  importId: string;
  /** Which of the import's files. */
  index: number;
}

export function uploadKey({ accountId, importId, index }: UploadLocation): string {
  return `${uploadPrefix}${accountId}/${importId}/${index}`;
}

/** Undefined for a key that no import of ours made. */
export function parseUploadKey(key: string): UploadLocation | undefined {
  const match = /^uploads\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/(\d{1,4})$/i.exec(key);
  const [, accountId, importId, index] = match ?? [];
  if (accountId === undefined || importId === undefined) return undefined;
  return { accountId, importId, index: Number(index) };
}

/** A part of the parsed rows; `rowsId` is new for every parse, so that one parse never writes over another's. */
export function rowsKey(accountId: string, importId: string, rowsId: string, chunk: number): string {
  return `${rowPrefix}${accountId}/${importId}/${rowsId}/${chunk}`;
}

/** The picture of a parsed row. The `tempId` stands for it too, so that no other picture comes under this key. */
export function pictureKey(accountId: string, tempId: string): string {
  return `${picturePrefix}${accountId}/${tempId}`;
}

export function photoUploadKey(accountId: string, uploadId: string): string {
  return `${photoPrefix}${accountId}/${uploadId}`;
}
