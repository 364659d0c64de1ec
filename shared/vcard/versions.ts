/** The versions of vCard that are written, the usual one first; apart from the writer, for the route table needs no more. */
export const cardVersions = ["4.0", "3.0"] as const;
export type CardVersion = (typeof cardVersions)[number];
