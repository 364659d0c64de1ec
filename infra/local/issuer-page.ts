/** Names the issuer of the local host's tokens ("OAuth 2.0 Protected Resource Metadata", RFC 9728), for who knows the API's port only. */
import { type LocalPage, localAnswer } from "./mail-page.ts";

export const issuerPagePath = "/.well-known/oauth-protected-resource";

export function createIssuerPage(resource: string, issuer: string): LocalPage {
  const document = JSON.stringify({ resource, authorization_servers: [issuer] });
  return ({ url }) => (url === issuerPagePath ? localAnswer("application/json", document, {}) : undefined);
}
