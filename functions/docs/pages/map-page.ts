/** The page that shows the caller's pins on a map. Its scripts and style sheets are in browser/. */
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";
import { keyForm, keyPromise, type PageLinks, page } from "./pages.ts";
import type { WorldOutline } from "./world-outline.ts";

export function mapPage(links: PageLinks, { land, borders }: WorldOutline): string {
  const api = escapeHtml(links.api);
  return page(links, "Map", {
    head: `<link rel="stylesheet" href="${links.asset("docs.css")}">
<link rel="stylesheet" href="${links.asset("map.css")}">
<script type="module" src="${links.asset("map.js")}"></script>`,
    body: `<main class="page map-page controls" data-api="${api}">
<h1>Map</h1>
<p class="quiet lead">Your contacts on a map. ${keyPromise}</p>
<noscript><p>The map needs JavaScript.</p></noscript>

<div class="tools">
${keyForm("Show pins")}
<div class="place">
<label><span>Find a place</span><input id="search" type="search" autocomplete="off" maxlength="200" role="combobox" aria-expanded="false" aria-controls="places" aria-autocomplete="list"></label>
<p id="no-place" class="found" role="status"></p>
<ul id="places" class="places found" role="listbox" aria-label="Places" hidden></ul>
</div>
<fieldset class="kinds"><legend>Pins of</legend><div>
<label class="kind"><input type="radio" name="kind" value="/contacts/map-pins" data-kind="contacts" autocomplete="off" checked>Contacts</label>
<label class="kind"><input type="radio" name="kind" value="/contacts/map-address-pins" data-kind="addresses" autocomplete="off">Addresses</label>
</div></fieldset>
</div>

<div class="atlas">
<div class="frame" id="frame">
<div class="sheet">
<svg id="map" tabindex="0" role="application" aria-label="Map of the pins" aria-describedby="keys"><defs><g id="world">
<path class="land" d="${land}"/>
<path class="borders" d="${borders}"/>
</g></defs></svg>
<div id="card" class="card" hidden></div>
</div>
<div class="below">
<p id="message" class="message" role="status"></p>
<div class="zoom">
<button id="nearer" type="button" aria-label="Zoom in">+</button>
<button id="farther" type="button" aria-label="Zoom out">−</button>
<button id="world-view" type="button" aria-label="Show the whole world"><svg class="globe" viewBox="0 0 18 18" aria-hidden="true"><circle cx="9" cy="9" r="7.5"/><ellipse cx="9" cy="9" rx="3.5" ry="7.5"/><path d="M1.5 9h15"/></svg></button>
</div>
</div>
</div>
<ul id="pins" class="pins" tabindex="-1" aria-label="Pins in this view" aria-describedby="keys"></ul>
</div>
<p id="keys" class="quiet">Drag the map or use the arrow keys; zoom by the wheel, two fingers or + and −. In the list of pins, arrow keys go from one to the next.</p>
<p class="quiet credit">Outlines: <a href="https://www.naturalearthdata.com">Natural Earth</a>, public domain.
Place names © <a href="https://www.geonames.org">GeoNames</a>, <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.</p>

<section class="sample">
<h2>The API call</h2>
<p class="quiet">Each view is one call of
<a href="${links.docs}#/Contacts/listMapPins">map-pins</a> or <a href="${links.docs}#/Contacts/listMapAddressPins">map-address-pins</a>
with the bounds of the view; across the antimeridian <code>minLon</code> is greater than <code>maxLon</code>.</p>
<pre><code id="call">GET ${api}/contacts/map-pins?minLat=…&amp;maxLat=…&amp;minLon=…&amp;maxLon=…&amp;limit=1000
authorization: Bearer &lt;key&gt;</code></pre>
<p>Answer: <span id="answer">none yet</span></p>
</section>
</main>`,
  });
}
