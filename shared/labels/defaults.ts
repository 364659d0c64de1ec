/** What groups and tags look like when nobody says so. */

export const defaultEmoji = "👥";
export const defaultColors = { group: "#2f6fed", tag: "#64748b" } as const;
