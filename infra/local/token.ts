/** `npm run --silent token -- alice@example.com` prints a session token for that person from the running local stack. */
import * as z from "zod";
import { looksLikeEmail } from "../../shared/contact/email.ts";
import { defaultDataDir, readStackState } from "./state.ts";

/** Why there is no token, in words for the person at the terminal. */
export class TokenError extends Error {}

const answer = z.object({ access_token: z.string() });

/** A session token for the person with this address from the stack that runs on the data folder. Throws `TokenError`. */
export async function printableToken(email: string | undefined, dataDir: string): Promise<string> {
  if (email === undefined) throw new TokenError("Whose token? Usage: npm run --silent token -- alice@example.com");
  if (!looksLikeEmail(email)) throw new TokenError(`"${email}" is not an e-mail address, like alice@example.com.`);
  const state = readStackState(dataDir);
  const notRunning = `No local stack runs on the data folder ${dataDir}. Start one with: npm start`;
  if (state === undefined) throw new TokenError(notRunning);
  const response = await fetch(`${state.issuerUrl}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password", username: email, client_id: "local-terminal" }),
  }).catch(() => {
    throw new TokenError(notRunning);
  });
  if (!response.ok) throw new TokenError(`The local issuer answered ${response.status}: ${await response.text()}`);
  return answer.parse(await response.json()).access_token;
}

if (import.meta.main) {
  try {
    console.log(await printableToken(process.argv[2], process.env.DATA_DIR ?? defaultDataDir));
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
