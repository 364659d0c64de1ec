import { defineRoutes } from "../../shared/http/route.ts";

export const importRoutes = defineRoutes({});
