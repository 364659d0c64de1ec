/** An issuer in memory that browsers sign in with. It can be slow, down or overloaded, rotate or not, and lie. */
import { createHash, randomUUID } from "node:crypto";
import { newSigningKey, signToken } from "./tokens.ts";

const issuer = "https://issuer.example";
export const signInIssuer = {
  issuer,
  jwksUri: `${issuer}/keys`,
  clientIds: ["api", "browser"],
  own: true,
  signIn: { clientId: "browser", scopes: "openid email", parameters: { audience: "contacts" } },
};

const key = newSigningKey("issuer-1");

export interface IssuerBehaviour {
  rotates?: boolean;
  withoutRefresh?: boolean;
  /** What refresh tokens begin with. */
  prefix?: string;
  /** Claims of the access token that differ. */
  claims?: Record<string, unknown>;
  /** Claims of the identity token that differ. */
  identity?: Record<string, unknown>;
  discovery?: Record<string, unknown>;
  /** In place of the answer of this path. */
  answers?: Record<string, () => Promise<Response>>;
}

export function startSignInIssuer(behaviour: IssuerBehaviour = {}) {
  const codes = new Map<string, { challenge: string; redirectUri: string; subject: string }>();
  const refreshTokens = new Map<string, string>();
  const asked: string[] = [];

  const tokensOf = (subject: string, old?: string) => {
    const now = Math.floor(Date.now() / 1000);
    const common = { iss: issuer, sub: subject, iat: now, exp: now + 3600 };
    const names = { email: "ada@example.com", name: "Ada" };
    const access = { ...common, ...names, client_id: "browser", token_use: "access", ...behaviour.claims };
    const refreshToken = old && !behaviour.rotates ? undefined : (behaviour.prefix ?? "") + randomUUID();
    if (old && behaviour.rotates) refreshTokens.delete(old);
    if (refreshToken) refreshTokens.set(refreshToken, subject);
    return Response.json({
      access_token: signToken(key, access),
      id_token: signToken(key, { ...common, aud: "browser", ...behaviour.identity }),
      ...(refreshToken && !behaviour.withoutRefresh && { refresh_token: refreshToken }),
      token_type: "Bearer",
    });
  };
  const refused = () => Response.json({ error: "invalid_grant" }, { status: 400 });
  const exchange = (form: URLSearchParams): Response => {
    if (form.get("client_id") !== "browser") return refused();
    const old = form.get("refresh_token");
    if (old !== null) {
      const subject = refreshTokens.get(old);
      return subject === undefined ? refused() : tokensOf(subject, old);
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
    return code && isGood ? tokensOf(code.subject) : refused();
  };
  const endpoints: Record<string, (form: URLSearchParams) => Response> = {
    "/.well-known/openid-configuration": () =>
      Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize?theme=dark`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        end_session_endpoint: `${issuer}/logout`,
        ...behaviour.discovery,
      }),
    "/keys": () => Response.json({ keys: [key.jwk] }),
    "/token": exchange,
    "/revoke": (form) => {
      refreshTokens.delete(form.get("token") ?? "");
      return new Response();
    },
  };

  return {
    behaviour,
    /** The paths that were asked, in order. */
    asked,
    refreshTokens,
    /** Used in place of the global `fetch`. */
    fetch: (async (url: string, { body, signal }: RequestInit = {}) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const own = behaviour.answers?.[pathname];
      if (own) return await Promise.race([own(), aborted(signal)]);
      const answer = endpoints[pathname];
      if (!answer) throw new TypeError(`nothing is at ${url}`);
      return answer(new URLSearchParams(String(body ?? "")));
    }) as unknown as typeof fetch,
    /** The person with this subject signs in on the page. The result is the query with which the issuer leads back. */
    signInAs(location: string, subject: string): Record<string, string> {
      const { searchParams } = new URL(location);
      const code = randomUUID();
      const [challenge = "", redirectUri = ""] = ["code_challenge", "redirect_uri"].map(
        (n) => searchParams.get(n) ?? "",
      );
      codes.set(code, { challenge, redirectUri, subject });
      return { code, state: searchParams.get("state") ?? "", iss: issuer, session_state: "of the issuer" };
    },
    token: (subject: string, claims: object = {}) =>
      signToken(key, {
        iss: issuer,
        sub: subject,
        client_id: "api",
        exp: Math.floor(Date.now() / 1000) + 600,
        ...claims,
      }),
  };
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}
