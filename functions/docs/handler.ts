/** Wiring of the documentation. */
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { routeGroups } from "../routes.ts";
import { createAssets } from "./assets.ts";
import { docsErrorPage, docsOperations } from "./operations.ts";
import { docsRoutes } from "./routes.ts";

const { APP_VERSION, DOCS_ASSETS, MAIL_PAGE } = readEnvironment(process.env, "APP_VERSION", "DOCS_ASSETS", "MAIL_PAGE");

const parts = {
  groups: routeGroups,
  version: APP_VERSION,
  assets: createAssets(DOCS_ASSETS),
  mailPage: MAIL_PAGE,
};

export const handler = createHandler(docsRoutes, docsOperations(parts), {
  ...pipelinePartsFrom(process.env),
  errorPage: docsErrorPage(parts),
});
