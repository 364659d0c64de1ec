/**
 * What the local issuer remembers of sign-ins: codes in memory, and refresh tokens in the data folder, so that people stay
 * signed in when the stack starts again.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWholeFile } from "../server/files.ts";
import type { SignIn } from "./person-tokens.ts";

/** What a code is bound to. */
export interface CodeRequest extends SignIn {
  redirectUri: string;
  /** The hash of the verifier (RFC 7636, section 4.2, S256). */
  challenge: string;
}

export interface Granted {
  signIn: SignIn;
  refreshToken?: string;
}

interface Refresh extends SignIn {
  /** All tokens of one sign-in have the same one, and are revoked together. */
  family: string;
  /** Milliseconds since the epoch. A rotation does not prolong a sign-in, so all tokens of one have the same. */
  expiresAt: number;
  /** The end of the grace period of a token that was replaced. */
  replacedUntil?: number;
}

const codeLifetime = 5 * 60_000;
const refreshLifetime = 30 * 24 * 60 * 60_000;

export type SignInStore = ReturnType<typeof createSignInStore>;

/** `rotationGrace` is that of the issuer's options. */
export function createSignInStore(dataDir: string, rotationGrace: number | "off", now: () => number) {
  const codes = new Map<string, CodeRequest & { expiresAt: number }>();
  const file = join(dataDir, "issuer-refresh-tokens.json");
  const refreshes = new Map<string, Refresh>(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  const save = () => {
    for (const [token, refresh] of refreshes) if (endOf(refresh) <= now()) refreshes.delete(token);
    writeWholeFile(file, JSON.stringify([...refreshes]), 0o600);
  };
  const issue = (refresh: Refresh): string => {
    const token = newSecret();
    refreshes.set(token, refresh);
    save();
    return token;
  };

  return {
    newCode(request: CodeRequest): string {
      const code = newSecret();
      codes.set(code, { ...request, expiresAt: now() + codeLifetime });
      return code;
    },

    /** Undefined if the code is not good for this client. It is good for one attempt. */
    redeemCode(code: string, clientId: string, redirectUri: string, verifier: string): Granted | undefined {
      const request = codes.get(code);
      codes.delete(code);
      if (!request || request.expiresAt <= now()) return undefined;
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      if (request.clientId !== clientId || request.redirectUri !== redirectUri || request.challenge !== challenge)
        return undefined;
      const { email, scope, nonce, signedInAt } = request;
      const signIn = { email, clientId, scope, signedInAt };
      const refreshToken = issue({ ...signIn, family: randomUUID(), expiresAt: now() + refreshLifetime });
      return { signIn: { ...signIn, nonce }, refreshToken };
    },

    /** With a token that replaces this one if tokens rotate. Undefined if it is not valid. */
    refresh(token: string, clientId: string): Granted | undefined {
      const refresh = refreshes.get(token);
      if (!refresh || refresh.clientId !== clientId || endOf(refresh) <= now()) return undefined;
      if (rotationGrace === "off") return { signIn: refresh };
      const { replacedUntil = now() + rotationGrace * 1000, ...lasting } = refresh;
      refreshes.set(token, { ...lasting, replacedUntil });
      return { signIn: lasting, refreshToken: issue(lasting) };
    },

    /** Ends all refresh tokens of the sign-in (RFC 7009, section 2.1). One that is not valid needs no revocation. */
    revoke(token: string): void {
      const family = refreshes.get(token)?.family;
      for (const [other, refresh] of refreshes) if (refresh.family === family) refreshes.delete(other);
      save();
    },
  };
}

function endOf({ expiresAt, replacedUntil = expiresAt }: Refresh): number {
  return Math.min(expiresAt, replacedUntil);
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
