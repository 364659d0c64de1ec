/** Requests of DynamoDB without the SDK, signed by AWS Signature Version 4 ("Create a signed AWS API request", AWS's guide). */
import { createHash, createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

export interface SignedRequests {
  send: (action: string, input: object) => Promise<string>;
  end: () => void;
}

export function createSignedRequests(parts: {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}): SignedRequests {
  const { endpoint, region, accessKeyId, secretAccessKey } = parts;
  const agent = new Agent({ keepAlive: true });
  const { host } = new URL(endpoint);
  const headersOf = (action: string, body: string) => {
    const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    const day = time.slice(0, 8);
    const scope = `${day}/${region}/dynamodb/aws4_request`;
    const headers = {
      ...{ "content-type": "application/x-amz-json-1.0", host, "x-amz-date": time },
      "x-amz-target": `DynamoDB_20120810.${action}`,
    };
    const names = Object.keys(headers).join(";");
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
    const canonical = ["POST", "/", "", ...lines, "", names, hash(body)].join("\n");
    const key = [day, region, "dynamodb", "aws4_request"].reduce(sign, Buffer.from(`AWS4${secretAccessKey}`));
    const signature = sign(key, ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n")).toString("hex");
    const credential = `Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return { ...headers, authorization: `AWS4-HMAC-SHA256 ${credential}` };
  };
  return {
    send: (action, input) => {
      const body = JSON.stringify(input);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      request(endpoint, { method: "POST", agent, headers: headersOf(action, body) }, (answer) => resolve(text(answer)))
        .once("error", reject)
        .end(body);
      return promise;
    },
    end: () => agent.destroy(),
  };
}

function hash(data: string): string {
  return createHash("sha256").update(data).digest("hex");
}

function sign(key: Buffer, data: string): Buffer {
  return createHmac("sha256", key).update(data).digest();
}
