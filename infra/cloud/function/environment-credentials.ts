/** Takes the place of the SDK's default chain of credentials in bundles. */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
