/** What those who are signed out see: what the service is, and one button. */
import { base, signInLink } from "../router.ts";
import { StatusBar } from "./status-bar.tsx";

export function Welcome() {
  return (
    <main class="welcome">
      <StatusBar />
      <img src={`${base}/docs/assets/icon.svg`} alt="" width="56" height="56" />
      <h1>Your contacts, all together</h1>
      <p>
        Bring your address book and the people of your networks here. See where they live, and be reminded of their
        birthdays and of those whom you have not met for long. Everything that you see can be read, changed and exported
        by your own programs, too.
      </p>
      <a class="button first" href={signInLink()}>
        Sign in
      </a>
      <p class="quiet">
        <a href={`${base}/docs`}>Documentation of the API</a>
      </p>
    </main>
  );
}
