/** The view for those who write programs: keys and webhooks. */
import { base } from "../router.ts";
import { KeyList } from "./key-list.tsx";
import { WebhookList } from "./webhook-list.tsx";

const pages = [
  ["/docs", "All operations"],
  ["/docs/guides/sign-in-and-keys", "Sign-in and keys"],
  ["/docs/guides/webhooks", "Webhooks"],
  ["/docs/guides/agents", "Agents"],
  ["/docs/errors", "Errors"],
] as const;

export default function Developer() {
  return (
    <section class="page">
      <h1>Developer</h1>
      <p>
        Your programs find the API at <code>{location.origin + base}</code>.
      </p>
      <p class="links">
        {pages.map(([path, title]) => (
          <a key={path} href={base + path}>
            {title}
          </a>
        ))}
      </p>
      <KeyList />
      <WebhookList />
    </section>
  );
}
