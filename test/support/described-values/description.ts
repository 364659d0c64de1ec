/** The API description, as programs get it. */
import { describeApi } from "../../../functions/docs/openapi/describe-api.ts";
import { routeGroups } from "../../../functions/routes.ts";

export const description = JSON.parse(
  JSON.stringify(
    describeApi(routeGroups, {
      version: "1.2.3",
      servers: ["/", "/api"],
      docsUrl: "https://api.example.com/docs",
      docsPath: "/docs",
    }),
  ),
);
