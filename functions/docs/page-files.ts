/** Our own files of the pages, as text: they are few and small, and travel with the function. */

/** Runs in the browser. The policy of the page allows no script within it. */
export const initialiser = `"use strict";
const place = document.getElementById("api");
// A page can't set cookies that the browser keeps from it, so the dialog asks for tokens and keys only.
const noCookieForm = (Form, { React }) => (props) =>
  props.definitions.has("cookie") ? null : React.createElement(Form, props);
window.ui = SwaggerUIBundle({
  domNode: place,
  url: place.dataset.description,
  // Nothing is asked of any other host.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayOperationId: true,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  withCredentials: true,
  plugins: [{ wrapComponents: { auths: noCookieForm } }],
});
`;

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1f4b5f"/>
<circle cx="12" cy="12" r="4.5" fill="#fff"/><circle cx="21.5" cy="14" r="3.5" fill="#8fd0c4"/>
<path d="M4.5 25c0-4.6 3.4-7.5 7.5-7.5s7.5 2.9 7.5 7.5z" fill="#fff"/>
<path d="M21 25c0-2.500-.7-4.500-2-6 .8-.4 1.700-.6 2.600-.6 3.200 0 5.900 2.300 5.900 6.600z" fill="#8fd0c4"/>
</svg>
`;

export const styleSheet = `:root { --ink: #1b2b33; --quiet: #566872; --line: #d9e1e5; --accent: #1f4b5f; --soft: #f3f7f8; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; color: var(--ink); background: #fff; font: 16px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: #12637f; }
body > main code { font: 0.92em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--soft); padding: 0.1em 0.35em; border-radius: 4px; }
body > main pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow-x: auto; }
body > main pre code { background: none; padding: 0; }

.bar { position: sticky; top: 0; z-index: 10; background: var(--accent); color: #fff; }
.bar > div { max-width: 1180px; margin: 0 auto; padding: 0.65rem 1.25rem; display: flex; gap: 0.4rem 1.5rem; flex-wrap: wrap; align-items: center; }
.bar a { color: #fff; text-decoration: none; }
.bar a:hover, .bar a:focus-visible { text-decoration: underline; }
.bar .name { font-weight: 600; margin-right: auto; display: flex; gap: 0.6rem; align-items: center; }
.bar img { width: 26px; height: 26px; border-radius: 6px; outline: 1px solid #ffffff40; }

body > main { max-width: 860px; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
body > main h1 { line-height: 1.25; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
body > main table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
body > main :is(th, td) { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); }
body > main td:nth-child(2) { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.5rem; margin: 1.5rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.status { display: inline-block; min-width: 3.2em; text-align: center; border-radius: 5px; background: #fbeadb; color: #7a3d06; font-weight: 600; }
.status.fault { background: #fbe0e0; color: #861a1a; }

@media (max-width: 640px) {
  .bar .name { flex-basis: 100%; }
  body > main h1 { font-size: 1.5rem; }
  body > main tr { display: grid; grid-template-columns: 4rem 1fr; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  body > main thead { display: none; }
  body > main td { border: 0; padding: 0.1rem 0; }
  body > main td:nth-child(3) { grid-column: 1 / -1; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.75rem; }
}

#api { max-width: 1180px; margin: 0 auto; padding: 0 0 4rem; min-height: 70vh; }
#api .swagger-ui { font-family: inherit; }
#api .swagger-ui .info { margin: 2rem 0 1.25rem; }
#api .swagger-ui .info .title { color: var(--ink); font-family: inherit; }
#api .swagger-ui .info .main > a { display: none; }
#api .swagger-ui .info .renderedMarkdown :is(p, li) { color: var(--ink); font: inherit; max-width: 78ch; margin-left: 0; }
#api .swagger-ui .info .renderedMarkdown a { font: inherit; color: #12637f; }
#api .swagger-ui .info h3 { color: var(--ink); font-size: 1.1rem; margin: 1.4rem 0 0.4rem; }
#api .swagger-ui .info li { margin: 0.25rem 0; }
#api .swagger-ui .info .renderedMarkdown pre { padding: 0.75rem 1rem; margin: 0.5rem 0; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; max-width: 78ch; }
#api .swagger-ui .renderedMarkdown code { color: var(--ink); background: var(--soft); font-weight: 400; padding: 0.1em 0.35em; border-radius: 4px; }
#api .swagger-ui .renderedMarkdown a code { color: #12637f; }
#api .swagger-ui .scheme-container { box-shadow: none; border: 1px solid var(--line); border-radius: 8px; margin: 0 20px 1.25rem; padding: 1rem 0; background: var(--soft); }
#api .swagger-ui .opblock-tag { color: var(--ink); font-family: inherit; border-bottom-color: var(--line); }
#api .swagger-ui .opblock .opblock-summary-path { font-size: 15px; }
#api .swagger-ui .opblock .opblock-summary-description { font-family: inherit; color: var(--quiet); }
#api .swagger-ui .response-col_links { display: none; }
#api .swagger-ui .responses-table .response td { padding-top: 0.75rem; }
/* Errors have one shape, and each code a page: their descriptions are enough here. */
#api .swagger-ui tr.response:is([data-code^="4"], [data-code="5XX"]) :is(.response-control-media-type, .response-control-examples, .response-controls, .model-example, .headers-wrapper, .response__headers) { display: none; }
`;
