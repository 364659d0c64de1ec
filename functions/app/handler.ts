/** The Lambda handler of the app group. */
import { createPageFiles } from "../../shared/page/page-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { appOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "PAGE_FILES", "UPLOAD_URL", "PICTURES_URL");

export const handler = createHandler(
  routeGroup.rows,
  appOperations({
    files: createPageFiles(environment.PAGE_FILES),
    uploadUrl: environment.UPLOAD_URL,
    picturesUrl: environment.PICTURES_URL,
  }),
  pipelinePartsFrom(process.env),
);
