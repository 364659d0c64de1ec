import { describe, expect, it } from "vitest";
import { accountPatch } from "../../functions/account/schemas.ts";

describe("the name of an account", () => {
  it("is trimmed", () => {
    expect(accountPatch.parse({ name: " Ada Byron " })).toEqual({ name: "Ada Byron" });
  });

  it.each(["", "  ", "\u200b", "\u2800", "\u00ad\u2060"])("%j shows nothing, and is refused", (name) => {
    const { error } = accountPatch.safeParse({ name });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["name"]);
  });
});
