/** The settings of the person who starts the stack that have a form. */
import { isLocalHttp } from "../../../shared/auth/session-cookie.ts";
import type { SessionIssuer } from "../../../shared/platform/config/environment.ts";
import { foreignIssuer } from "../../cloud/foreign-issuer.ts";

/** A setting is malformed. The message is for the person at the terminal. */
export class SettingError extends Error {}

export type LocalSettings = Readonly<Record<string, string | undefined>>;

export function readPort({ PORT }: LocalSettings, defaultPort: number): number {
  if (!PORT) return defaultPort;
  const port = Number(PORT);
  if (/^\d+$/.test(PORT) && port <= 65_535) return port;
  throw new SettingError(`PORT must be a number from 0 (a free one) to 65535, not "${PORT}".`);
}

/** The path below which everything is served, as at the default address of an API; empty when there is none. */
export function readStagePath({ STAGE_PATH = "" }: LocalSettings): string {
  if (/^(\/\w+)?$/.test(STAGE_PATH)) return STAGE_PATH;
  throw new SettingError(`STAGE_PATH must be a slash and one word, like /prod, not "${STAGE_PATH}".`);
}

/** Undefined: the local issuer is used. */
export function readForeignIssuer(settings: LocalSettings): SessionIssuer | undefined {
  const { ISSUER: issuer, JWKS_URI, CLIENT_IDS = "", SIGN_IN_CLIENT_ID } = settings;
  if (!issuer) return undefined;
  const clientIds = CLIENT_IDS.split(",").filter((id) => id !== "");
  const found = foreignIssuer({
    issuer,
    jwksUri: JWKS_URI || undefined,
    clientIds,
    signInClientId: SIGN_IN_CLIENT_ID || undefined,
  });
  for (const [name, address] of Object.entries({ ISSUER: issuer, JWKS_URI: found.jwksUri })) {
    // Nobody on the way may replace the keys.
    if (!/^https:\/\/\S+$/.test(address) && !isLocalHttp(address))
      throw new SettingError(`${name} must begin with https://; only this machine may use http://.`);
  }
  if (found.clientIds.length > 0) return found;
  throw new SettingError("ISSUER needs CLIENT_IDS or SIGN_IN_CLIENT_ID: the clients whose tokens are accepted.");
}
