/** How a person can be reached, where they live, and their dates. */
import { linkTo } from "../router.ts";
import type { PersonContact } from "./contact-patch.ts";
import { factsOf } from "./person-words.ts";

export function PersonFacts({ contact, today }: { contact: PersonContact; today: string }) {
  const hasPin = contact.latitude !== null || contact.addresses.some(({ latitude }) => latitude !== null);
  return (
    <dl class="facts">
      {factsOf(contact, today).map(({ name, text, href, detail }) => (
        <div key={name + text}>
          <dt>{name}</dt>
          <dd>
            {href === undefined ? text : <a href={href}>{text}</a>} <span class="quiet">{detail}</span>
          </dd>
        </div>
      ))}
      {hasPin && (
        <div>
          <dt>Map</dt>
          <dd>
            <a href={linkTo("/map")}>{contact.location ?? "See it on the map"}</a>
          </dd>
        </div>
      )}
    </dl>
  );
}
