/** Profiles, messengers and the website, in the forms of Apple's address book, which others read too. */
import { normaliseHandle, platformOfUrl } from "../contact/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { type CardLine, verbatimLine } from "./content-lines.ts";
import { ownParameters } from "./own-names.ts";

export function profileLines(contact: ContactRecord): CardLine[] {
  const { network_a, network_b, network_c, network_d, network_e, website } = contact;
  return [
    ...(network_a === null ? [] : [profile("linkedin", new URL(network_a).href)]),
    ...(network_b === null ? [] : [profile("instagram", `https://www.instagram.com/${network_b}`, network_b)]),
    ...(network_c === null
      ? []
      : [profile("facebook", `https://www.facebook.com/${encodeURIComponent(network_c)}`, network_c)]),
    ...(network_d === null ? [] : [messenger("WhatsApp", `https://wa.me/${network_d.slice(1)}`)]),
    ...(network_e === null ? [] : [messenger("Signal", `https://signal.me/#p/${network_e}`)]),
    ...(website === null ? [] : [websiteLine(website)]),
  ];
}

function profile(service: string, address: string, user?: string): CardLine {
  return verbatimLine("X-SOCIALPROFILE", address, { TYPE: service, "X-USER": user });
}

/** RFC 4770, of which the service is a parameter of Apple's. */
function messenger(service: string, address: string): CardLine {
  return verbatimLine("IMPP", address, { "X-SERVICE-TYPE": service });
}

/** A link to one of the networks would be taken for the profile there. A backslash belongs into no address, but occurs. */
function websiteLine(website: string): CardLine {
  const platform = platformOfUrl(website);
  const isProfile = platform !== "website" && normaliseHandle(platform, website) !== null;
  const parameters = { [ownParameters.field]: isProfile ? "website" : undefined };
  return verbatimLine("URL", website.replaceAll("\\", "\\\\"), parameters);
}
