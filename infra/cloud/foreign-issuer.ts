/** An issuer that neither the stack nor the local host runs, by the same options for both. */
import type { SessionIssuer } from "../../shared/platform/config/environment.ts";
import type { Settings } from "./settings.ts";

export const defaultScopes = "openid email profile";

type Options = Pick<Settings, "clientIds" | "jwksUri" | "userInfoUri" | "signInClientId" | "signInScopes">;

export function foreignIssuer(
  options: Options & { issuer: string; signInParameters?: Settings["signInParameters"] },
): SessionIssuer {
  const { issuer, jwksUri, clientIds, userInfoUri, signInClientId: clientId } = options;
  const { signInScopes: scopes = defaultScopes, signInParameters: parameters = {} } = options;
  return {
    issuer,
    jwksUri: jwksUri ?? `${issuer.replace(/\/$/, "")}/.well-known/jwks.json`,
    clientIds: [...new Set([...clientIds, ...(clientId === undefined ? [] : [clientId])])],
    ...(userInfoUri && { userInfoUri }),
    own: false,
    ...(clientId !== undefined && { signIn: { clientId, scopes, parameters } }),
  };
}
