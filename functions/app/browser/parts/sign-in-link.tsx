/** Signs in again in another tab, because this one keeps what was typed. The page sees the session when one comes back. */
import { signInLink } from "../router.ts";

export function SignInLink() {
  return (
    <a href={signInLink()} target="_blank" rel="noreferrer">
      Sign in
    </a>
  );
}
