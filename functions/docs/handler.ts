/** Wiring of the documentation. */
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { routeGroups } from "../routes.ts";
import { createAssets } from "./assets.ts";
import { docsErrorPage, docsOperations } from "./operations.ts";
import { docsRoutes } from "./routes.ts";

const { APP_VERSION, DOCS_ASSETS } = readEnvironment(process.env, "APP_VERSION", "DOCS_ASSETS");

const assets = createAssets(DOCS_ASSETS);

export const handler = createHandler(
  docsRoutes,
  docsOperations({ groups: routeGroups, version: APP_VERSION, assets }),
  { ...pipelinePartsFrom(process.env), errorPage: docsErrorPage(assets) },
);
