/** An issuer that neither the stack nor the local host runs, by the same options for both. */
import type { SessionIssuer } from "../../shared/platform/config/environment.ts";

export const defaultScopes = "openid email profile";

export interface ForeignIssuerOptions {
  issuer: string;
  /** `<issuer>/.well-known/jwks.json` when absent. */
  jwksUri?: string | undefined;
  clientIds: readonly string[];
  userInfoUri?: string | undefined;
  /** The public client by which browsers sign in; without it they can't. */
  signInClientId?: string | undefined;
  signInScopes?: string | undefined;
  signInParameters?: Record<string, string>;
}

export function foreignIssuer(options: ForeignIssuerOptions): SessionIssuer {
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
