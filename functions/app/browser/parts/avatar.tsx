/** A person's picture, or the initials on a tint that the name chooses, the same in every view. */
import { useState } from "preact/hooks";
import { initialsOf, tintOf } from "./avatar-words.ts";
import { nameText } from "./shared-words.ts";

interface Person {
  firstName: string;
  lastName: string;
  /** An address that expires; null without a picture. */
  avatar: string | null;
}

/** It says nothing to screen readers, because the name is beside it. */
export function Avatar({ person, isLarge = false }: { person: Person; isLarge?: boolean }) {
  // The address of a picture expires, and a picture may be gone.
  const [broken, setBroken] = useState<string | null>(null);
  const name = nameText(person);
  const look = isLarge ? "avatar large" : "avatar";
  if (person.avatar !== null && person.avatar !== broken)
    return <img class={look} src={person.avatar} alt="" loading="lazy" onError={() => setBroken(person.avatar)} />;
  return (
    <span class={look} style={{ "--tint": String(tintOf(name)) }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
