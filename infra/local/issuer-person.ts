/** Who a person is for the local issuer: all of it follows from the e-mail address. */
import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { v5 as uuidV5 } from "uuid";

export interface Person {
  sub: string;
  /** As in Cognito's access tokens; here the address, so that `/userinfo` needs no memory. */
  username: string;
  email: string;
  email_verified: boolean;
  name: string;
}

/** Subjects are UUIDs of version 5 (RFC 9562, section 5.5) of the lower-case address in this namespace. */
const peopleNamespace = "7c0a3f0e-5a56-4d43-9a2c-2f6f0f4f7d61";

/** The claims about a person: "bob.smith@example.com" is "Bob Smith". */
export function personOf(address: string): Person {
  const email = address.trim().toLowerCase();
  return { sub: uuidV5(email, peopleNamespace), username: email, email, email_verified: true, name: nameOf(email) };
}

function nameOf(email: string): string {
  const [localPart = ""] = email.slice(0, email.lastIndexOf("@")).split("+");
  const words = localPart.split(/[._-]+/).filter((word) => word !== "");
  return words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(" ");
}

/** The claims of the bearer token that a request presents, or nothing where it is not one of ours that still holds. */
export function readPresentedToken(
  authorization: string | undefined,
  keys: readonly JsonWebKey[],
  now: number,
): Record<string, unknown> | undefined {
  const [, header, payload, signature] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization ?? "") ?? [];
  if (!header || !payload || !signature) return undefined;
  const isOurs = keys.some((key) =>
    verify(
      "RSA-SHA256",
      Buffer.from(`${header}.${payload}`),
      createPublicKey({ key, format: "jwk" }),
      Buffer.from(signature, "base64url"),
    ),
  );
  if (!isOurs) return undefined;
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, "base64url").toString());
  return typeof claims.exp === "number" && claims.exp * 1000 > now ? claims : undefined;
}

/** OpenID Connect Core 1.0, section 5.3.2. What a token says of its person goes before what its address says. */
export function userInfoOf(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const person = personOf(String(claims.username ?? claims.email ?? ""));
  const { sub = person.sub, email = person.email, email_verified = person.email_verified, name = person.name } = claims;
  return { sub, email, email_verified, name };
}
