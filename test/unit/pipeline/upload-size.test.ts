import { describe, expect, it } from "vitest";
import { photoUploadBody } from "../../../functions/contacts/schemas.ts";
import { uploadBody } from "../../../functions/imports/schemas.ts";

describe("the size of an upload", () => {
  const faultsOf = (size: number) =>
    uploadBody()
      .safeParse({ fileName: "a", size })
      .error?.issues.map(({ message }) => message);

  it("that no file can have is refused with one readable message", () => {
    for (const size of [1e300, -1e300, -1, Number.MAX_SAFE_INTEGER + 1]) {
      expect(faultsOf(size), String(size)).toEqual(["Must be a whole number of bytes, 5 GB at most"]);
    }
    const picture = photoUploadBody()
      .safeParse({ size: 1e300 })
      .error?.issues.map(({ message }) => message);
    expect(picture).toEqual(["Must be a whole number of bytes, 5 MB at most"]);
  });

  it("of 0 is refused as an empty file", () => {
    expect(faultsOf(0)).toEqual(["The file is empty"]);
    expect(faultsOf(1)).toBeUndefined();
  });
});
