/** Handles on every platform. Each row has the spellings of one handle that writes accept. */
import type { Platform } from "../../../shared/contact/reach/handles.ts";

export const spellings: readonly (readonly [Platform, readonly string[]])[] = [
  [
    "network_a",
    [
      "https://www.linkedin.com/in/Ana-Beltran",
      "http://linkedin.com/in/ana-beltran/",
      "linkedin.com/in/ana-beltran?utm_source=share&trk=x",
      "https://es.linkedin.com/in/ana-beltran/en#about",
      "https://m.linkedin.com/in/ANA-BELTRAN/",
      "//www.linkedin.com/in/ana%2Dbeltran",
      "@ana-beltran",
      "/in/ana-beltran/",
      "  Ana-Beltran ",
    ],
  ],
  [
    "network_a",
    [
      "jos\u00e9-\u{1f3bb}",
      "https://www.linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB",
      "JOSE\u0301-\u{1f3bb}",
      "jos%c3%a9-%f0%9f%8e%bb",
    ],
  ],
  ["network_a", ["https://www.linkedin.com/pub/ana-beltran/1/2/3", "linkedin.com/pub/Ana-Beltran/1/2/3/?trk=x"]],
  [
    "network_b",
    [
      "Mei.Draws",
      "@mei.draws",
      "https://www.instagram.com/mei.draws/?hl=en",
      "http://m.instagram.com/MEI.DRAWS",
      "instagram.com/_u/mei.draws",
      "https://www.instagram.com/stories/mei.draws/123",
      "instagr.am/mei.draws",
      "mei%2Edraws",
      "https://instagram.com/%40mei.draws#x",
    ],
  ],
  [
    "network_c",
    [
      "marcus.bell.9",
      "@Marcus.Bell.9",
      "https://m.facebook.com/marcus.bell.9?fref=nf",
      "https://www.facebook.com/marcus%2Ebell.9/",
      "fb.com/marcus.bell.9",
      "m.me/marcus.bell.9",
    ],
  ],
  [
    "network_c",
    ["100001234", "https://www.facebook.com/profile.php?id=100001234", "facebook.com/people/Marcus-Bell/100001234/"],
  ],
  [
    "network_d",
    [
      "+491701234567",
      "+49 (0)170 123 45 67",
      "0049 170 1234567",
      "tel:+49-170-123-45-67",
      "+49 170/1234567",
      "https://wa.me/491701234567?text=hi",
      "https://api.whatsapp.com/send?phone=491701234567",
      "491701234567@s.whatsapp.net",
      "\u202a+49 170 1234567\u202c",
    ],
  ],
  [
    "network_e",
    ["+221771234567", "+221 77 123 45 67", "https://signal.me/#p/+221771234567", "t.me/+221771234567", "+٢٢١771234567"],
  ],
  [
    "website",
    [
      "https://www.example.org/About",
      "example.org/about",
      "http://example.org/about/",
      "HTTPS://WWW.EXAMPLE.ORG/about",
      "//example.org/%61bout",
    ],
  ],
  ["website", ["example.org", "https://example.org/", "http://www.Example.org"]],
  [
    "website",
    ["https://example.org/stra%C3%9Fe?q=a%20b", "example.org/straße?q=a%20b", "EXAMPLE.org/stra%c3%9fe?Q=A%20B"],
  ],
];
