/** Prints, as JSON, what the linters that integrators use find in the API description: a row of rule, message and position for each problem. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { description } from "../support/described-values/description.ts";

const config = await createConfig({
  extends: ["recommended"],
  rules: {
    // The service matches a literal segment before a parameter, as `/contacts/merges/{mergeId}` and `/contacts/{id}/photo`.
    "no-ambiguous-paths": "off",
    // The schemas inside of `oneOf` and `not` name properties that the schema around them defines.
    "no-required-schema-properties-undefined": "off",
  },
});
const redocly = await lintFromString({ source: JSON.stringify(description), config, absoluteRef: "openapi.json" });

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas] } as never);

console.log(
  JSON.stringify({
    redocly: redocly.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    spectral: (await linter.run(description)).map(({ code, message, path }) => [code, message, path.join(".")]),
  }),
);
