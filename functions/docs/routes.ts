import { defineRoutes } from "../../shared/http/route.ts";

export const docsRoutes = defineRoutes({});
