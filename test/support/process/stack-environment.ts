/** The environment variables of functions that a test loads itself, for the shared local stack. */
import { functionEnvironment } from "../../../infra/local/stack/function-environment.ts";
import { placesFile } from "../../../infra/places/places-file.ts";
import { localStack } from "./stack.ts";

export async function stackEnvironment() {
  const { endpoints, credentials, issuerUrl } = await localStack();
  return functionEnvironment({
    port: 3000,
    settings: {},
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
  });
}
