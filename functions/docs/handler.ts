/** The Lambda handler of the documentation. */
import { createPageFiles } from "../../shared/page/page-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroups } from "../routes.ts";
import { createAssets } from "./assets.ts";
import { routeGroup } from "./group.ts";
import { docsErrorPage, docsOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "APP_VERSION", "DOCS_ASSETS", "MAIL_PAGE", "PAGE_FILES");

const parts = {
  groups: routeGroups,
  version: environment.APP_VERSION,
  assets: createAssets(environment.DOCS_ASSETS),
  pageFiles: createPageFiles(environment.PAGE_FILES),
  mailPage: environment.MAIL_PAGE,
};

export const handler = createHandler(routeGroup.rows, docsOperations(parts), {
  ...pipelinePartsFrom(process.env),
  errorPage: docsErrorPage(parts),
});
