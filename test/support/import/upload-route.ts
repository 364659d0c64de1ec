/** A route that takes files, served by the real pipeline: what it makes of a multipart body. */
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { createHandler } from "../../../shared/platform/http/pipeline.ts";
import { defineRoutes, type MultipartBody, type MultipartContent } from "../../../shared/platform/http/route/route.ts";

export interface Upload {
  status: number;
  /** The input of the operation; undefined when the body was refused. */
  content?: MultipartContent;
  error?: { code: string; message: string; details?: { path: string; message: string }[] };
}

export type Send = (body: string | Uint8Array, options?: { contentType?: string; asText?: true }) => Promise<Upload>;

export function uploadRoute(multipart: MultipartBody["multipart"]): Send {
  let content: MultipartContent | undefined;
  const rows = defineRoutes({
    upload: {
      access: "public",
      rateLimit: "none",
      method: "POST",
      path: "/uploads",
      summary: "Send files",
      body: { multipart },
      answers: { 204: "none" },
    },
  });
  const policy = { name: "any", quota: 1, windowSeconds: 1 };
  const upload = async ({ body }: { body: MultipartContent }) => {
    content = body;
    return { status: 204 } as const;
  };
  const handler = createHandler(
    rows,
    { upload },
    {
      allowedOrigins: [],
      countRequest: async () => undefined,
      policies: { default: policy, probe: policy },
      log: () => {},
      now: () => 0,
    },
  );
  return async (body, { contentType = "multipart/form-data; boundary=BOUND", asText } = {}) => {
    content = undefined;
    const event = {
      httpMethod: "POST",
      path: "/uploads",
      headers: { "Content-Type": contentType },
      body: Buffer.from(body).toString(asText ? "utf8" : "base64"),
      isBase64Encoded: !asText,
      requestContext: { requestId: "request-1" },
    } as unknown as APIGatewayProxyEvent;
    const answer = await handler(event, { getRemainingTimeInMillis: () => 9_000 } as Context);
    if (content) return { status: answer.statusCode, content };
    return { status: answer.statusCode, error: JSON.parse(answer.body).error };
  };
}
