/** The rows of the health group. */
import { defineRoutes } from "../../shared/http/route.ts";
import { liveAnswer, readyAnswer } from "./schemas.ts";

export const healthRoutes = defineRoutes({
  healthLive: {
    method: "GET",
    path: "/health/live",
    access: "public",
    rateLimit: "none",
    summary: "Tell that the service runs, and in which version",
    answers: { 200: liveAnswer },
  },
  healthReady: {
    method: "GET",
    path: "/health/ready",
    access: "public",
    rateLimit: "probe",
    summary: "Tell whether the services behind the API answer",
    answers: { 200: readyAnswer, 503: readyAnswer },
  },
});
