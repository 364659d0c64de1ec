/** The Lambda handler of the documentation. */
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroups } from "../routes.ts";
import { createAssets } from "./assets.ts";
import { routeGroup } from "./group.ts";
import { docsErrorPage, docsOperations } from "./operations.ts";

const { APP_VERSION, DOCS_ASSETS, MAIL_PAGE } = readEnvironment(process.env, "APP_VERSION", "DOCS_ASSETS", "MAIL_PAGE");

const parts = {
  groups: routeGroups,
  version: APP_VERSION,
  assets: createAssets(DOCS_ASSETS),
  mailPage: MAIL_PAGE,
};

export const handler = createHandler(routeGroup.rows, docsOperations(parts), {
  ...pipelinePartsFrom(process.env),
  errorPage: docsErrorPage(parts),
});
