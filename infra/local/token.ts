/**
 * `npm run --silent token -- alice@example.com` prints a session token for that person from the local stack that runs at
 * PORT, if PORT is set, else from the stack that runs on DATA_DIR (.local).
 */
import * as z from "zod";
import { looksLikeEmail } from "../../shared/contact/reach/email.ts";
import { defaultDataDir, readStackState } from "./stack/data-folder.ts";
import { issuerPagePath } from "./stack/issuer.ts";

/** Says to the person at the terminal why there is no token. */
export class TokenError extends Error {}

const answer = z.object({ access_token: z.string() });

const resource = z.object({ authorization_servers: z.tuple([z.url()]) });

/** A session token for this address, from the stack at the port or, without a port, on the data folder. Throws `TokenError`. */
export async function printableToken(email: string | undefined, dataDir: string, port?: string): Promise<string> {
  if (email === undefined) throw new TokenError("Whose token? Usage: npm run --silent token -- alice@example.com");
  if (!looksLikeEmail(email)) throw new TokenError(`"${email}" is not an e-mail address, like alice@example.com.`);
  const location = port ? `at port ${port}` : `on the data folder ${dataDir}`;
  const notRunning = new TokenError(`No local stack runs ${location}. Start one with: npm start`);
  const issuerUrl = port ? await issuerAt(port) : readStackState(dataDir)?.issuerUrl;
  if (issuerUrl === undefined) throw notRunning;
  const response = await fetch(`${issuerUrl}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password", username: email, client_id: "local-terminal" }),
  }).catch(() => {
    throw notRunning;
  });
  if (!response.ok) throw new TokenError(`The local issuer answered ${response.status}: ${await response.text()}`);
  return answer.parse(await response.json()).access_token;
}

/** Undefined when no local stack answers. */
async function issuerAt(port: string): Promise<string | undefined> {
  const page = await fetch(`http://localhost:${port}${issuerPagePath}`).then(
    (response) => response.json(),
    () => undefined,
  );
  return resource.safeParse(page).data?.authorization_servers[0];
}

if (import.meta.main) {
  try {
    const { DATA_DIR, PORT } = process.env;
    console.log(await printableToken(process.argv[2], DATA_DIR || defaultDataDir, PORT));
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
