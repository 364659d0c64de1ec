/**
 * `npm run --silent token -- alice@example.com` prints a session token for that person from the local stack that runs at
 * PORT (3000), below STAGE_PATH.
 */
import * as z from "zod";
import { looksLikeEmail } from "../../shared/contact/reach/email.ts";
import { resourceMetadataPath } from "../../shared/platform/http/answer/respond.ts";

/** Says to the person at the terminal why there is no token. */
export class TokenError extends Error {}

const answer = z.object({ access_token: z.string() });

const resource = z.object({ authorization_servers: z.tuple([z.url()]) });

/** A session token for this address, from the stack at the port, below the path of its stage. Throws `TokenError`. */
export async function printableToken(email: string | undefined, port = "3000", stagePath = ""): Promise<string> {
  if (email === undefined) throw new TokenError("Whose token? Usage: npm run --silent token -- alice@example.com");
  if (!looksLikeEmail(email)) throw new TokenError(`"${email}" is not an e-mail address, like alice@example.com.`);
  const notRunning = () => {
    throw new TokenError(`No local stack runs at port ${port}. Start one with: npm start`);
  };
  // Another program at the port may answer anything.
  const page = await fetch(`http://localhost:${port}${stagePath}${resourceMetadataPath}`)
    .then((response) => response.json())
    .catch(notRunning);
  const issuer = resource.safeParse(page).data?.authorization_servers[0] ?? notRunning();
  const response = await fetch(`${issuer}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password", username: email, client_id: "local-terminal" }),
  });
  if (!response.ok) throw new TokenError(`The issuer ${issuer} answered ${response.status}: ${await response.text()}`);
  return answer.parse(await response.json()).access_token;
}

if (import.meta.main) {
  try {
    console.log(await printableToken(process.argv[2], process.env.PORT || undefined, process.env.STAGE_PATH));
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
