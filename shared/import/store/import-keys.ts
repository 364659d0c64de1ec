/** The keys of the import bucket. Each account has its own prefixes. No key has the name of a file. */

/** An object with this prefix starts the parser. */
export const uploadPrefix = "uploads/";
export const rowPrefix = "rows/";
export const picturePrefix = "pictures/";
/** Uploaded pictures of contacts that are too large for the gateway. */
export const photoPrefix = "photos/";

/** The prefixes of an account's objects. */
export function importPrefixes(accountId: string): string[] {
  return [uploadPrefix, rowPrefix, picturePrefix, photoPrefix].map((prefix) => `${prefix}${accountId}/`);
}

export interface UploadLocation {
  accountId: string;
  importId: string;
}

/** An import has one object, which contains all of its files. */
export function uploadKey({ accountId, importId }: UploadLocation): string {
  return `${uploadPrefix}${accountId}/${importId}/0`;
}

/** Undefined for a key that `uploadKey` did not make. */
export function parseUploadKey(key: string): UploadLocation | undefined {
  const [, accountId, importId] = /^uploads\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/0$/i.exec(key) ?? [];
  return accountId === undefined || importId === undefined ? undefined : { accountId, importId };
}

/** A part of the parsed rows. Every parse has a new `rowsId`, so that it never overwrites the rows of another parse. */
export function rowsKey(accountId: string, importId: string, rowsId: string, chunk: number): string {
  return `${rowPrefix}${accountId}/${importId}/${rowsId}/${chunk}`;
}

/** The ids and states of all rows of a parse. */
export function rowStatesKey(accountId: string, importId: string, rowsId: string): string {
  return `${rowPrefix}${accountId}/${importId}/${rowsId}/states`;
}

/** The picture of a parsed row. The `tempId` is also a hash of the picture, so no other picture gets this key. */
export function pictureKey(accountId: string, tempId: string): string {
  return `${picturePrefix}${accountId}/${tempId}`;
}

export function photoUploadKey(accountId: string, uploadId: string): string {
  return `${photoPrefix}${accountId}/${uploadId}`;
}
