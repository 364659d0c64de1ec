/** The linters that integrators use have nothing to say about the description, except where paths of the contract break a rule. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, it } from "vitest";
import { description } from "../../support/described-values/description.ts";

it("passes the recommended rules of Redocly", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // The service matches a literal segment before a parameter, as `/contacts/merges/{mergeId}` and `/contacts/{id}/photo`.
      "no-ambiguous-paths": "off",
      // The schemas inside of `oneOf` and `not` name properties that the schema around them defines.
      "no-required-schema-properties-undefined": "off",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(description), config, absoluteRef: "openapi.json" });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

it("passes the rules of Spectral for OpenAPI", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const problems = await linter.run(description);
  expect(problems.map(({ code, message, path }) => [code, message, path.join(".")])).toEqual([]);
});
