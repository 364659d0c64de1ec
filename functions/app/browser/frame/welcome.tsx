/** What those who are signed out see: what the service is, and one button. */
import { address, base } from "../router.ts";

export function Welcome() {
  const { path, query } = address.value;
  const returnTo = `/app${path}${query.size > 0 ? `?${query}` : ""}`;
  return (
    <main class="welcome">
      <img src={`${base}/docs/assets/icon.svg`} alt="" width="56" height="56" />
      <h1>Your contacts, in one place</h1>
      <p>
        Bring your address book and the people of your networks here. See where they live, and be reminded of their
        birthdays and of those whom you have not met for long. Everything that you see can be read, changed and exported
        by your own programs, too.
      </p>
      <a class="button first" href={`${base}/session/sign-in?${new URLSearchParams({ returnTo })}`}>
        Sign in
      </a>
      <p class="quiet">
        <a href={`${base}/docs`}>Documentation of the API</a>
      </p>
    </main>
  );
}
