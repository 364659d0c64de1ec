/** What a commit did with a row. Clients get it as an answer, and receipts keep it. */
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import type { ErrorDetail } from "../platform/http/errors.ts";

/** Why a picture can't become the avatar: it can't be read, or the storage no longer has it. */
export type PictureFault = "unreadable" | "gone";

export interface CommitResult {
  tempId: string;
  status: "imported" | "updated" | "skipped";
  contactId?: string;
  /**
   * A skipped row has `already_imported`, `unchanged` (the contact has all values of the row) or the code of its fault.
   * Any row may have `limits_reached`: the lists of the contact had no room for all values of the row. If such a row
   * matched a contact, it can be committed again.
   * A row that an undo has kept has `changed_since`.
   */
  code?: "already_imported" | "unchanged" | "limits_reached" | "changed_since" | ErrorCode;
  /** The faults of an invalid row. */
  details?: ErrorDetail[];
  /** The fields in which the row differs from the contact that it matched, and which the contact keeps. */
  differing?: string[];
  /** For a row with a picture: the picture is the avatar now, the contact kept its own, or the fault of the picture. */
  avatar?: "taken" | "kept" | PictureFault;
  /** After an undo: the contact is gone, has its earlier values again, or keeps values because they were changed since. */
  undo?: "removed" | "restored" | "kept";
  /** Fields that the row updated and the contact keeps. A contact that the row created is kept with all its fields. */
  fields?: string[];
}
