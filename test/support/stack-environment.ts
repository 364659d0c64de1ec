/** What functions of a test's own find in their environment beside the local stack that all tests share. */
import { functionEnvironment } from "../../infra/local/function-environment.ts";
import { placesFile } from "../../infra/places/places-file.ts";
import { localStack } from "./stack.ts";

export async function stackEnvironment() {
  const { endpoints, credentials, issuerUrl } = await localStack();
  return functionEnvironment({
    port: 3000,
    given: {},
    issuer: {
      issuer: issuerUrl,
      jwksUri: `${issuerUrl}/jwks`,
      userInfoUri: `${issuerUrl}/userinfo`,
      clientId: "sample",
    },
    endpoints,
    credentials,
    pepper: "a pepper for nothing but this test",
    placesFile: placesFile(),
    version: { appVersion: "0.0.0", gitSha: "local" },
  });
}
